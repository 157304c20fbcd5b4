#include "harness/init/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/base/text.h"

namespace inferproof {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

InitPlan PlanOf(const InitChoice& choice, const RepositoryFacts& facts = {}) {
  Result<InitPlan> plan = PlanInit(choice, facts, "");
  EXPECT_TRUE(plan.ok());
  return plan.ok() ? *std::move(plan) : InitPlan{};
}

std::vector<std::string> PathsOf(const InitPlan& plan) {
  std::vector<std::string> paths;
  for (const InitFile& file : plan.files) paths.push_back(file.path);
  return paths;
}

std::string TextOf(const InitPlan& plan, const std::string& path) {
  for (const InitFile& file : plan.files) {
    if (file.path == path) return file.text;
  }
  return "no file " + path;
}

std::string InRepository(const std::string& path) {
  std::ifstream file(std::filesystem::path(INFERPROOF_SOURCE_DIR) / path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string ErrorOf(const InitChoice& choice) {
  const Result<InitPlan> plan = PlanInit(choice, {}, "");
  return plan.ok() ? "no error" : plan.error().Text();
}

TEST(PlanInit, WithoutAnyFlagTheReferenceEngineIsGatedOnGithub) {
  const InitPlan plan = PlanOf({.ci = "github"});
  EXPECT_EQ(PathsOf(plan),
            (std::vector<std::string>{"suites/smoke.json", "suites/targets/reference.json",
                                      "suites/prompts/short.jsonl", "quality/smoke.jsonl",
                                      ".github/workflows/perf-gate.yml", ".github/workflows/perf-comment.yml",
                                      ".github/workflows/perf-baseline.yml", ".github/workflows/nightly.yml",
                                      ".github/pull_request_template.md", ".github/CODEOWNERS", ".gitignore"}));
  EXPECT_EQ(plan.next_command, "inferproof gate suites/smoke.json");
}

TEST(PlanInit, WhatItWritesIsWhatThisRepositoryRunsOn) {
  const InitPlan plan = PlanOf({.ci = "github"});
  for (const char* path : {"suites/smoke.json", "suites/targets/reference.json", "suites/prompts/short.jsonl",
                           "quality/smoke.jsonl", ".github/pull_request_template.md"}) {
    EXPECT_EQ(TextOf(plan, path), InRepository(path)) << path;
  }
  EXPECT_EQ(TextOf(PlanOf({.ci = "gitlab"}), ".gitlab/inferproof.yml"), InRepository("ci/templates/gitlab.yml"));
}

TEST(PlanInit, EveryCiSystemFailsWithoutABaseline) {
  for (const std::string& ci : CiSystemNames()) {
    if (ci == "none") continue;
    std::string all;
    for (const InitFile& file : PlanOf({.ci = ci}).files) all += file.text;
    EXPECT_THAT(all, HasSubstr("require-baseline")) << ci;
  }
}

TEST(PlanInit, NoCiWritesNoWorkflowButTheChecklist) {
  const std::vector<std::string> paths = PathsOf(PlanOf({.ci = "none"}));
  EXPECT_EQ(paths.size(), 6u);
  EXPECT_THAT(paths, Contains("docs/perf_checklist.md"));
}

TEST(PlanInit, AnEndpointBringsItsDialectAndModel) {
  const InitPlan plan =
      PlanOf({.engine = "vllm", .endpoint = "http://127.0.0.1:8000/v1", .model = "m-8b", .ci = "none"});
  const std::string target = TextOf(plan, "suites/targets/endpoint.json");
  EXPECT_THAT(target, HasSubstr("\"dialect\": \"vllm\""));
  EXPECT_THAT(target, HasSubstr("\"endpoint\": \"http://127.0.0.1:8000\""));
  EXPECT_THAT(target, HasSubstr("\"model\": \"m-8b\""));
  EXPECT_THAT(TextOf(plan, "suites/smoke.json"), HasSubstr("targets/endpoint.json"));
}

TEST(PlanInit, SaysWhichTranscriptsAreStored) {
  EXPECT_THAT(Join(PlanOf({.ci = "github"}).notes, "\n"), HasSubstr("\"transcripts\": \"cases\""));
}

TEST(PlanInit, AGitlabFileThatIsThereIsNotTouched) {
  EXPECT_THAT(PathsOf(PlanOf({.ci = "gitlab"})), Contains(".gitlab-ci.yml"));
  const InitPlan plan = PlanOf({.ci = "gitlab"}, {.git_config = "", .present = {".gitlab-ci.yml"}});
  EXPECT_THAT(PathsOf(plan), Not(Contains(".gitlab-ci.yml")));
  EXPECT_THAT(Join(plan.notes, "\n"), HasSubstr("add to .gitlab-ci.yml"));
}

TEST(PlanInit, ACodeOwnersFileThatIsThereIsNotTouched) {
  const InitPlan plan = PlanOf({.ci = "github"}, {.git_config = "", .present = {"CODEOWNERS"}});
  EXPECT_THAT(PathsOf(plan), Not(Contains(".github/CODEOWNERS")));
  EXPECT_THAT(Join(plan.notes, "\n"), HasSubstr("to CODEOWNERS"));
}

TEST(PlanInit, RefusesWhatDoesNotFitWithWhatToDo) {
  EXPECT_THAT(ErrorOf({.engine = "endpoint", .ci = "none"}), HasSubstr("--endpoint URL"));
  EXPECT_THAT(ErrorOf({.engine = "vllm", .ci = "none"}), HasSubstr("--model"));
  EXPECT_THAT(ErrorOf({.engine = "reference", .model = "m", .ci = "none"}), HasSubstr("takes no"));
  EXPECT_THAT(ErrorOf({.endpoint = "http://u:secret@h", .model = "m", .ci = "none"}), Not(HasSubstr("secret")));
  EXPECT_THAT(ErrorOf({.endpoint = "http://h", .model = "${HOME}", .ci = "none"}), HasSubstr("${"));
  EXPECT_THAT(ErrorOf({.endpoint = "http://h", .model = "m", .api_key_env = "sk-123", .ci = "none"}),
              HasSubstr("never the key"));
}

}  // namespace
}  // namespace inferproof
