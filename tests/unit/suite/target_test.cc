#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/unit/suite/target_builder.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

TEST(Target, EndpointIsUsedAsItIsAndNeverRestarted) {
  const Target target = TargetBuilder::ForEndpoint().Loaded();
  EXPECT_EQ(target.endpoint, "http://127.0.0.1:8000");
  EXPECT_FALSE(target.managed());
  EXPECT_EQ(target.restart, Restart::kNever);
  EXPECT_EQ(target.environment, "default");
  EXPECT_EQ(target.dialect, "openai-compatible");
  EXPECT_EQ(target.readiness.path, "/health");
  EXPECT_EQ(target.session_spread, 0.03);
  EXPECT_FALSE(target.prices.has_value());
}

TEST(Target, CommandKeepsItsPlaceholdersForTheStarter) {
  const Target target =
      TargetBuilder::ForCommand().Set("command", {"{self}", "serve", "--port={port}", "--model", "{model}"}).Loaded();
  EXPECT_TRUE(target.managed());
  EXPECT_THAT(target.command, ElementsAre("{self}", "serve", "--port={port}", "--model", "{model}"));
  EXPECT_EQ(target.restart, Restart::kRun);
  EXPECT_EQ(target.working_directory, "/repo");
}

TEST(Target, CommandNeedsAPlaceForItsPort) {
  EXPECT_THAT(TargetBuilder::ForCommand().Set("command", {"server", "--port", "8000"}).Refusal(),
              HasSubstr("command: must hold {port}"));
  // A port that comes from a variable is not ours to choose.
  EXPECT_THAT(TargetBuilder::ForCommand().Set("command", {"server", "${P}"}).With("P", "{port}").Refusal(),
              HasSubstr("command: must hold {port}"));
}

TEST(Target, CommandKnowsAPlaceholderThatIsMisspelt) {
  EXPECT_THAT(TargetBuilder::ForCommand().Set("command", {"{slef}", "--port", "{port}"}).Refusal(),
              HasSubstr("command[0]: {slef} is filled with nothing. Did you mean {self}?"));
  // Other braces are the command's own.
  const Target target = TargetBuilder::ForCommand().Set("command", {"server", "{\"a\": {}}", "{port}"}).Loaded();
  EXPECT_EQ(target.command[1], "{\"a\": {}}");
}

TEST(Target, IsEitherAnEndpointOrACommand) {
  EXPECT_THAT(TargetBuilder::ForCommand().Set("endpoint", "http://h").Refusal(),
              HasSubstr("needs \"endpoint\" or \"command\", exactly one of them"));
  EXPECT_THAT(TargetBuilder::ForEndpoint().Set("restart", "run").Refusal(),
              HasSubstr("restart: only a target with a command has one"));
}

TEST(Target, ReadsEveryOptionalField) {
  const Target target = TargetBuilder::ForCommand()
                            .Set("environment", "a100")
                            .Set("restart", "side")
                            .Set("readiness", {{"path", "/ready"}, {"timeout_s", 1.5}, {"interval_ms", 20}})
                            .Set("dialect", "vllm")
                            .Set("api_key_env", "MY_KEY")
                            .Set("declared", {{"precision", "fp8"}})
                            .Set("prices", {{"currency", "USD"}, {"input_per_million", 1}, {"output_per_million", 2.5}})
                            .Set("session_spread", 0.002)
                            .Set("headers", {{"X-Team", "blue"}})
                            .Set("command_environment", {{"OMP_NUM_THREADS", "4"}})
                            .Set("working_directory", "../engine")
                            .Loaded();
  EXPECT_EQ(target.environment, "a100");
  EXPECT_EQ(target.restart, Restart::kSide);
  EXPECT_EQ(RestartName(target.restart), "side");
  EXPECT_EQ(target.readiness.path, "/ready");
  EXPECT_EQ(target.readiness.timeout, milliseconds(1500));
  EXPECT_EQ(target.readiness.interval, milliseconds(20));
  EXPECT_EQ(target.dialect, "vllm");
  EXPECT_EQ(target.api_key_env, "MY_KEY");
  EXPECT_THAT(target.declared.facts, ElementsAre(Pair("precision", "fp8")));
  EXPECT_EQ(target.prices->output_per_million, 2.5);
  EXPECT_EQ(target.session_spread, 0.002);
  EXPECT_THAT(target.headers, ElementsAre(Pair("x-team", "blue")));
  EXPECT_THAT(target.command_environment, ElementsAre(Pair("OMP_NUM_THREADS", "4")));
  EXPECT_EQ(target.working_directory, "/repo/suites/engine");
}

