#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "harness/suite/repository.h"
#include "tests/unit/suite/suite_builder.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SuitePaths, AreRelativeToWhereTheUserStands) {
  SuiteBuilder builder;
  builder.path = "suites/demo.json";
  builder.files.contents[".git"] = "gitdir";
  builder.files.contents["suites/prompts/two.jsonl"] = kTwoPrompts;
  const Suite suite =
      builder.Set("/target", "targets/a.json")
          .Set("/quality", Json::parse(R"({"cases": ["../quality/smoke.jsonl"], "tags": ["critical"]})"))
          .Loaded();
  EXPECT_EQ(suite.path, "suites/demo.json");
  EXPECT_EQ(suite.target, "suites/targets/a.json");
  ASSERT_TRUE(suite.quality.has_value());
  EXPECT_THAT(suite.quality->files, ElementsAre("quality/smoke.jsonl"));
  EXPECT_THAT(suite.quality->tags, ElementsAre("critical"));
  EXPECT_EQ(suite.scenarios[0].prompts.path, "suites/prompts/two.jsonl");
}

TEST(SuitePaths, MayNotLeaveTheRepository) {
  EXPECT_THAT(SuiteBuilder().Set("/target", "../../elsewhere/a.json").Refusal(),
              HasSubstr("target: \"../../elsewhere/a.json\" leaves the repository root /repo"));
  EXPECT_THAT(SuiteBuilder().Set("/defaults/prompts", "../../etc/passwd").Refusal(),
              HasSubstr("defaults.prompts: \"../../etc/passwd\" leaves the repository root"));
  EXPECT_THAT(SuiteBuilder().Set("/quality", Json::parse(R"({"cases":["../../x.jsonl"]})")).Refusal(),
              HasSubstr("quality.cases[0]: \"../../x.jsonl\" leaves"));
  // A neighbour whose name only begins like the root's.
  EXPECT_THAT(SuiteBuilder().Set("/target", "../../repo2/a.json").Refusal(), HasSubstr("leaves the repository root"));
}

TEST(SuitePaths, MayNotBeAbsolute) {
  EXPECT_THAT(SuiteBuilder().Set("/target", "/repo/suites/targets/a.json").Refusal(),
              HasSubstr("target: must be relative to this file"));
}

TEST(SuitePaths, WithoutARepositoryStayBelowTheParentOfTheSuitesDirectory) {
  SuiteBuilder builder;
  builder.files.contents.erase("/repo/.git/HEAD");
  EXPECT_EQ(builder.Set("/target", "../targets/a.json").Loaded().target, "/repo/targets/a.json");
  EXPECT_THAT(builder.Set("/target", "../../a.json").Refusal(), HasSubstr("leaves the repository root /repo"));
}

// A disk on which some paths are symbolic links.
class LinkedFileSystem final : public FileSystem {
 public:
  explicit LinkedFileSystem(MemoryFileSystem& files) : files_(files) {}
  std::map<std::string, std::string> links;

  Result<std::string> Read(const std::string& path) override { return files_.Read(path); }
  bool Exists(const std::string& path) override { return files_.Exists(path); }
  Status WriteAtomic(const std::string& path, std::string_view bytes) override {
    return files_.WriteAtomic(path, bytes);
  }
  Status MakeDirectories(const std::string& path) override { return files_.MakeDirectories(path); }
  Status Remove(const std::string& path) override { return files_.Remove(path); }
  Result<std::unique_ptr<Appender>> OpenAppend(const std::string& path) override { return files_.OpenAppend(path); }
  Result<std::vector<std::string>> List(const std::string& path) override { return files_.List(path); }
  Result<std::string> Canonical(const std::string& path) override {
    const auto link = links.find(path);
    return link == links.end() ? path : link->second;
  }

 private:
  MemoryFileSystem& files_;
};

TEST(SuitePaths, MayNotLeaveTheRepositoryByASymbolicLink) {
  SuiteBuilder builder;
  builder.files.contents[builder.path] = builder.json.dump();
  LinkedFileSystem files(builder.files);
  ASSERT_TRUE(LoadSuite(files, builder.path).ok());

  files.links["/repo/suites/prompts/two.jsonl"] = "/home/someone/private.jsonl";
  const Result<Suite> suite = LoadSuite(files, builder.path);
  ASSERT_FALSE(suite.ok());
  EXPECT_THAT(suite.error().Text(), HasSubstr("leaves the repository root /repo"));
}

TEST(SuitePaths, RootIsTheNearestAncestorWithAGitEntry) {
  MemoryFileSystem files;
  files.contents["/a/.git/HEAD"] = "ref";
  files.contents["/a/b/.git"] = "gitdir: elsewhere";  // a work tree
  EXPECT_EQ(*RepositoryRootOf(files, "/a/b/c/d/suite.json"), "/a/b");
  EXPECT_EQ(*RepositoryRootOf(files, "/a/x/suite.json"), "/a");
  EXPECT_EQ(*RepositoryRootOf(files, "/other/suites/suite.json"), "/other");
  EXPECT_EQ(*RepositoryRootOf(files, "/suite.json"), "/");
}

TEST(SuitePaths, AnErrorInAPromptSetNamesThatFile) {
  SuiteBuilder builder;
  builder.files.contents["/repo/suites/prompts/two.jsonl"] = "{\"id\":\"a\",\"text\":\"x\",\"chars\":2}";
  EXPECT_THAT(builder.Refusal(), HasSubstr("/repo/suites/prompts/two.jsonl:1:30: chars"));
}

}  // namespace
}  // namespace inferproof
