#include "harness/workload/cache_use.h"

namespace inferproof {
namespace {

// Between the prefix and a prompt.
constexpr const char* kBreak = "\n\n";

}  // namespace

CacheMeans MeansOf(CacheMode mode, const DialectProfile& dialect) {
  if (mode == CacheMode::kAsIs) return CacheMeans::kNone;
  if (mode == CacheMode::kBust && dialect.knows_cache_prompt) return CacheMeans::kSwitch;
  return dialect.knows_cache_salt ? CacheMeans::kSalt : CacheMeans::kNonce;
}

CacheUses::CacheUses(std::uint64_t suite_seed, const Scenario& scenario, const DialectProfile& dialect, int run)
    : mode_(scenario.cache),
      means_(MeansOf(scenario.cache, dialect)),
      prefix_(scenario.prefix ? scenario.prefix->text + kBreak : ""),
      nonces_(DeriveSeed(suite_seed, "nonce/" + scenario.name + "/" + std::to_string(run))) {
  if (mode_ == CacheMode::kSharedPrefix) shared_ = nonces_.Next();
}

CacheUse CacheUses::Next() {
  CacheUse use;
  use.bypass = means_ == CacheMeans::kSwitch;
  if (means_ == CacheMeans::kSalt) use.salt = shared_ ? *shared_ : nonces_.Next();
  if (means_ == CacheMeans::kNonce) use.head = HeadOf(shared_ ? *shared_ : nonces_.Next());
  use.head += prefix_;
  return use;
}

}  // namespace inferproof
