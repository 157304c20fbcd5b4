#pragma once

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/os/process.h"
#include "tests/support/scratch_directory.h"

namespace inferproof {

inline std::string ReadFileText(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void WriteFileText(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << text;
}

struct CliOutcome {
  int exit_code = -1;  // 128 + n after signal n
  std::string output;  // stdout and stderr
};

// The built program, run as a user would run it, in a directory of its own.
class CliProcess {
 public:
  CliProcess(std::vector<std::string> arguments, const std::string& directory,
             std::map<std::string, std::string> environment, const std::string& output_path)
      : output_path_(output_path) {
    arguments.insert(arguments.begin(), INFERPROOF_PROGRAM);
    ProcessSpec spec;
    spec.argv = std::move(arguments);
    spec.environment = std::move(environment);
    // Our own CI is none of the program's.
    spec.unset = {"CI",
                  "GITHUB_ACTIONS",
                  "GITHUB_OUTPUT",
                  "GITHUB_STEP_SUMMARY",
                  "GITHUB_WORKSPACE",
                  "GITLAB_CI",
                  "CI_PROJECT_DIR",
                  "TF_BUILD",
                  "BUILD_SOURCESDIRECTORY",
                  "BUILDKITE",
                  "BUILDKITE_BUILD_CHECKOUT_PATH",
                  "TEAMCITY_VERSION",
                  "JENKINS_URL",
                  "WORKSPACE"};
    spec.directory = directory;
    spec.output_path = output_path;
    Result<ChildProcess> child = ChildProcess::Start(spec);
    if (child.ok()) child_.emplace(std::move(child).value());
  }

  void Interrupt() const { ::kill(child_->pid(), SIGINT); }
  // Ends the server that the program has started, as the kernel would when memory runs out. False when there is none
  // now.
  bool KillItsServer() const {
    const std::string path =
        "/proc/" + std::to_string(child_->pid()) + "/task/" + std::to_string(child_->pid()) + "/children";
    const std::optional<std::int64_t> server = ParseInt(TrimAscii(ReadFileText(path)));
    return server && ::kill(static_cast<pid_t>(*server), SIGKILL) == 0;
  }
  bool started() const { return child_.has_value(); }
  std::string output() const { return ReadFileText(output_path_); }

  // Waits for the end; a run that takes longer than two minutes counts as failed (-1).
  CliOutcome Wait() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (child_ && std::chrono::steady_clock::now() < deadline) {
      if (const std::optional<std::string> ended = child_->Ended()) return {CodeOf(*ended), output()};
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return {-1, output()};
  }

 private:
  static int CodeOf(const std::string& ended) {
    const bool exited = ended.starts_with("exit code ");
    const std::string rest = ended.substr(exited ? 10 : 7);
    const std::optional<std::int64_t> number = ParseInt(rest.substr(0, rest.find(' ')));
    return static_cast<int>(number.value_or(-1)) + (exited ? 0 : 128);
  }

  std::string output_path_;
  std::optional<ChildProcess> child_;
};

// A small repository to gate in: a quick suite, the reference engine as its target, prompts and cases of the shipped
// files.
class GateDirectory {
 public:
  GateDirectory() {
    namespace fs = std::filesystem;
    const fs::path source = INFERPROOF_SOURCE_DIR;
    fs::create_directories(At("suites"));
    fs::create_directories(At(".git"));
    fs::copy(source / "suites/prompts", At("suites/prompts"));
    fs::copy(source / "quality", At("quality"));
    WriteSuite();
    WriteTarget("target.json", {});
  }

  std::string At(const std::string& path) const { return scratch_.File(path); }
  std::string Text(const std::string& path) const { return ReadFileText(At(path)); }
  void Write(const std::string& path, const std::string& text) const { WriteFileText(At(path), text); }

  // Two scenarios of a tenth of a second a run; 4 runs.
  void WriteSuite(const std::string& changes_from = "", const std::string& changes_to = "") const {
    std::string text = R"({
  "schema": "inferproof.suite/1", "name": "quick", "version": 1, "seed": 7, "target": "targets/target.json",
  "control_probe_s": 0.02,
  "defaults": {"prompts": "prompts/short.jsonl", "generation": {"max_tokens": 16}, "warmup": {"requests": 5}},
  "scenarios": [
    {"name": "single", "load": {"shape": "closed", "concurrency": 1, "requests": 12}},
    {"name": "four", "load": {"shape": "closed", "concurrency": 4, "requests": 24}}
  ],
  "gates": {"runs": 4, "rules": [
    {"scenario": "single", "metric": "ttft_ms.p50", "band": {"relative": 0.1, "absolute": 1}},
    {"scenario": "single", "metric": "tpot_ms.p50", "band": {"relative": 0.1, "absolute": 0.05}},
    {"scenario": "four", "metric": "output_tps", "band": {"relative": 0.1, "absolute": 0}}]},
  "quality": {"cases": ["../quality/smoke.jsonl"]}, "budget": {"max_requests": 1000, "max_duration_s": 100}
})";
    const std::size_t at = changes_from.empty() ? std::string::npos : text.find(changes_from);
    if (at != std::string::npos) text.replace(at, changes_from.size(), changes_to);
    Write("suites/quick.json", text);
  }

  // The reference engine with more flags of `serve`.
  void WriteTarget(const std::string& name, const std::vector<std::string>& flags,
                   const std::string& more_keys = "") const {
    std::string extra;
    for (const std::string& flag : flags) extra += ", \"" + flag + "\"";
    Write("suites/targets/" + name, R"({
  "schema": "inferproof.target/1", "name": "reference",
  "command": ["{self}", "serve", "--port", "{port}", "--model", "{model}", "--profile", "ttft-ms=15", "--profile", "token-ms=2",
              "--profile", "run-noise=0.005")" +
                                        extra + R"(],
  "readiness": {"path": "/health", "timeout_s": 30, "interval_ms": 10},
  "model": "reference-model", "session_spread": 0.01)" +
                                        more_keys + "}\n");
  }

  CliProcess Start(std::vector<std::string> arguments, std::map<std::string, std::string> environment = {}) {
    return CliProcess(std::move(arguments), scratch_.path(), std::move(environment),
                      At("output-" + std::to_string(++runs_) + ".txt"));
  }
  CliOutcome Run(std::vector<std::string> arguments, std::map<std::string, std::string> environment = {}) {
    return Start(std::move(arguments), std::move(environment)).Wait();
  }
  // Measures the healthy engine and accepts it.
  CliOutcome AcceptBaseline() {
    const CliOutcome first = Run({"gate", "suites/quick.json", "--out", "out/base"});
    if (first.exit_code != 0) return first;
    return Run({"baseline", "update", "out/base", "--reason", "first", "--by", "tester"});
  }

 private:
  ScratchDirectory scratch_;
  int runs_ = 0;
};

// Waits, for at most a minute, until a file holds a text.
inline bool WaitForText(const GateDirectory& directory, const std::string& path, const std::string& wanted) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < deadline) {
    if (directory.Text(path).find(wanted) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace inferproof
