#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/json/canonical.h"
#include "harness/result/result_file.h"
#include "tests/unit/result/example_result.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

Result<ResultFile> Read(const Json& json) {
  const Result<std::string> text = WriteCanonical(json);
  EXPECT_TRUE(text.ok());
  const Result<Document> document = Document::Parse(*text, "result.json");
  EXPECT_TRUE(document.ok());
  return ResultFromJson(Node(*document));
}

// The error of the example with one change.
std::string ErrorAfter(const std::function<void(Json&)>& change) {
  Json json = ResultToJson(ExampleResult());
  change(json);
  const Result<ResultFile> result = Read(json);
  return result.ok() ? "no error" : result.error().Text();
}

TEST(ResultJson, ReadsBackEveryField) {
  const Result<ResultFile> back = Read(ResultToJson(ExampleResult()));
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_EQ(ResultToJson(*back), ResultToJson(ExampleResult()));

  EXPECT_EQ(back->suite_name, "chat");
  EXPECT_EQ(back->suite_version, 3);
  EXPECT_EQ(back->suite_digest, "sha256:8899aabbccddeeff");
  EXPECT_EQ(back->suite_path, "suites/chat.json");
  EXPECT_EQ(back->target_name, "local");
  EXPECT_EQ(back->environment, "dev");
  EXPECT_EQ(back->target_path, "suites/targets/local.json");
  EXPECT_EQ(back->model, "m-8b");
  EXPECT_EQ(back->session_id, "5f0c2a");
  EXPECT_EQ(back->measured_at, "2026-01-31T11:59:00Z");
  EXPECT_EQ(back->metric_definitions, 4);
  EXPECT_EQ(back->grader_version, 5);
  EXPECT_EQ(back->seed, 9'000'000'000'000'000'000u);
  EXPECT_EQ(back->session_spread, 0.045);
  EXPECT_EQ(back->restart, "side");
  EXPECT_EQ(back->runs_a_side, 8);
  EXPECT_EQ(back->looks, (std::vector<int>{4, 6, 8}));
  EXPECT_EQ(back->stopped_because, "every gate metric is decided");
  EXPECT_EQ(back->base_name, "release-1");
  ASSERT_TRUE(back->base_evidence);
  EXPECT_EQ(back->base_evidence->server, ExampleResult().base_evidence->server);
  EXPECT_TRUE(back->quality_asked);
  EXPECT_EQ(back->quality_not_run, ExampleResult().quality_not_run);
  EXPECT_TRUE(back->interrupted);
  EXPECT_EQ(back->command_line, ExampleResult().command_line);
  EXPECT_EQ(back->evidence.server, ExampleResult().evidence.server);
}

TEST(ResultJson, ReadsBackEveryFieldOfARun) {
  const Result<ResultFile> back = Read(ResultToJson(ExampleResult()));
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->runs.size(), 1u);
  const RunResult& run = back->runs[0];
  EXPECT_EQ(run.scenario, "single");
  EXPECT_EQ(run.run, 1);
  EXPECT_EQ(run.side, "base");
  EXPECT_EQ(run.metrics.values.at("ttft_ms.p99").value, 1.0 / 3);
  EXPECT_EQ(run.conservation.planned, 24);
  EXPECT_EQ(run.conservation.by_outcome, ExampleRun().conservation.by_outcome);
  EXPECT_EQ(run.conservation.not_started, 1);
  EXPECT_EQ(run.finish_reasons, ExampleRun().finish_reasons);
  EXPECT_EQ(run.failures, ExampleRun().failures);
  EXPECT_EQ(run.invalid, ExampleRun().invalid);
  EXPECT_EQ(run.server_died, "exit status 137");
  EXPECT_EQ(run.server_restarted, "its start time moved");
  EXPECT_EQ(run.usage_disagrees, "usage contradicts 1 of 22 answers");
  EXPECT_EQ(run.token_sources, ExampleRun().token_sources);
  EXPECT_EQ(run.client.cpu_s, 0.25);
  EXPECT_EQ(run.client.wall_s, 2.5);
  EXPECT_EQ(run.client.foreign_cpu_s, 1.75);
  EXPECT_EQ(run.client.events, 3000u);
  EXPECT_EQ(run.client.events_with_kernel_stamp, 2999u);
  EXPECT_EQ(run.client.events_sharing_a_read, 7u);
  EXPECT_EQ(run.started_at, "2026-01-31T12:00:00Z");
}

TEST(ResultJson, ReadsBackEveryFieldOfAScenario) {
  const Result<ResultFile> back = Read(ResultToJson(ExampleResult()));
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->scenarios.size(), 1u);
  const ScenarioSummary& scenario = back->scenarios[0];
  EXPECT_EQ(scenario.name, "single");
  EXPECT_EQ(scenario.concurrency, 2);
  EXPECT_EQ(scenario.requests, 24);
  EXPECT_EQ(scenario.max_tokens, 64);
  EXPECT_FALSE(scenario.stream);
  EXPECT_TRUE(scenario.fixed_length);
  EXPECT_EQ(scenario.plan_digest, "sha256:0123456789abcdef");
  EXPECT_EQ(scenario.base_plan_digest, "sha256:fedcba9876543210");
  EXPECT_EQ(scenario.suite_line, 14);
}