TEST(Target, FillsVariablesInWhereverTheyMayStand) {
  const Target target = TargetBuilder::ForCommand()
                            .With("ROOT", "/opt/engine")
                            .With("N", "4")
                            .Set("command", {"${ROOT}/bin/server", "--port", "{port}", "--x=${N}-${N}", "$N {N} $"})
                            .Set("command_environment", {{"LD_LIBRARY_PATH", "${ROOT}/lib"}})
                            .Set("working_directory", "${ROOT}")
                            .Set("headers", {{"x-n", "n=${N}"}})
                            .Loaded();
  EXPECT_THAT(target.command, ElementsAre("/opt/engine/bin/server", "--port", "{port}", "--x=4-4", "$N {N} $"));
  EXPECT_EQ(target.command_environment.at("LD_LIBRARY_PATH"), "/opt/engine/lib");
  EXPECT_EQ(target.working_directory, "/opt/engine");
  EXPECT_EQ(target.headers.at("x-n"), "n=4");
  EXPECT_EQ(TargetBuilder::ForEndpoint().With("H", "h:1").Set("endpoint", "http://${H}/v1").Loaded().endpoint,
            "http://h:1");
}

TEST(Target, ValueOfAVariableIsNotLookedAtAgain) {
  EXPECT_EQ(TargetBuilder::ForEndpoint().With("A", "${B}").Set("headers", {{"x", "${A}"}}).Loaded().headers.at("x"),
            "${B}");
}

TEST(Target, UnsetVariableIsNamedWithItsPlace) {
  const std::string refusal = TargetBuilder::ForCommand().Set("command", {"${NOPE}/s", "{port}"}).Refusal();
  EXPECT_THAT(refusal, HasSubstr("/repo/suites/targets/mine.json:3:3: command[0]: the variable NOPE is not set"));
  EXPECT_THAT(TargetBuilder::ForEndpoint().Set("headers", {{"x", "${A"}}).Refusal(),
              HasSubstr("headers.x: \"${\" must be followed by the name of a variable"));
}

TEST(Target, HeadersCannotSmuggleOthersIn) {
  EXPECT_THAT(TargetBuilder::ForEndpoint().With("A", "1\r\nauthorization: x").Set("headers", {{"x", "${A}"}}).Refusal(),
              HasSubstr("must not hold control characters"));
  EXPECT_THAT(TargetBuilder::ForEndpoint().Set("headers", {{"a: b", "1"}}).Refusal(),
              HasSubstr("not a name of a header"));
  EXPECT_THAT(TargetBuilder::ForEndpoint().Set("headers", {{"Host", "x"}}).Refusal(),
              HasSubstr("\"host\" is set by inferproof itself"));
  EXPECT_THAT(TargetBuilder::ForEndpoint().Set("headers", {{"a", "1"}, {"A", "2"}}).Refusal(),
              HasSubstr("\"a\" appears twice"));
}

TEST(Target, FromFlagsChecksTheFlags) {
  const Result<Target> target = TargetFromFlags("http://127.0.0.1:8000/v1", "m", "OPENAI_API_KEY");
  ASSERT_TRUE(target.ok()) << target.error().Text();
  EXPECT_EQ(target->endpoint, "http://127.0.0.1:8000");
  EXPECT_EQ(target->model, "m");
  EXPECT_EQ(target->restart, Restart::kNever);
  EXPECT_EQ(TargetFromFlags("127.0.0.1:8000", "m", {}).error().code, ErrorCode::kUsage);
  EXPECT_EQ(TargetFromFlags("http://h", "", {}).error().code, ErrorCode::kUsage);
  EXPECT_THAT(TargetFromFlags("http://h", "m", "sk-12345678").error().Text(), Not(HasSubstr("12345678")));
}

}  // namespace
}  // namespace inferproof
