#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "harness/suite/suite.h"
#include "tests/support/memory_file_system.h"

namespace inferproof {

inline constexpr const char* kTwoPrompts =
    "{\"id\":\"a\",\"text\":\"Two and two?\",\"chars\":12}\n{\"id\":\"b\",\"text\":\"Name a colour.\",\"chars\":14}\n";

// A repository at /repo with one suite, whose JSON a test edits before it is loaded.
class SuiteBuilder {
 public:
  SuiteBuilder() {
    files.contents["/repo/.git/HEAD"] = "ref";
    files.contents["/repo/suites/prompts/two.jsonl"] = kTwoPrompts;
    json = Json::parse(R"({
      "schema": "inferproof.suite/1", "name": "demo", "version": 1, "seed": 11,
      "defaults": {"prompts": "prompts/two.jsonl", "generation": {"max_tokens": 8}},
      "scenarios": [{"name": "single", "load": {"shape": "closed", "concurrency": 1, "requests": 12}},
                    {"name": "many", "load": {"shape": "closed", "concurrency": 8, "requests": 24}}]})");
  }

  SuiteBuilder& Set(const std::string& pointer, Json value) {
    json[Json::json_pointer(pointer)] = std::move(value);
    return *this;
  }

  Result<Suite> Load() {
    files.contents[path] = json.dump(1);
    return LoadSuite(files, path);
  }
  Suite Loaded() {
    Result<Suite> suite = Load();
    EXPECT_TRUE(suite.ok()) << (suite.ok() ? "" : suite.error().Text());
    return suite.ok() ? std::move(suite).value() : Suite{};
  }
  std::string Refusal() {
    const Result<Suite> suite = Load();
    return suite.ok() ? "loaded" : suite.error().Text();
  }

  MemoryFileSystem files;
  std::string path = "/repo/suites/demo.json";
  Json json;
};

}  // namespace inferproof
