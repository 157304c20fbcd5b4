#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/client/level.h"
#include "harness/evidence/evidence.h"
#include "harness/os/file_system.h"

namespace inferproof {

// How much error the 99th percentile may have, in microseconds.
struct ProofLimits {
  double event_us = 100;
  double ttft_us = 2000;
};

// The machine and the client that a proof is of.
struct ProvenClient {
  std::string host;  // digest of the name
  std::string cpu_model;
  std::string kernel;
  std::string libcurl;
  std::string inferproof;
  int threads = 1;
  friend bool operator==(const ProvenClient&, const ProvenClient&) = default;
};
ProvenClient ClientOf(const Evidence& evidence, int threads);

// What `doctor --client` found: the file inferproof.client/1.
struct ClientProof {
  std::string measured_at;
  ProvenClient client;
  ProofLimits limits;
  std::vector<ClientLevel> levels;  // by rising load
};

// Why a level is beyond what can be trusted, in words; nothing when it is within the limits.
std::optional<std::string> WhyBeyond(const ClientLevel& level, const ProofLimits& limits, int threads);

// The highest level up to which all are within the limits; nullptr when the first one is not.
const ClientLevel* Proven(const ClientProof& proof);

// Which part of the client is another one than the proof's, in words; nothing when it is the same.
std::optional<std::string> WhyAnother(const ProvenClient& proven, const ProvenClient& now);

Json ProofToJson(const ClientProof& proof);
Result<ClientProof> ProofFromJson(const Node& node);
// Nothing when there is no such file.
Result<std::optional<ClientProof>> LoadProof(FileSystem& files, const std::string& path);

}  // namespace inferproof
