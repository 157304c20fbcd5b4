#include "harness/cli/ci_system.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/fake_environment.h"

namespace inferproof {
namespace {

CiSystem Detected(const std::map<std::string, std::string>& variables) {
  return DetectCi(FakeEnvironment(variables), "auto");
}

TEST(CiSystem, IsToldByItsVariable) {
  EXPECT_EQ(Detected({{"GITHUB_ACTIONS", "true"}, {"CI", "true"}}), CiSystem::kGithub);
  EXPECT_EQ(Detected({{"GITLAB_CI", "true"}, {"CI", "true"}}), CiSystem::kGitlab);
  EXPECT_EQ(Detected({{"TF_BUILD", "True"}}), CiSystem::kAzure);
  EXPECT_EQ(Detected({{"BUILDKITE", "true"}, {"CI", "true"}}), CiSystem::kBuildkite);
  EXPECT_EQ(Detected({{"TEAMCITY_VERSION", "2024.12"}}), CiSystem::kTeamcity);
  EXPECT_EQ(Detected({{"JENKINS_URL", "https://ci.example/"}}), CiSystem::kJenkins);
}

TEST(CiSystem, AnUnknownOneGetsPlainLinesAndAPersonNone) {
  EXPECT_EQ(Detected({{"CI", "true"}}), CiSystem::kPlain);
  EXPECT_EQ(Detected({{"HOME", "/root"}}), CiSystem::kNone);
  EXPECT_EQ(Detected({{"GITHUB_ACTIONS", "false"}, {"JENKINS_URL", ""}}), CiSystem::kNone);
}

TEST(CiSystem, IsWhatTheFlagSays) {
  const FakeEnvironment environment(std::map<std::string, std::string>{{"GITHUB_ACTIONS", "true"}});
  EXPECT_EQ(DetectCi(environment, "none"), CiSystem::kNone);
  EXPECT_EQ(DetectCi(environment, "teamcity"), CiSystem::kTeamcity);
}

TEST(CiSystem, SaysWhereTheCheckoutIs) {
  const FakeEnvironment environment({{"CI_PROJECT_DIR", "/builds/x"}, {"GITHUB_WORKSPACE", "/home/runner/x"}});
  EXPECT_EQ(CiWorkspace(environment, CiSystem::kGitlab), "/builds/x");
  EXPECT_EQ(CiWorkspace(environment, CiSystem::kTeamcity), "");
}

}  // namespace
}  // namespace inferproof
