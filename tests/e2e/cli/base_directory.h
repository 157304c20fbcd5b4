#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/json/document.h"
#include "tests/support/cli_process.h"

namespace inferproof {

// Where a base is measured beside the candidate: a suite of two short scenarios and the reference engine as both sides.
class BaseDirectory : public GateDirectory {
 public:
  BaseDirectory() { WriteSuiteWith(0.3); }

  // All three speed gates with one band; 14 and 16 requests a run.
  void WriteSuiteWith(double band, const std::string& budget = R"({"max_duration_s": 200})") const {
    const std::string limit = R"("band": {"relative": )" + std::to_string(band) + R"(, "absolute": 0}})";
    Write("suites/quick.json", R"({
  "schema": "inferproof.suite/1", "name": "quick", "version": 1, "seed": 7, "target": "targets/pair.json",
  "control_probe_s": 0,
  "defaults": {"prompts": "prompts/short.jsonl", "generation": {"max_tokens": 8}, "warmup": {"requests": 4}},
  "scenarios": [
    {"name": "single", "load": {"shape": "closed", "concurrency": 1, "requests": 10}},
    {"name": "four", "load": {"shape": "closed", "concurrency": 4, "requests": 12}}
  ],
  "gates": {"runs": 3, "rules": [
    {"scenario": "single", "metric": "ttft_ms.p50", )" +
                                   limit + R"(,
    {"scenario": "single", "metric": "tpot_ms.p50", )" +
                                   limit + R"(,
    {"scenario": "four", "metric": "output_tps", "role": "watch"}]},
  "budget": )" + budget + "\n}\n");
  }

  // The target's own and its base's further flags of `serve`; `more_of_base` are members of "base".
  void WritePair(const std::vector<std::string>& candidate, const std::vector<std::string>& base,
                 const std::string& more_keys = "") const {
    WriteTarget("pair.json", candidate,
                R"(, "base": {"name": "release-1", "command": )" + Served(base) + "}" + more_keys);
  }

  // Both sides are the same engine whose time to the first token goes to and fro from start to start, but for the
  // starts that measure "four" in the first look.
  void WriteNoisyPair() const {
    Write("noisy.sh", R"(#!/bin/sh
# noisy.sh COUNTER PROGRAM SERVE...: the n-th start since COUNTER was made
n=$(cat "$1" 2>/dev/null || echo 0)
echo $((n + 1)) > "$1"
shift
ttft=10
if [ $((n % 2)) -eq 1 ] || [ "$n" -gt 8 ]; then
  if [ $((n / 2 % 2)) -eq 1 ]; then ttft=40; fi
fi
exec "$@" --profile ttft-ms=$ttft --profile token-ms=2 --profile run-noise=0
)");
    const auto command = [](const std::string& counter) {
      return R"(["/bin/sh", "noisy.sh", ")" + counter +
             R"(", "{self}", "serve", "--port", "{port}", "--model", "{model}"])";
    };
    Write("suites/targets/pair.json",
          R"({"schema": "inferproof.target/1", "name": "reference", "model": "reference-model",
  "readiness": {"path": "/health", "timeout_s": 30, "interval_ms": 10},
  "command": )" +
              command("candidate-starts") + R"(, "base": {"name": "release-1", "command": )" + command("base-starts") +
              "}}\n");
  }

  CliOutcome Gate(const std::string& out, std::vector<std::string> flags = {}) {
    flags.insert(flags.begin(), {"gate", "suites/quick.json", "--out", out});
    return Run(std::move(flags));
  }

  Json Result(const std::string& out) const { return Json::parse(Text(out + "/result.json"), nullptr, false); }

  // Sides of a scenario's runs in the order in which they were made: "A" is the base, "B" the candidate.
  std::string Order(const std::string& out, const std::string& scenario) const {
    std::string order;
    for (const Json& run : Result(out)["runs"]) {
      if (run["scenario"] == scenario) order += run["side"] == "base" ? 'A' : 'B';
    }
    return order;
  }

 private:
  static std::string Served(const std::vector<std::string>& flags) {
    std::string extra;
    for (const std::string& flag : flags) extra += ", \"" + flag + "\"";
    return R"(["{self}", "serve", "--port", "{port}", "--model", "{model}", "--profile", "ttft-ms=15",
    "--profile", "token-ms=2", "--profile", "run-noise=0.005")" +
           extra + "]";
  }
};

}  // namespace inferproof
