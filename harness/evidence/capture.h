#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/secret.h"
#include "harness/evidence/evidence.h"
#include "harness/os/host_info.h"

namespace inferproof {

// The client half: "client.cpu_model", "client.libcurl" and so on, all measured; what the host does not tell is absent.
Evidence ClientEvidence(const HostInfo& host, std::string libcurl_version, std::string harness_version);

// All that can be known of a server. What is empty is not known.
struct ServerSources {
  std::string model = {};                            // the id asked for
  std::string served_model = {};                     // the id in its answers
  std::vector<std::string> command = {};             // argv with {port} left in: equal starts give equal evidence
  std::optional<HostInfo> host = {};                 // only for a server that we started: it runs on this machine
  std::map<std::string, std::string> declared = {};  // of the target
  std::string version_body = {};                     // answers of its version and properties endpoints
  std::string properties_body = {};
};

// Fills the server half, known secrets redacted: measured before reported before declared; where two of them disagree,
// a note says so. The fields that a comparison wants and nobody states are entered as "not stated".
//
// Declared names are fields of the evidence ("hardware.gpu"); "weights", "engine", "version", "gpu", "gpu_count",
// "driver" and "cpu" are short for model.weights, engine.name, engine.version and hardware.*.
void AddServerEvidence(const ServerSources& sources, const Redactor& redactor, Evidence& evidence);

// The command line as evidence: the executable without its directory, so that equal builds in two places are equal.
std::string DescribeCommand(std::vector<std::string> command);

}  // namespace inferproof
