#include <gmock/gmock.h>

#include "tests/unit/suite/target_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TargetBase, IsNothingUnlessTheFileNamesOne) { EXPECT_EQ(TargetBuilder::ForCommand().Loaded().base, nullptr); }

TEST(TargetBase, TakesFromTheTargetWhatItDoesNotSay) {
  const Target target = TargetBuilder::ForCommand()
                            .Set("dialect", "vllm")
                            .Set("restart", "side")
                            .Set("readiness", {{"path", "/ready"}})
                            .Set("headers", {{"X-Team", "a"}})
                            .Set("api_key_env", "MY_KEY")
                            .Set("declared", {{"precision", "bf16"}})
                            .Set("command_environment", {{"OMP_NUM_THREADS", "4"}})
                            .Set("base", {{"command", {"old", "{port}", "{model}"}}})
                            .Loaded();
  ASSERT_NE(target.base, nullptr);
  const Target& base = *target.base;
  EXPECT_EQ(base.name, "base");
  EXPECT_THAT(base.command, ElementsAre("old", "{port}", "{model}"));
  EXPECT_EQ(base.model, "m");
  EXPECT_EQ(base.dialect, "vllm");
  EXPECT_EQ(base.restart, Restart::kSide);
  EXPECT_EQ(base.readiness.path, "/ready");
  EXPECT_EQ(base.headers.at("x-team"), "a");
  EXPECT_EQ(base.api_key_env, "MY_KEY");
  EXPECT_EQ(base.declared.facts.at("precision"), "bf16");
  EXPECT_EQ(base.command_environment.at("OMP_NUM_THREADS"), "4");
  EXPECT_EQ(base.working_directory, "/repo");
}

TEST(TargetBase, SaysOtherwiseWhereItDoes) {
  const Target target = TargetBuilder::ForCommand()
                            .Set("headers", {{"X-Team", "a"}})
                            .Set("declared", {{"precision", "bf16"}})
                            .Set("base", {{"name", "release-1"},
                                          {"command", {"old", "{port}"}},
                                          {"model", "m-old"},
                                          {"headers", {{"X-Team", "b"}}},
                                          {"api_key_env", "BASE_KEY"},
                                          {"declared", {{"precision", "fp8"}}}})
                            .Loaded();
  const Target& base = *target.base;
  EXPECT_EQ(base.name, "release-1");
  EXPECT_EQ(base.model, "m-old");
  EXPECT_EQ(base.headers.at("x-team"), "b");
  EXPECT_EQ(base.api_key_env, "BASE_KEY");
  EXPECT_EQ(base.declared.facts.at("precision"), "fp8");
  EXPECT_EQ(target.headers.at("x-team"), "a");
  EXPECT_EQ(target.api_key_env, std::nullopt);
}

TEST(TargetBase, MayBeAnEndpointBesideACommand) {
  const Target target = TargetBuilder::ForCommand().Set("base", {{"endpoint", "http://127.0.0.1:8001/v1"}}).Loaded();
  EXPECT_TRUE(target.managed());
  EXPECT_FALSE(target.base->managed());
  EXPECT_EQ(target.base->endpoint, "http://127.0.0.1:8001");
  EXPECT_EQ(target.base->restart, Restart::kNever);
}

TEST(TargetBase, ItsSecretsAreKnownToTheTarget) {
  const Target target = TargetBuilder::ForCommand()
                            .With("BASE_TOKEN", "t-0123456789")
                            .Set("base", {{"command", {"old", "{port}", "--api-key", "${BASE_TOKEN}"}}})
                            .Loaded();
  EXPECT_THAT(target.secrets, Contains("t-0123456789"));
}

TEST(TargetBase, IsRefusedWithPlaceAndNearestKey) {
  const std::string refusal =
      TargetBuilder::ForCommand().Set("base", {{"command", {"old", "{port}"}}, {"modell", "m"}}).Refusal();
  EXPECT_THAT(refusal, HasSubstr("/repo/suites/targets/mine.json:"));
  EXPECT_THAT(refusal, HasSubstr("modell"));
  EXPECT_THAT(refusal, HasSubstr("\"model\""));
}

}  // namespace
}  // namespace inferproof
