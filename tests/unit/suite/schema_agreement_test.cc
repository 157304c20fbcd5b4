// The typed loader is the authority; the JSON Schemas are for editors. Both are held to the same files:
// files/<kind>/good is accepted by both, files/<kind>/bad refused by both, and files/<kind>/loader_only holds what only
// the loader can know (names that must be unique, paths, variables, what a text counts to): the schema accepts it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/json/schema.h"
#include "harness/suite/case.h"
#include "harness/suite/prompt_set.h"
#include "harness/suite/suite.h"
#include "harness/suite/target.h"
#include "tests/support/fake_environment.h"

namespace inferproof {
namespace {

const std::filesystem::path kRoot = INFERPROOF_SOURCE_DIR;

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <typename T>
std::string Problem(const Result<T>& result) {
  return result.ok() ? "" : result.error().Text();
}

// What the typed loader has against a file; empty when it accepts it.
std::string LoaderProblem(const std::string& kind, const std::string& path) {
  RealFileSystem files;
  const FakeEnvironment environment({{"TEST_KEY", "k-0123456789"}, {"TEST_HOST", "host.example"}});
  if (kind == "suite") return Problem(LoadSuite(files, path));
  if (kind == "target") return Problem(LoadTarget(files, environment, path));
  if (kind == "case") return Problem(ParseCases(ReadAll(path), path));
  return Problem(ParsePromptSet(ReadAll(path), path));
}

std::vector<Json> Values(const std::filesystem::path& path) {
  if (path.extension() == ".json") return {Json::parse(ReadAll(path))};
  std::vector<Json> values;
  std::istringstream lines(ReadAll(path));
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) values.push_back(Json::parse(line));
  }
  return values;
}

std::string SchemaProblem(const std::string& kind, const std::filesystem::path& path) {
  const Json schema = Json::parse(ReadAll(kRoot / "suites/schema" / (kind + ".schema.json")));
  for (const Json& value : Values(path)) {
    const Result<std::vector<std::string>> problems = CheckSchema(schema, value);
    if (!problems.ok()) return problems.error().Text();
    if (!problems->empty()) return problems->front();
  }
  return "";
}

class SchemaAgreement : public ::testing::TestWithParam<std::string> {
 protected:
  std::set<std::filesystem::path> Files(const std::string& group) const {
    std::set<std::filesystem::path> paths;
    const std::filesystem::path directory = kRoot / "tests/unit/suite/files" / GetParam() / group;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) paths.insert(entry.path());
    EXPECT_FALSE(paths.empty()) << directory;
    return paths;
  }
};

TEST_P(SchemaAgreement, LoaderAndSchemaAcceptGoodFiles) {
  for (const auto& path : Files("good")) {
    EXPECT_EQ(LoaderProblem(GetParam(), path.string()), "") << path;
    EXPECT_EQ(SchemaProblem(GetParam(), path), "") << path;
  }
}

TEST_P(SchemaAgreement, LoaderAndSchemaRefuseBadFiles) {
  for (const auto& path : Files("bad")) {
    EXPECT_NE(LoaderProblem(GetParam(), path.string()), "") << path;
    EXPECT_NE(SchemaProblem(GetParam(), path), "") << path;
  }
}

TEST_P(SchemaAgreement, OnlyTheLoaderCanRefuseTheRest) {
  for (const auto& path : Files("loader_only")) {
    EXPECT_NE(LoaderProblem(GetParam(), path.string()), "") << path;
    EXPECT_EQ(SchemaProblem(GetParam(), path), "") << path;
  }
}

TEST_P(SchemaAgreement, SchemaIsClosedAndDescribed) {
  const Json schema = Json::parse(ReadAll(kRoot / "suites/schema" / (GetParam() + ".schema.json")));
  std::vector<const Json*> open{&schema};
  while (!open.empty()) {
    const Json& node = *open.back();
    open.pop_back();
    if (node.is_object() && node.contains("properties")) {
      EXPECT_EQ(node.value("additionalProperties", Json(true)), Json(false)) << node.dump();
      for (const auto& [name, property] : node["properties"].items()) {
        EXPECT_TRUE(property.contains("description") || property.contains("$ref")) << name;
      }
    }
    for (const Json& child : node) {
      if (child.is_structured()) open.push_back(&child);
    }
  }
  EXPECT_EQ(schema["$schema"], "http://json-schema.org/draft-07/schema#");
}

INSTANTIATE_TEST_SUITE_P(Kinds, SchemaAgreement, ::testing::Values("suite", "target", "case", "prompt"),
                         [](const auto& kind) { return kind.param; });

}  // namespace
}  // namespace inferproof
