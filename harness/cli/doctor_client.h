#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/real_world.h"
#include "harness/client/proof.h"

namespace inferproof {

// `doctor --client`: how exact is the client on this machine, and up to which load?
struct ClientFlags {
  std::vector<int> streams = {16, 64, 256, 512, 1024};
  int threads = 1;
  double limit_ms = 0.1;
  std::optional<std::string> out;
};

// Drives the reference engine, which writes into each event when it sent it, at rising concurrency; prints the table
// and keeps the proof. Stops at the first load beyond the limits. kExitRegressed when not even the first is within
// them.
Result<int> CheckClient(RealWorld& world, const ClientFlags& flags);

// Where the proof is kept: "inferproof/client.json" in XDG_CACHE_HOME, else in ~/.cache. kConfig without either.
Result<std::string> ClientProofPath(const Environment& environment);

// The proof of `path`, or of the usual place; nothing when there is none. One that was named must be there.
Result<std::optional<ClientProof>> FindClientProof(RealWorld& world, const std::optional<std::string>& path);

std::string RenderClientProof(const ClientProof& proof);

}  // namespace inferproof
