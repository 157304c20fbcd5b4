#include "harness/init/ci_system.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

std::string Detected(const std::string& url, std::set<std::string> present = {}) {
  return DetectCiSystem({"[core]\n\tbare = false\n[remote \"origin\"]\n\turl = " + url + "\n", std::move(present)})
      .name;
}

TEST(DetectCiSystem, ReadsTheHostOfTheRemoteInEveryForm) {
  EXPECT_EQ(Detected("git@github.com:owner/name.git"), "github");
  EXPECT_EQ(Detected("https://user@gitlab.example.org/group/name"), "gitlab");
  EXPECT_EQ(Detected("ssh://git@ssh.dev.azure.com:22/v3/org/project/name"), "azure");
  EXPECT_EQ(Detected("https://org.visualstudio.com/project/_git/name"), "azure");
}

TEST(DetectCiSystem, APathOrAnOwnerThatNamesAHostIsNoHost) {
  EXPECT_EQ(Detected("/srv/gitlab/name.git"), "github");
  EXPECT_EQ(Detected("https://example.org/gitlab/name.git"), "github");
}

TEST(DetectCiSystem, FilesOfACiSystemSayMoreThanTheHost) {
  EXPECT_EQ(Detected("git@github.com:owner/name.git", {"Jenkinsfile"}), "jenkins");
  EXPECT_EQ(Detected("git@github.com:owner/name.git", {".buildkite"}), "buildkite");
  EXPECT_EQ(Detected("git@gitlab.com:owner/name.git", {".github/workflows"}), "github");
}

TEST(DetectCiSystem, SaysWhatItWentBy) {
  EXPECT_EQ(DetectCiSystem({"", {".gitlab-ci.yml"}}).because, "there is .gitlab-ci.yml");
  EXPECT_EQ(DetectCiSystem({}).because, "nothing here says otherwise");
}

}  // namespace
}  // namespace inferproof
