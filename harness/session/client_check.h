#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/client/proof.h"
#include "harness/record/record.h"
#include "harness/result/result_file.h"

namespace inferproof {

// How the client is proven, as the command line says.
struct ClientTrust {
  int threads = 1;
  std::optional<ClientProof> proof = {};  // of `doctor --client`; nothing: each run's own lag is its proof
  bool allow_unproven = false;            // beyond the proof is a note instead of a fault of the run
};

// Looks whether the client was up to each run, and says at the end of a session what stands for its exactness.
class ClientCheck {
 public:
  explicit ClientCheck(const ClientTrust& trust) : trust_(trust) {}

  // What the client is, once the evidence knows it: a proof of another machine or client is none.
  void Know(const Evidence& evidence);
  // A run beyond the proof is invalid, or is noted where that is allowed.
  void Look(const RunLog& log, RunResult& run);
  // Facts and notes for the result.
  void Tell(Evidence& evidence) const;

 private:
  const ClientTrust& trust_;
  std::string why_unproven_;  // empty: proven
  std::vector<std::string> beyond_;
  std::uint64_t events_ = 0;
  std::uint64_t with_kernel_stamp_ = 0;
  std::uint64_t sharing_a_read_ = 0;
  std::optional<Spread> worst_lag_;  // of the run with the largest p99, in ms
};

}  // namespace inferproof
