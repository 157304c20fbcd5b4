#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace inferproof {

// A prompt as a cache of prefixes sees it: one hash per token, over that token and all before it, so that equal hashes
// mean equal prefixes.
class PrefixHashes {
 public:
  // Prompts of different salts share nothing.
  void Salt(std::string_view salt);
  void Append(std::string_view token);
  std::span<const std::uint64_t> values() const { return values_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;  // FNV-1a, 64 bits
  std::vector<std::uint64_t> values_;
};

// Which prompt prefixes are held, in blocks of a fixed number of tokens, the least recently used dropped first. Holds
// nothing but hashes: the engine computes nothing, a hit only shortens its prefill.
class PrefixCache {
 public:
  // Without capacity nothing is ever held.
  PrefixCache(int block_tokens, int capacity_blocks);

  // Tokens at the head of `prompt` that are held: whole blocks, never the last token, which an engine must compute to
  // have something to go on from.
  std::int64_t Find(std::span<const std::uint64_t> prompt);
  // Holds the whole blocks of `prompt`.
  void Hold(std::span<const std::uint64_t> prompt);
  void Clear();
  std::size_t blocks() const { return places_.size(); }

 private:
  void Touch(std::uint64_t key);

  std::size_t block_tokens_;
  std::size_t capacity_;
  std::list<std::uint64_t> by_use_;  // the least recently used last
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

}  // namespace inferproof
