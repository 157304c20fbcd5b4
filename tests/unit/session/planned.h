#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "harness/session/session.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_environment.h"
#include "tests/support/memory_file_system.h"

namespace inferproof {

// Two scenarios in memory, "one" of 2 + 10 requests and "four" of 4 + 12, without cases, and a managed target.
class Planned {
 public:
  Planned() {
    std::string prompts;
    for (int i = 0; i < 40; ++i) {
      prompts += R"({"id":"p)" + std::to_string(i) + R"(","text":"Say number )" + std::to_string(10 + i) +
                 R"(","chars":13})" + "\n";
    }
    files.contents["/repo/.git/HEAD"] = "ref";
    files.contents["/repo/p.jsonl"] = prompts;
    target.name = "mine";
    target.model = "m";
    target.command = {"new", "{port}"};
    suite_json = Json::parse(R"({
      "schema": "inferproof.suite/1", "name": "s", "version": 1, "seed": 7,
      "defaults": {"prompts": "p.jsonl", "generation": {"max_tokens": 16}},
      "scenarios": [
        {"name": "one", "load": {"shape": "closed", "concurrency": 1, "requests": 10}, "warmup": {"requests": 2}},
        {"name": "four", "load": {"shape": "closed", "concurrency": 4, "requests": 12}, "warmup": {"requests": 4}}]})");
    options.looks = {4, 6, 8};
    options.output_directory = "/repo/out";
  }

  Planned& Base(const std::function<void(Target&)>& change = {}) {
    Target base = target;
    base.name = "release-1";
    base.command = {"old", "{port}"};
    if (change) change(base);
    target.base = std::make_shared<const Target>(base);
    return *this;
  }

  Result<SessionPlan> Plan() {
    files.contents["/repo/s.json"] = suite_json.dump();
    const Result<Suite> suite = LoadSuite(files, "/repo/s.json");
    if (!suite.ok()) return suite.error();
    World world{clock, files, environment, redactor, {}, [] { return false; }, {}, {}};
    return PlanSession(world, *suite, target, options);
  }
  SessionPlan Good() {
    Result<SessionPlan> plan = Plan();
    EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().Text());
    return plan.ok() ? std::move(plan).value() : SessionPlan{};
  }
  std::string Refusal() {
    const Result<SessionPlan> plan = Plan();
    return plan.ok() ? "planned" : plan.error().Text();
  }

  FakeClock clock;
  MemoryFileSystem files;
  FakeEnvironment environment;
  Redactor redactor;
  Json suite_json;
  Target target;
  SessionOptions options;
};

}  // namespace inferproof
