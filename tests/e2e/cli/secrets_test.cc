#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/cli_process.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kKey = "sk-test-4f9a77c1d2e8";

// Everything a gate leaves behind, in one text.
std::string AllFilesBelow(const std::string& directory) {
  std::string text;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && entry.path().filename() != ".env") text += ReadFileText(entry.path());
  }
  return text;
}

TEST(Secrets, TheKeyOpensTheServerAndIsInNoFileAndNoLog) {
  GateDirectory directory;
  directory.WriteTarget("keyed.json", {"--api-key-env", "SERVER_KEY"},
                        R"(, "api_key_env": "CLIENT_KEY", "command_environment": {"SERVER_KEY": "${CLIENT_KEY}"})");
  const CliOutcome outcome = directory.Run(
      {"gate", "suites/quick.json", "--target", "suites/targets/keyed.json", "--out", "out/keyed", "--ci", "github"},
      {{"CLIENT_KEY", kKey}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdict: new"));
  EXPECT_THAT(AllFilesBelow(directory.At(".")), Not(HasSubstr(kKey)));
}

TEST(Secrets, TheKeyMayComeFromDotEnv) {
  GateDirectory directory;
  directory.Write(".env", std::string("CLIENT_KEY=") + kKey + "\n");
  directory.WriteTarget("keyed.json", {"--api-key-env", "SERVER_KEY"},
                        R"(, "api_key_env": "CLIENT_KEY", "command_environment": {"SERVER_KEY": "${CLIENT_KEY}"})");
  const CliOutcome outcome = directory.Run(
      {"run", "suites/quick.json", "--target", "suites/targets/keyed.json", "--out", "out/keyed", "--runs", "1"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(AllFilesBelow(directory.At(".")), Not(HasSubstr(kKey)));
}

TEST(Secrets, AWrongKeyIsRefusedWithoutShowingIt) {
  GateDirectory directory;
  directory.WriteTarget(
      "keyed.json", {"--api-key-env", "SERVER_KEY"},
      R"(, "api_key_env": "CLIENT_KEY", "command_environment": {"SERVER_KEY": "another-key-entirely"})");
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/keyed.json", "--out", "out/keyed"},
                    {{"CLIENT_KEY", kKey}});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, Not(HasSubstr(kKey)));
  EXPECT_THAT(AllFilesBelow(directory.At(".")), Not(HasSubstr(kKey)));
}

}  // namespace
}  // namespace inferproof
