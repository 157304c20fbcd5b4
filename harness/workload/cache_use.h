#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/protocol/dialect.h"
#include "harness/suite/suite.h"
#include "harness/workload/nonce.h"

namespace inferproof {

// How the cache mode of a scenario is brought about.
enum class CacheMeans { kNone, kSwitch, kSalt, kNonce };

// By the engine's own means where it has some: they leave the prompt as it is.
CacheMeans MeansOf(CacheMode mode, const DialectProfile& dialect);

// What one request says of the cache.
struct CacheUse {
  bool bypass = false;
  std::string salt;  // empty: none
  std::string head;  // before the prompt
};

// The requests of one run, in their order. With kBust each has a nonce of its own, with kSharedPrefix all have one. No
// two runs of a session have equal nonces, so that a server which is not restarted in between holds nothing of them;
// the same run of both sides, and of every session with this seed, has.
class CacheUses {
 public:
  CacheUses(std::uint64_t suite_seed, const Scenario& scenario, const DialectProfile& dialect, int run);

  CacheUse Next();

 private:
  CacheMode mode_;
  CacheMeans means_;
  std::string prefix_;
  Nonces nonces_;
  std::optional<std::string> shared_;  // the nonce of all
};

}  // namespace inferproof