TEST(ResultJson, KeepsAResultWithoutRunsOrCases) {
  ResultFile bare = ExampleResult();
  bare.runs.clear();
  bare.scenarios.clear();
  bare.quality.clear();
  bare.evidence = {};
  bare.command_line.clear();
  const Result<ResultFile> back = Read(ResultToJson(bare));
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_EQ(ResultToJson(*back), ResultToJson(bare));
}

TEST(ResultJson, LeavesOutABaseThatWasNotMeasuredAndAStopThatDidNotHappen) {
  ResultFile result = ExampleResult();
  result.stopped_because.reset();
  result.base_name.reset();
  result.base_evidence.reset();
  result.scenarios[0].base_plan_digest.reset();
  const Result<ResultFile> back = Read(ResultToJson(result));
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_FALSE(back->stopped_because || back->base_name || back->base_evidence || back->scenarios[0].base_plan_digest);
}

TEST(ResultJson, RefusesLooksThatDoNotRise) {
  for (const char* text : {"[]", "[4, 4]", "[6, 4]", "[0]", "[4.5]", "[\"4\"]"}) {
    const Json looks = Json::parse(text);
    Json json = ResultToJson(ExampleResult());
    json["session"]["looks"] = looks;
    EXPECT_FALSE(Read(json).ok()) << looks;
  }
}

TEST(ResultJson, LeavesOutFaultsThatDidNotHappen) {
  ResultFile result = ExampleResult();
  result.runs[0].server_died.reset();
  result.runs[0].server_restarted.reset();
  result.runs[0].usage_disagrees.reset();
  const Result<ResultFile> back = Read(ResultToJson(result));
  ASSERT_TRUE(back.ok());
  EXPECT_FALSE(back->runs[0].server_died || back->runs[0].server_restarted || back->runs[0].usage_disagrees);
}

TEST(ResultJson, CanBeReadAgainWhateverBytesAServerCalledItsFinishReasons) {
  ResultFile result = ExampleResult();
  result.runs[0].finish_reasons = {{"\xFF", 1}, {"\xFE", 2}, {"", 3}};
  result.runs[0].failures = {"server said \xC3\x28"};
  const Result<ResultFile> back = Read(ResultToJson(result));
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_EQ(back->runs[0].finish_reasons.at("\xEF\xBF\xBD"), 3);  // U+FFFD, once
}

TEST(ResultJson, RefusesWhatIsWrongWithItsPlace) {
  EXPECT_THAT(ErrorAfter([](Json& json) { json["schema"] = "inferproof.result/2"; }),
              HasSubstr("schema: must be \"inferproof.result/1\""));
  EXPECT_THAT(ErrorAfter([](Json& json) { json.erase("runs"); }), HasSubstr("needs the key \"runs\""));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["run"] = 1; }), HasSubstr("Did you mean \"runs\"?"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["suite"]["seed"] = -1; }), HasSubstr("suite.seed: must be >= 0"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["suite"]["name"] = ""; }), HasSubstr("suite.name"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["target"]["restart"] = "sides"; }), HasSubstr("Did you mean \"side\"?"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["runs"][0]["side"] = "bass"; }), HasSubstr("runs[0].side"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["runs"][0]["requests"]["by_outcome"]["completed"] = 1.5; }),
              HasSubstr("runs[0].requests.by_outcome.completed: must be a whole number >= 0"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["runs"][0]["failures"] = std::vector<std::string>(11, "x"); }),
              HasSubstr("at most 10"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["runs"][0]["client"].erase("events"); }),
              HasSubstr("runs[0].client: needs the key \"events\""));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["quality"]["cases"][0]["asks"][0]["grade"] = "good"; }),
              HasSubstr("quality.cases[0].asks[0].grade"));
  EXPECT_THAT(ErrorAfter([](Json& json) { json["evidence"]["notes"] = 3; }), HasSubstr("evidence.notes"));
}

TEST(ResultJson, NamesTheFirstWrongElement) {
  EXPECT_THAT(ErrorAfter([](Json& json) {
                json["runs"].push_back(json["runs"][0]);
                json["runs"][1].erase("metrics");
              }),
              HasSubstr("runs[1]: needs the key \"metrics\""));
}

TEST(ResultDigest, IsThatOfTheContentAlone) {
  EXPECT_EQ(ResultDigest(ExampleResult()), ResultDigest(ExampleResult()));
  EXPECT_THAT(ResultDigest(ExampleResult()), ::testing::MatchesRegex("sha256:[0-9a-f]+"));
  ResultFile other = ExampleResult();
  other.runs[0].metrics.values["ttft_ms.p50"].value += 1e-9;
  EXPECT_NE(ResultDigest(other), ResultDigest(ExampleResult()));
}

TEST(ResultDigest, IsTheSameAfterWritingAndReading) {
  const Result<ResultFile> back = Read(ResultToJson(ExampleResult()));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(ResultDigest(*back), ResultDigest(ExampleResult()));
}

}  // namespace
}  // namespace inferproof
