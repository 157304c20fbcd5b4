#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "harness/json/schema.h"
#include "harness/result/result_file.h"
#include "tests/unit/result/example_result.h"

namespace inferproof {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

Json Schema() {
  std::ifstream file(INFERPROOF_SOURCE_DIR "/suites/schema/result.schema.json");
  std::ostringstream text;
  text << file.rdbuf();
  const Result<Document> document = Document::Parse(text.str(), "result.schema.json");
  EXPECT_TRUE(document.ok()) << document.error().Text();
  return document->root();
}

std::vector<std::string> MisfitsOf(const Json& value) {
  const Result<std::vector<std::string>> misfits = CheckSchema(Schema(), value);
  EXPECT_TRUE(misfits.ok());
  return misfits.ok() ? *misfits : std::vector<std::string>{"unusable schema"};
}

TEST(ResultSchema, FitsAFullResult) { EXPECT_THAT(MisfitsOf(ResultToJson(ExampleResult())), IsEmpty()); }

TEST(ResultSchema, FitsAResultThatMeasuredNothing) {
  ResultFile result = ExampleResult();
  result.runs.clear();
  result.quality.clear();
  result.evidence = {};
  EXPECT_THAT(MisfitsOf(ResultToJson(result)), IsEmpty());
}

TEST(ResultSchema, RefusesWhatTheReaderRefuses) {
  const std::vector<std::function<void(Json&)>> changes = {
      [](Json& json) { json["schema"] = "inferproof.result/2"; },
      [](Json& json) { json.erase("runs"); },
      [](Json& json) { json["more"] = 1; },
      [](Json& json) { json["suite"]["seed"] = -1; },
      [](Json& json) { json["target"]["restart"] = "sides"; },
      [](Json& json) { json["scenarios"][0]["concurrency"] = 0; },
      [](Json& json) { json["session"].erase("looks"); },
      [](Json& json) { json["session"]["looks"] = Json::array(); },
      [](Json& json) { json["base"]["target"] = "x"; },
      [](Json& json) { json["base"].erase("name"); },
      [](Json& json) { json["runs"][0]["side"] = "left"; },
      [](Json& json) { json["runs"][0]["metrics"]["values"]["ttft_ms.p50"]["unit"] = "ms"; },
      [](Json& json) { json["runs"][0]["requests"]["by_outcome"]["completed"] = 1.5; },
      [](Json& json) { json["runs"][0]["failures"] = std::vector<std::string>(11, "x"); },
      [](Json& json) { json["quality"]["cases"][0]["asks"][0]["grade"] = "good"; },
      [](Json& json) { json["evidence"]["server"]["engine.version"]["source"] = "guessed"; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Json json = ResultToJson(ExampleResult());
    changes[i](json);
    EXPECT_THAT(MisfitsOf(json), Not(IsEmpty())) << "change " << i;
  }
}

}  // namespace
}  // namespace inferproof
