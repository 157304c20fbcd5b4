// The prompt cache of a real server, under control: the built program against the reference engine's prefix cache.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/json/document.h"
#include "tests/support/cli_process.h"
#include "tests/support/listening.h"

namespace inferproof {
namespace {

using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::Not;

// 16 requests a run, two runs, against an engine with a prefix cache in blocks of four tokens that is never restarted.
// Streams of fewer than 8 events cannot look buffered, however busy the machine is.
class CacheDirectory : public GateDirectory {
 public:
  void WriteCacheSuite(const std::string& cache, const std::string& prompts = "\"prompts/short.jsonl\"") const {
    Write("suites/cache.json", R"({
  "schema": "inferproof.suite/1", "name": "cache", "version": 1, "seed": 7, "target": "targets/cache.json",
  "control_probe_s": 0,
  "scenarios": [{"name": "single", "cache": )" +
                                   cache + R"(, "prompts": )" + prompts + R"(, "generation": {"max_tokens": 5},
    "warmup": {"requests": 4}, "load": {"shape": "closed", "concurrency": 1, "requests": 12}}],
  "gates": {"runs": 2}})");
  }
  void WriteEngine(const std::string& more_keys = "") const {
    WriteTarget("cache.json", {"--profile", "cache-blocks=2000", "--profile", "cache-block-tokens=4"},
                R"(, "restart": "never")" + more_keys);
  }
  // The same engine, started once and for several sessions.
  CliProcess StartEngine(const std::string& dialect, const std::string& more_keys = "") {
    CliProcess server = Start({"serve", "--port", "0", "--profile", "ttft-ms=5", "--profile", "token-ms=2", "--profile",
                               "cache-blocks=2000", "--profile", "cache-block-tokens=4"});
    EXPECT_TRUE(WaitForText(*this, "output-1.txt", "noise seed"));
    const std::vector<int> ports = PortsIn(server.output());
    Write("suites/targets/cache.json", R"({"schema": "inferproof.target/1", "name": "there", "model": "reference-model",
  "dialect": ")" + dialect + R"(", "endpoint": "http://127.0.0.1:)" +
                                           std::to_string(ports.empty() ? 1 : ports[0]) + "\"" + more_keys + "}");
    return server;
  }

  CliOutcome Measure(const std::string& out) { return Run({"run", "suites/cache.json", "--out", out}); }
  Json Result(const std::string& out) const { return Json::parse(Text(out + "/result.json"), nullptr, false); }
  double Metric(const std::string& out, int run, const std::string& name) const {
    return Result(out)["runs"][static_cast<std::size_t>(run)]["metrics"]["values"][name]["value"].get<double>();
  }
};

TEST(Cache, BustedRunsFindNothingOfEachOther) {
  CacheDirectory directory;
  directory.WriteEngine();
  directory.WriteCacheSuite("\"bust\"");
  const CliOutcome outcome = directory.Measure("out/bust");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  // The four tokens that every message begins with stand before the nonce.
  for (const int run : {0, 1}) EXPECT_EQ(directory.Metric("out/bust", run, "cached_tokens.mean"), 4);
  // Ten digits, always: equally many tokens.
  EXPECT_EQ(directory.Metric("out/bust", 0, "prompt_tokens.mean"),
            directory.Metric("out/bust", 1, "prompt_tokens.mean"));
}

