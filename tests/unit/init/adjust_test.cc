#include "harness/init/adjust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/init/embedded.h"
#include "harness/json/document.h"

namespace inferproof {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kCommit = "0123456789abcdef0123456789abcdef01234567";

std::string Workflow() { return EmbeddedFile(".github/workflows/perf-gate.yml").value_or(""); }

TEST(AdjustTarget, HostileNamesStayText) {
  const std::string model = "m\", \"command\": [\"sh\"], \"x\": \"$(touch y)'";
  const Result<std::string> text =
      AdjustTarget(EmbeddedFile("suites/targets/endpoint.json").value_or(""), "endpoint.json", {.model = model});
  ASSERT_TRUE(text.ok());
  const Result<Document> read = Document::Parse(*text, "endpoint.json");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->root().at("model"), model);
  EXPECT_FALSE(read->root().contains("command"));
}

TEST(AdjustTarget, NamesNoKeyVariableThatTheUserDidNotName) {
  const std::string shipped = EmbeddedFile("suites/targets/endpoint.json").value_or("");
  EXPECT_THAT(shipped, HasSubstr("api_key_env"));
  EXPECT_THAT(*AdjustTarget(shipped, "endpoint.json", {}), Not(HasSubstr("api_key_env")));
  EXPECT_THAT(*AdjustTarget(shipped, "endpoint.json", {.api_key_env = "MY_KEY"}), HasSubstr("\"MY_KEY\""));
}

TEST(AdjustSuite, AnotherTargetIsNamedAndNothingElseChanges) {
  const std::string shipped = EmbeddedFile("suites/smoke.json").value_or("");
  const Result<std::string> text = AdjustSuite(shipped, "targets/vllm.json");
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(*text, HasSubstr("\"target\": \"targets/vllm.json\""));
  // "reference" has five letters more than "vllm".
  EXPECT_EQ(text->size() + 5, shipped.size());
}

TEST(AdjustSuite, AShippedFileThatLostItsTargetIsAnInternalError) {
  const Result<std::string> text = AdjustSuite("{}", "targets/vllm.json");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, ErrorCode::kInternal);
}

TEST(AdjustWorkflow, ChecksTheSourceOutAndUsesItsAction) {
  const Result<std::string> text = AdjustWorkflow(Workflow(), std::string("owner/name@") + kCommit);
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(*text, HasSubstr("repository: owner/name\n          ref: " + std::string(kCommit)));
  EXPECT_THAT(*text, HasSubstr("uses: ./.inferproof/ci/action"));
  EXPECT_THAT(*text, Not(HasSubstr(" ./ci/action")));
  EXPECT_THAT(*text, Not(HasSubstr("# inferproof-source")));
  EXPECT_THAT(*text, HasSubstr("require-baseline: \"true\""));
}

TEST(AdjustWorkflow, WithoutASourceTheRepositoryVariablesSay) {
  EXPECT_THAT(*AdjustWorkflow(Workflow(), ""), HasSubstr("repository: ${{ vars.INFERPROOF_REPOSITORY }}"));
}

TEST(AdjustWorkflow, RefusesASourceThatCanMoveOrHoldsMore) {
  for (const std::string source : {"owner/name@main", "owner/name", "owner@name/0123", "a b/name@0123",
                                   "owner/name\n          x: y@0123456789abcdef0123456789abcdef01234567"}) {
    const Result<std::string> text = AdjustWorkflow(Workflow(), source);
    ASSERT_FALSE(text.ok()) << source;
    EXPECT_EQ(text.error().code, ErrorCode::kUsage);
  }
}

TEST(WithLines, AddsWhatIsMissingAndKeepsWhatIsThere) {
  EXPECT_EQ(WithLines("build/\n/out/", "# ours", {"/out/", "/.env"}), "build/\n/out/\n# ours\n/.env\n");
  EXPECT_EQ(WithLines("/out/\n/.env\n", "# ours", {"/out/", "/.env"}), "/out/\n/.env\n");
  EXPECT_EQ(WithLines("", "# ours", {"/out/"}), "# ours\n/out/\n");
}

}  // namespace
}  // namespace inferproof
