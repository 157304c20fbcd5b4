#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "harness/json/schema.h"
#include "harness/suite/suite.h"
#include "harness/suite/target.h"
#include "tests/support/fake_environment.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;

const std::filesystem::path kSuites = std::filesystem::path(INFERPROOF_SOURCE_DIR) / "suites";

Json Parsed(const std::filesystem::path& path) {
  std::ifstream file(path);
  return Json::parse(std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
}

void ExpectFitsSchema(const std::string& kind, const std::filesystem::path& path) {
  const auto problems = CheckSchema(Parsed(kSuites / "schema" / (kind + ".schema.json")), Parsed(path));
  ASSERT_TRUE(problems.ok()) << problems.error().Text();
  EXPECT_THAT(*problems, ElementsAre()) << path;
}

TEST(ShippedFiles, SmokeSuiteLoads) {
  RealFileSystem files;
  const std::filesystem::path path = kSuites / "smoke.json";
  const Result<Suite> suite = LoadSuite(files, path.string());
  ASSERT_TRUE(suite.ok()) << suite.error().Text();
  ASSERT_EQ(suite->scenarios.size(), 2u);
  EXPECT_EQ(suite->scenarios[0].name, "single");
  EXPECT_EQ(suite->scenarios[1].warmup_requests, 8);
  EXPECT_EQ(suite->scenarios[0].prompts.prompts.size(), 48u);
  EXPECT_TRUE(files.Exists(*suite->target));
  ExpectFitsSchema("suite", path);
}

TEST(ShippedFiles, TargetsLoadWithoutAnyVariable) {
  RealFileSystem files;
  const FakeEnvironment empty;
  for (const char* name : {"reference.json", "endpoint.json"}) {
    const std::filesystem::path path = kSuites / "targets" / name;
    const Result<Target> target = LoadTarget(files, empty, path.string());
    ASSERT_TRUE(target.ok()) << target.error().Text();
    EXPECT_EQ(target->name + ".json", name);
    ExpectFitsSchema("target", path);
  }
}

TEST(ShippedFiles, TargetsWithABaseDifferFromItInWhatTheirNamesSay) {
  RealFileSystem files;
  const FakeEnvironment empty;
  const auto load = [&](const char* name) {
    const std::filesystem::path path = kSuites / "targets" / name;
    ExpectFitsSchema("target", path);
    const Result<Target> target = LoadTarget(files, empty, path.string());
    EXPECT_TRUE(target.ok()) << target.error().Text();
    return target.ok() ? *target : Target{};
  };
  const Target same = load("reference-base.json");
  ASSERT_NE(same.base, nullptr);
  EXPECT_EQ(same.command, same.base->command);
  const Target slower = load("reference-slower-than-base.json");
  ASSERT_NE(slower.base, nullptr);
  EXPECT_EQ(slower.base->command, same.base->command);
  EXPECT_NE(slower.command, slower.base->command);
}

TEST(ShippedFiles, PromptsAreOfTheLengthTheirNamesPromiseAndNoTwoAlike) {
  RealFileSystem files;
  const auto check = [&](const char* name, std::size_t count, std::int64_t shortest, std::int64_t longest) {
    const std::string path = (kSuites / "prompts" / name).string();
    const Result<PromptSet> set = ParsePromptSet(*files.Read(path), path);
    ASSERT_TRUE(set.ok()) << set.error().Text();
    EXPECT_EQ(set->prompts.size(), count);
    std::set<std::string> openings;
    for (const Prompt& prompt : set->prompts) {
      EXPECT_GE(prompt.chars, shortest) << prompt.id;
      EXPECT_LE(prompt.chars, longest) << prompt.id;
      EXPECT_TRUE(openings.insert(prompt.text.substr(0, 20)).second) << prompt.id << " opens like another";
    }
  };
  check("short.jsonl", 48, 60, 220);
  check("medium.jsonl", 16, 600, 1200);
}

}  // namespace
}  // namespace inferproof