TEST(Cache, ASharedPrefixIsPrimedByTheWarmUpAndHitByWhatIsMeasured) {
  CacheDirectory directory;
  directory.WriteTarget(
      "cache.json",
      {"--profile", "cache-blocks=2000", "--profile", "cache-block-tokens=4", "--profile", "prefill-ms-per-token=0.5"},
      R"(, "restart": "never")");
  directory.WriteCacheSuite(R"({"shared_prefix": {"tokens": 256}})", R"({"synthetic": {"tokens": 32, "count": 16}})");
  const CliOutcome outcome = directory.Measure("out/shared");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  const std::string notes = directory.Result("out/shared")["evidence"]["notes"].dump();
  EXPECT_THAT(notes, HasSubstr("16 synthetic prompts of 32 tokens by the server's tokeniser"));
  EXPECT_THAT(notes, HasSubstr("a shared prefix of 256 tokens by the server's tokeniser"));
  EXPECT_THAT(notes, Not(HasSubstr("not as long as recorded")));
  for (const int run : {0, 1}) {
    EXPECT_THAT(directory.Metric("out/shared", run, "cached_tokens.mean"), Gt(250)) << "of 256 and the nonce's";
    EXPECT_THAT(directory.Metric("out/shared", run, "cache_hit_share"), Gt(0.8));
    // One warm-up request a run was cold: 128 ms of prefill that the others did not need.
    EXPECT_THAT(directory.Metric("out/shared", run, "ttft_cold_ms.p50"),
                Gt(directory.Metric("out/shared", run, "ttft_warm_ms.p50") + 100));
  }
  EXPECT_EQ(directory.Result("out/shared")["runs"][1]["metrics"]["values"]["ttft_cold_ms.p50"]["n"], 1);
}

TEST(Cache, ASessionThatFindsAnEarlierOneInTheCacheIsInvalidUnlessItFlushes) {
  CacheDirectory directory;
  CliProcess server = directory.StartEngine("vllm");
  directory.WriteCacheSuite("\"bust\"");
  EXPECT_EQ(directory.Measure("out/first").exit_code, 0);
  EXPECT_EQ(directory.Metric("out/first", 1, "cached_tokens.sum"), 0) << "salted";
  const CliOutcome second = directory.Measure("out/second");
  EXPECT_THAT(second.output, HasSubstr("cache hits under \"bust\": 12 of 12 measured requests"));
  EXPECT_THAT(directory.Result("out/second")["runs"][0]["invalid"].dump(), HasSubstr("set flush in the target"));

  const std::string target = directory.Text("suites/targets/cache.json");
  directory.Write("suites/targets/cache.json", target.substr(0, target.size() - 1) + R"(, "flush": true})");
  const CliOutcome flushed = directory.Measure("out/flushed");
  EXPECT_EQ(flushed.exit_code, 0) << flushed.output;
  EXPECT_EQ(directory.Metric("out/flushed", 0, "cached_tokens.sum"), 0);
  EXPECT_TRUE(directory.Result("out/flushed")["runs"][0]["invalid"].empty());
  server.Interrupt();
  EXPECT_EQ(server.Wait().exit_code, 0);
}

TEST(Cache, AFlushThatIsNotThereEndsTheSessionInClearWords) {
  CacheDirectory directory;
  CliProcess server = directory.StartEngine("sglang", R"(, "flush": true)");
  directory.WriteCacheSuite("\"bust\"");
  const CliOutcome outcome = directory.Measure("out/none");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("POST /flush_cache: the prompt cache was not emptied: it answered HTTP 404"));
  server.Interrupt();
  EXPECT_EQ(server.Wait().exit_code, 0);
}

TEST(Cache, PromptsThatAreNotAsLongAsRecordedAreNamed) {
  CacheDirectory directory;
  directory.WriteEngine();
  std::string prompts;
  for (int i = 0; i < 16; ++i) {
    // "one two" has two tokens in the reference engine; one of them is recorded with nine.
    prompts += R"({"id": "p)" + std::to_string(i) + R"(", "text": "one two", "chars": 7, "prompt_tokens": )" +
               (i % 8 == 0 ? "9" : "2") + "}\n";
  }
  directory.Write("suites/prompts/recorded.jsonl", prompts);
  directory.WriteCacheSuite("\"bust\"", "\"prompts/recorded.jsonl\"");
  EXPECT_EQ(directory.Measure("out/length").exit_code, 0);
  EXPECT_THAT(directory.Result("out/length")["evidence"]["notes"].dump(),
              HasSubstr("is recorded with 9 tokens, the server counts"));
}

}  // namespace
}  // namespace inferproof
