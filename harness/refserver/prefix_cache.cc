#include "harness/refserver/prefix_cache.h"

namespace inferproof {
namespace {

constexpr std::uint64_t kPrime = 0x100000001b3u;

}  // namespace

void PrefixHashes::Salt(std::string_view salt) {
  for (const char c : salt) state_ = (state_ ^ static_cast<unsigned char>(c)) * kPrime;
  state_ = (state_ ^ 0x100u) * kPrime;  // no byte: an end that no text can imitate
}

void PrefixHashes::Append(std::string_view token) {
  Salt(token);
  values_.push_back(state_);
}

PrefixCache::PrefixCache(int block_tokens, int capacity_blocks)
    : block_tokens_(static_cast<std::size_t>(block_tokens)), capacity_(static_cast<std::size_t>(capacity_blocks)) {}

void PrefixCache::Clear() {
  places_.clear();
  by_use_.clear();
}

std::int64_t PrefixCache::Find(std::span<const std::uint64_t> prompt) {
  const std::size_t most = prompt.empty() ? 0 : (prompt.size() - 1) / block_tokens_;
  std::size_t held = 0;
  while (held < most && places_.contains(prompt[(held + 1) * block_tokens_ - 1])) ++held;
  // From the tail: the head of a prefix, which others may share, is the last to be dropped.
  for (std::size_t block = held; block > 0; --block) Touch(prompt[block * block_tokens_ - 1]);
  return static_cast<std::int64_t>(held * block_tokens_);
}

void PrefixCache::Hold(std::span<const std::uint64_t> prompt) {
  if (capacity_ == 0) return;
  for (std::size_t block = prompt.size() / block_tokens_; block > 0; --block) Touch(prompt[block * block_tokens_ - 1]);
}

void PrefixCache::Touch(std::uint64_t key) {
  if (const auto found = places_.find(key); found != places_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second);
    return;
  }
  by_use_.push_front(key);
  places_[key] = by_use_.begin();
  if (places_.size() <= capacity_) return;
  places_.erase(by_use_.back());
  by_use_.pop_back();
}

}  // namespace inferproof
