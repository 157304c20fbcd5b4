#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "harness/suite/target.h"
#include "tests/support/fake_environment.h"
#include "tests/support/memory_file_system.h"

namespace inferproof {

// A target file in the repository /repo, whose JSON a test edits before it is loaded.
class TargetBuilder {
 public:
  explicit TargetBuilder(const char* text) : json(Json::parse(text)) { files.contents["/repo/.git/HEAD"] = "ref"; }

  static TargetBuilder ForEndpoint() {
    return TargetBuilder(
        R"({"schema":"inferproof.target/1","name":"mine","endpoint":"http://127.0.0.1:8000/v1/","model":"m"})");
  }
  static TargetBuilder ForCommand() {
    return TargetBuilder(R"({"schema":"inferproof.target/1","name":"mine","model":"m",
                             "command":["{self}","serve","--port","{port}"]})");
  }

  TargetBuilder& Set(const std::string& key, Json value) {
    json[key] = std::move(value);
    return *this;
  }
  TargetBuilder& With(const std::string& variable, const std::string& value) {
    environment.variables[variable] = value;
    return *this;
  }

  Result<Target> Load() {
    const std::string path = "/repo/suites/targets/mine.json";
    files.contents[path] = json.dump(1);
    return LoadTarget(files, environment, path);
  }
  Target Loaded() {
    Result<Target> target = Load();
    EXPECT_TRUE(target.ok()) << (target.ok() ? "" : target.error().Text());
    return target.ok() ? std::move(target).value() : Target{};
  }
  std::string Refusal() {
    const Result<Target> target = Load();
    return target.ok() ? "loaded" : target.error().Text();
  }

  MemoryFileSystem files;
  FakeEnvironment environment;
  Json json;
};

}  // namespace inferproof
