#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/time.h"
#include "harness/json/document.h"
#include "harness/os/environment.h"
#include "harness/os/file_system.h"

namespace inferproof {

enum class Restart { kRun, kSide, kNever };
std::string RestartName(Restart restart);

// How to learn that a server can take requests: GET `path` answers 200.
struct Readiness {
  std::string path = "/health";
  Nanos timeout{std::chrono::seconds(120)};
  Nanos interval{std::chrono::milliseconds(50)};
};

// Currency per million tokens.
struct Prices {
  std::string currency;
  double input_per_million = 0;
  double output_per_million = 0;
};

// Facts the target's owner states; shown as declared, never as measured.
struct Declared {
  std::map<std::string, std::string> facts;  // precision, weights, hardware ...
};

// The endpoint under test: an `endpoint` used as it is, or a `command` that starts one.
struct Target {
  std::string path;  // of its file
  std::string name;
  std::string environment = "default";
  std::optional<std::string> endpoint;  // base URL, such as "http://127.0.0.1:8000"; "/v1/..." is added
  std::vector<std::string> command;     // argv with {self}, {port} and {model}; ${NAME} has been filled in
  std::map<std::string, std::string> command_environment;
  std::string working_directory;  // of the command: the repository root
  Restart restart = Restart::kRun;
  Readiness readiness;
  std::string model;
  std::string dialect = "openai-compatible";
  std::optional<std::string> api_key_env;
  std::optional<std::string> withheld = {};  // another variable that a started server does not inherit
  Declared declared;
  std::optional<Prices> prices;
  bool flush = false;            // its prompt cache is emptied before every run, by the dialect's endpoint
  double session_spread = 0.03;  // s0 of docs/gate.md, rule 6: relative spread between sessions
  std::map<std::string, std::string> headers;  // sent with each request, lower-case names; no authorisation
  std::vector<std::string> secrets;            // values of ${NAME} whose names sound secret: for the Redactor
  // What the candidate is measured beside, whole: what its file does not say of it is this target's. Its secrets are
  // among ours.
  std::shared_ptr<const Target> base = {};

  bool managed() const { return !command.empty(); }
};

// Parses and validates, and fills ${NAME} in from `environment` (unset is an error that names the variable).
Result<Target> LoadTarget(FileSystem& files, const Environment& environment, const std::string& path);

// A target made from flags alone: an endpoint and a model. kUsage when one of them cannot be used.
Result<Target> TargetFromFlags(std::string endpoint, std::string model, std::optional<std::string> api_key_env);

}  // namespace inferproof
