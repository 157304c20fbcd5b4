#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "harness/suite/suite.h"
#include "tests/fuzz/suite/require.h"
#include "tests/support/memory_file_system.h"

using namespace inferproof;

namespace {

void CheckScenario(const Scenario& scenario) {
  const ClosedLoad& load = std::get<ClosedLoad>(scenario.load);
  FUZZ_REQUIRE(load.concurrency >= 1 && load.requests >= 1);
  FUZZ_REQUIRE(scenario.warmup_requests >= load.concurrency);
  FUZZ_REQUIRE(scenario.generation.max_tokens >= 1 && scenario.generation.seed.has_value());
  FUZZ_REQUIRE(scenario.timeouts.idle > Nanos(0));
  FUZZ_REQUIRE(scenario.prompts.path.starts_with("/repo/"));
}

}  // namespace

// The bytes are a suite file in a repository with one prompt set.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  MemoryFileSystem files;
  files.contents["/repo/.git/HEAD"] = "ref";
  files.contents["/repo/suites/prompts/two.jsonl"] =
      "{\"id\":\"a\",\"text\":\"x\",\"chars\":1}\n{\"id\":\"b\",\"text\":\"y\",\"chars\":1}\n";
  files.contents["/repo/suites/fuzz.json"] = std::string(data, data + size);

  const Result<Suite> suite = LoadSuite(files, "/repo/suites/fuzz.json");

  if (!suite.ok()) {
    FUZZ_REQUIRE(!suite.error().Text().empty());
    return 0;
  }
  std::set<std::string> names;
  for (const Scenario& scenario : suite->scenarios) {
    CheckScenario(scenario);
    names.insert(scenario.name);
  }
  FUZZ_REQUIRE(!names.empty() && names.size() == suite->scenarios.size());
  for (const GateRule& rule : suite->gates.rules) FUZZ_REQUIRE(rule.scenario == "*" || names.contains(rule.scenario));
  FUZZ_REQUIRE(suite->digest == *MeasuredDigest(*suite));
  return 0;
}
