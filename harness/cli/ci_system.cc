#include "harness/cli/ci_system.h"

#include <vector>

#include "harness/base/text.h"

namespace inferproof {
namespace {

struct CiRow {
  CiSystem system;
  const char* name;
  const char* variable;   // that tells the system; nullptr: none does
  const char* value;      // which it must have, in any case; nullptr: any but an empty one
  const char* workspace;  // names the directory of the checkout; nullptr: the current one is all there is
};

constexpr CiRow kSystems[] = {
    {CiSystem::kGithub, "github", "GITHUB_ACTIONS", "true", "GITHUB_WORKSPACE"},
    {CiSystem::kGitlab, "gitlab", "GITLAB_CI", "true", "CI_PROJECT_DIR"},
    {CiSystem::kAzure, "azure", "TF_BUILD", "true", "BUILD_SOURCESDIRECTORY"},
    {CiSystem::kBuildkite, "buildkite", "BUILDKITE", "true", "BUILDKITE_BUILD_CHECKOUT_PATH"},
    {CiSystem::kTeamcity, "teamcity", "TEAMCITY_VERSION", nullptr, nullptr},
    {CiSystem::kJenkins, "jenkins", "JENKINS_URL", nullptr, "WORKSPACE"},
    {CiSystem::kPlain, "plain", "CI", "true", nullptr},
    {CiSystem::kNone, "none", nullptr, nullptr, nullptr},
};

bool Tells(const CiRow& row, const Environment& environment) {
  if (row.variable == nullptr) return true;
  const std::string value = environment.Get(row.variable).value_or("");
  return row.value == nullptr ? !value.empty() : ToLowerAscii(value) == row.value;
}

}  // namespace

void AddCiFlag(CLI::App& command, std::string* ci) {
  std::vector<std::string> names = {"auto"};
  for (const CiRow& row : kSystems) names.emplace_back(row.name);
  command.add_option("--ci", *ci, "Whose annotations and files to write; auto: as the environment says")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
}

CiSystem DetectCi(const Environment& environment, const std::string& asked) {
  for (const CiRow& row : kSystems) {
    if (asked == "auto" ? Tells(row, environment) : asked == row.name) return row.system;
  }
  return CiSystem::kNone;
}

std::string CiWorkspace(const Environment& environment, CiSystem ci) {
  for (const CiRow& row : kSystems) {
    if (row.system == ci && row.workspace != nullptr) return environment.Get(row.workspace).value_or("");
  }
  return "";
}

}  // namespace inferproof
