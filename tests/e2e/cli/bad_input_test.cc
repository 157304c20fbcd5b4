#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/cli_process.h"
#include "tests/support/tiny_http_server.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

TEST(BadInput, MissingSuiteExitsWith2) {
  GateDirectory directory;
  const CliOutcome outcome = directory.Run({"gate", "suites/nothing.json"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("suites/nothing.json"));
}

TEST(BadInput, BrokenJsonNamesLineAndColumn) {
  GateDirectory directory;
  directory.Write("suites/broken.json", "{\n  \"name\": \"x\",\n}\n");
  const CliOutcome outcome = directory.Run({"gate", "suites/broken.json"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("suites/broken.json:3:1"));
}

TEST(BadInput, WrongTypeNamesThePath) {
  GateDirectory directory;
  directory.WriteSuite("\"requests\": 12", "\"requests\": \"12\"");
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("scenarios[0].load.requests: must be a whole number, got \"12\""));
}

TEST(BadInput, UnknownKeyGetsTheNearestKnownOne) {
  GateDirectory directory;
  directory.WriteSuite("\"seed\": 7", "\"sed\": 7");
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("seed"));
}

TEST(BadInput, UnknownFlagExitsWith2) {
  GateDirectory directory;
  EXPECT_EQ(directory.Run({"gate", "suites/quick.json", "--strickt"}).exit_code, 2);
  EXPECT_EQ(directory.Run({}).exit_code, 2);
}

TEST(BadInput, UnreachableEndpointExitsWith3) {
  GateDirectory directory;
  const CliOutcome outcome = directory.Run(
      {"gate", "suites/quick.json", "--endpoint", "http://127.0.0.1:1", "--model", "m", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("127.0.0.1:1"));
}

TEST(BadInput, WrongKeyExitsWith2) {
  GateDirectory directory;
  TinyHttpServer server([](const std::string& path) {
    if (path == "/health") return TinyResponse{200, "application/json", "{}"};
    return TinyResponse{401, "application/json", R"({"error":{"message":"bad key"}})"};
  });
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--endpoint", server.url(), "--model", "m", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("401"));
}

TEST(BadInput, AKeyThatMayListButNotAskExitsWith2) {
  GateDirectory directory;
  TinyHttpServer server([](const std::string& path) {
    if (path == "/v1/models") return TinyResponse{200, "application/json", R"({"data":[{"id":"m"}]})"};
    if (path == "/v1/chat/completions")
      return TinyResponse{403, "application/json", R"({"error":{"message":"not yours"}})"};
    return TinyResponse{200, "application/json", "{}"};
  });
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--endpoint", server.url(), "--model", "m", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("HTTP 403: not yours"));
}

TEST(BadInput, ARuleOnAnUnknownMetricIsRefused) {
  GateDirectory directory;
  directory.WriteSuite("\"metric\": \"ttft_ms.p50\"", "\"metric\": \"tftt_ms.p50\"");
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("Did you mean \"ttft_ms.p50\"?"));
}

TEST(BadInput, AResultIsNeverOverwritten) {
  GateDirectory directory;
  ASSERT_EQ(directory.Run({"run", "suites/quick.json", "--out", "out/x", "--runs", "2"}).exit_code, 0);
  const std::string before = directory.Text("out/x/result.json");
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("never overwritten"));
  EXPECT_EQ(directory.Text("out/x/result.json"), before);
}

TEST(BadInput, UnknownModelNamesTheModelsThereAre) {
  GateDirectory directory;
  TinyHttpServer server([](const std::string& path) {
    if (path == "/v1/models")
      return TinyResponse{200, "application/json", R"({"object":"list","data":[{"id":"llama-8b"},{"id":"qwen"}]})"};
    return TinyResponse{200, "application/json", "{}"};
  });
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--endpoint", server.url(), "--model", "lama-8b", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("llama-8b"));
  EXPECT_THAT(outcome.output, HasSubstr("qwen"));
}

TEST(BadInput, AnHtmlPageInPlaceOfJsonIsSaid) {
  GateDirectory directory;
  TinyHttpServer server([](const std::string&) {
    return TinyResponse{200, "text/html", "<!DOCTYPE html><html>login</html>"};
  });
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--endpoint", server.url(), "--model", "m", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("HTML"));
}

TEST(BadInput, AConflictedBaselineIsRefusedAndLeftUntouched) {
  GateDirectory directory;
  const std::string conflicted = "{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> other\n}\n";
  directory.Write("baselines/reference/default/quick.json", conflicted);
  const CliOutcome gated = directory.Run({"gate", "suites/quick.json", "--out", "out/x"});
  EXPECT_EQ(gated.exit_code, 2) << gated.output;
  EXPECT_THAT(gated.output, HasSubstr("baselines/reference/default/quick.json:2:1: merge-conflict markers"));
  EXPECT_FALSE(std::filesystem::exists(directory.At("out/x/samples.jsonl")));

  const CliOutcome measured = directory.Run({"run", "suites/quick.json", "--out", "out/y", "--runs", "2"});
  ASSERT_EQ(measured.exit_code, 0) << measured.output;
  const CliOutcome updated = directory.Run({"baseline", "update", "out/y", "--reason", "over it"});
  EXPECT_EQ(updated.exit_code, 2) << updated.output;
  EXPECT_EQ(directory.Text("baselines/reference/default/quick.json"), conflicted);
}

TEST(BadInput, AnUnsetVariableIsNamed) {
  GateDirectory directory;
  directory.WriteTarget("keyed.json", {}, R"(, "api_key_env": "INFERPROOF_TEST_UNSET_KEY")");
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/keyed.json", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("INFERPROOF_TEST_UNSET_KEY"));
}

TEST(BadInput, AServerThatDoesNotStartShowsItsLog) {
  GateDirectory directory;
  directory.WriteTarget("broken.json", {"--fault", "slwo=0.2"});
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/broken.json", "--out", "out/x"});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("slwo"));
}

}  // namespace
}  // namespace inferproof
