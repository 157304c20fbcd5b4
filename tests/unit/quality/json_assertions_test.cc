#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/quality/judging.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
constexpr Grade kPass = Grade::kPass;
constexpr Grade kFail = Grade::kFail;

TEST(JsonValid, IsStrict) {
  const JudgeRow rows[] = {
      {"object", "json_valid", "{}", R"({"a":[1,2.5,null,"x"]})", kPass},
      {"white space around", "json_valid", "{}", " \n{}\n", kPass},
      {"a scalar", "json_valid", "{}", "42", kPass},
      {"trailing text", "json_valid", "{}", "{} Hope that helps", kFail},
      {"leading text", "json_valid", "{}", "Here: {}", kFail},
      {"duplicate keys", "json_valid", "{}", R"({"a":1,"a":2})", kFail},
      {"NaN", "json_valid", "{}", R"({"a":NaN})", kFail},
      {"Infinity", "json_valid", "{}", R"({"a":-Infinity})", kFail},
      {"a number beyond double", "json_valid", "{}", "1e999", kFail},
      {"a big integer", "json_valid", "{}", "123456789012345678901234567890", kPass},
      {"a lone surrogate escape", "json_valid", "{}", R"(["\ud800"])", kFail},
      {"a surrogate pair", "json_valid", "{}", R"(["\ud83d\ude42"])", kPass},
      {"byte order mark", "json_valid", "{}", "\xEF\xBB\xBF{}", kFail},
      {"trailing comma", "json_valid", "{}", "[1,]", kFail},
      {"comment", "json_valid", "{}", "[1] // one", kFail},
      {"single quotes", "json_valid", "{}", "{'a':1}", kFail},
      {"empty", "json_valid", "{}", "", kFail},
      {"cut off", "json_valid", "{}", R"({"a":[1,)", kFail},
      {"too deep", "json_valid", "{}", std::string(70, '[') + std::string(70, ']'), kFail},
      {"too long", "json_valid", "{}", "\"" + std::string(70000, 'a') + "\"", kFail},
      {"fenced read raw", "json_valid", "{}", "```json\n{}\n```", kFail},
      {"fenced", "json_valid", R"({"extract":"fenced"})", "Sure:\n```json\n{}\n```\nDone.", kPass},
      {"no fence", "json_valid", R"({"extract":"fenced"})", "{}", kPass},
      {"an open fence", "json_valid", R"({"extract":"fenced"})", "```json\n{}", kFail},
      {"wrong in the fence", "json_valid", R"({"extract":"fenced"})", "```\n{\n```", kFail},
      {"first object", "json_valid", R"({"extract":"first_object"})", R"(So {"a":"}"} and [x])", kPass},
      {"escaped quote", "json_valid", R"({"extract":"first_object"})", R"(So {"a":"\"}"} ok)", kPass},
      {"no object", "json_valid", R"({"extract":"first_object"})", "none", kFail},
      {"an object that never ends", "json_valid", R"({"extract":"first_object"})", R"(So {"a":1)", kFail},
      {"ill-formed UTF-8", "json_valid", "{}", "[\"\xFF\"]", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

std::string ManyOnes(int count) {
  std::string text = "[1";
  for (int i = 1; i < count; ++i) text += ",1";
  return text + "]";
}

TEST(JsonSchema, ChecksTheAnswer) {
  const char* const schema =
      R"({"schema":{"type":"object","required":["name","age"],"properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0},"role":{"enum":["admin","user"]},"tags":{"type":"array","maxItems":2,"items":{"$ref":"#/definitions/tag"}}},"definitions":{"tag":{"type":"string","maxLength":3}}}})";
  const JudgeRow rows[] = {
      {"fits", "json_schema", schema, R"({"name":"A","age":3,"role":"user","tags":["x"]})", kPass},
      {"missing", "json_schema", schema, R"({"name":"A"})", kFail},
      {"wrong type", "json_schema", schema, R"({"name":"A","age":"3"})", kFail},
      {"1.0 is an integer", "json_schema", schema, R"({"name":"A","age":1.0})", kPass},
      {"1.5 is none", "json_schema", schema, R"({"name":"A","age":1.5})", kFail},
      {"below the minimum", "json_schema", schema, R"({"name":"A","age":-1})", kFail},
      {"enum", "json_schema", schema, R"({"name":"A","age":1,"role":"root"})", kFail},
      {"behind $ref", "json_schema", schema, R"({"name":"A","age":1,"tags":["long"]})", kFail},
      {"too many", "json_schema", schema, R"({"name":"A","age":1,"tags":["a","b","c"]})", kFail},
      {"another member", "json_schema", schema, R"({"name":"A","age":1,"x":1})", kPass},
      {"another member refused", "json_schema", R"({"additional":false,"schema":{"properties":{"a":{}}}})",
       R"({"a":1,"x":1})", kFail},
      {"nested member refused", "json_schema",
       R"({"additional":false,"schema":{"properties":{"a":{"items":{"properties":{"b":{}}}}}}})", R"({"a":[{"c":1}]})",
       kFail},
      {"only listed members", "json_schema", R"({"additional":false,"schema":{"properties":{"a":{}}}})", R"({"a":1})",
       kPass},
      {"format is no check", "json_schema", R"({"schema":{"type":"string","format":"email"}})", "\"x\"", kPass},
      {"unique items", "json_schema", R"({"schema":{"uniqueItems":true}})", "[1,2,3]", kPass},
      {"an item twice", "json_schema", R"({"schema":{"uniqueItems":true}})", "[1,2,1]", kFail},
      {"an equal item 20,000 times", "json_schema", R"({"schema":{"uniqueItems":true}})", ManyOnes(20000), kFail},
      {"many items that need not be unique", "json_schema", R"({"schema":{"items":{"type":"integer"}}})",
       ManyOnes(20000), kPass},
      {"not JSON", "json_schema", schema, "I cannot", kFail},
      {"fenced", "json_schema", R"({"schema":{"type":"array"},"extract":"fenced"})", "```\n[]\n```", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(JsonSchema, SaysWhereTheAnswerDoesNotFit) {
  const Judgement judgement =
      JudgeBy("json_schema", R"({"schema":{"properties":{"a":{"items":{"type":"integer"}}}}})", R"({"a":[1,"x"]})");
  EXPECT_THAT(judgement.message, HasSubstr("/a/1: "));
  EXPECT_THAT(judgement.message, HasSubstr("in \"{\\\"a\\\":[1,\\\"x\\\"]}\""));
}

TEST(JsonSchema, RefusesUnusableSchemas) {
  EXPECT_THAT(MakingError("json_schema", "{}"), HasSubstr("needs the key \"schema\""));
  EXPECT_THAT(MakingError("json_schema", R"({"schema":{"type":7}})"), HasSubstr("unusable JSON Schema"));
  EXPECT_THAT(MakingError("json_schema", R"({"schema":[]})"), HasSubstr("schema: must be an object"));
  // std::regex behind "pattern" takes exponential time for some answers.
  EXPECT_THAT(MakingError("json_schema", R"j({"schema":{"items":{"pattern":"(a+)+$"}}})j"), HasSubstr("not supported"));
  EXPECT_THAT(MakingError("json_schema", R"({"schema":{"patternProperties":{"a":{}}}})"), HasSubstr("not supported"));
  EXPECT_EQ(MakingError("json_schema", R"({"schema":{"properties":{"pattern":{"type":"string"}}}})"), "made");
  EXPECT_NE(MakingError("json_schema", R"({"schema":{"$ref":"http://localhost/s.json"}})"), "made");
}

TEST(JsonPathEquals, ComparesTheValueAtAPointer) {
  const JudgeRow rows[] = {
      {"string", "json_path_equals", R"({"pointer":"/a/0/b","value":"x"})", R"({"a":[{"b":"x"}]})", kPass},
      {"other string", "json_path_equals", R"({"pointer":"/a","value":"x"})", R"({"a":"y"})", kFail},
      {"missing", "json_path_equals", R"({"pointer":"/b","value":null})", R"({"a":null})", kFail},
      {"null", "json_path_equals", R"({"pointer":"/a","value":null})", R"({"a":null})", kPass},
      {"not null", "json_path_equals", R"({"pointer":"/a","value":null})", R"({"a":0})", kFail},
      {"the root", "json_path_equals", R"({"pointer":"","value":[1,"x"]})", R"([1,"x"])", kPass},
      {"the empty object", "json_path_equals", R"({"value":{}})", "{}", kPass},
      {"object in any order", "json_path_equals", R"({"pointer":"/o","value":{"a":1,"b":2}})",
       R"({"o":{"b":2,"a":1.0}})", kPass},
      {"beyond an array", "json_path_equals", R"({"pointer":"/2","value":1})", "[1]", kFail},
      {"no index", "json_path_equals", R"({"pointer":"/x","value":1})", "[1]", kFail},
      {"number", "json_path_equals", R"({"pointer":"/a","value":3})", R"({"a":3.0})", kPass},
      {"number as a string", "json_path_equals", R"({"pointer":"/a","value":3})", R"({"a":"3"})", kFail},
      {"0.1 is exact", "json_path_equals", R"({"pointer":"/a","value":0.1})", R"({"a":0.10})", kPass},
      {"within tol", "json_path_equals", R"({"pointer":"/a","value":3,"tol":"0.1"})", R"({"a":3.1})", kPass},
      {"beyond tol", "json_path_equals", R"({"pointer":"/a","value":3,"tol":"0.1"})", R"({"a":3.11})", kFail},
      {"big integer", "json_path_equals", R"({"pointer":"/a","number":"12345678901234567890123"})",
       R"({"a": 12345678901234567890123})", kPass},
      {"last digit differs", "json_path_equals", R"({"pointer":"/a","number":"12345678901234567890123"})",
       "{\n\"b\":1,\n \"a\": 12345678901234567890124}", kFail},
      {"true", "json_path_equals", R"({"pointer":"/a","value":true})", R"({"a":true})", kPass},
      {"NFC and NFD", "json_path_equals", R"({"pointer":"/a","value":"café"})", "{\"a\":\"cafe\xCC\x81\"}", kPass},
      {"an escaped slash", "json_path_equals", R"({"pointer":"/a~1b","value":1})", R"({"a/b":1})", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(JsonPathEquals, SaysWhatStandsThere) {
  EXPECT_EQ(JudgeBy("json_path_equals", R"({"pointer":"/a","value":"x"})", R"({"a":[1]})").message,
            "expected \"x\" at \"/a\", got [1]");
  EXPECT_EQ(JudgeBy("json_path_equals", R"({"pointer":"/b","value":2})", R"({"a":1})").message,
            "expected 2 at \"/b\", got no such member in {\"a\":1}");
  EXPECT_EQ(JudgeBy("json_path_equals", R"({"pointer":"/a","value":2})", R"({"a":2})").message, "got 2 at \"/a\"");
}

TEST(JsonPathEquals, RefusesWrongParameters) {
  EXPECT_THAT(MakingError("json_path_equals", R"({"pointer":"a","value":1})"), HasSubstr("must be a JSON pointer"));
  EXPECT_THAT(MakingError("json_path_equals", R"({"pointer":"/a"})"),
              HasSubstr("needs either \"value\" or \"number\""));
  EXPECT_THAT(MakingError("json_path_equals", R"({"pointer":"/a","value":1,"number":"1"})"), HasSubstr("needs either"));
  EXPECT_THAT(MakingError("json_path_equals", R"({"value":1,"pionter":"/a"})"), HasSubstr("Did you mean \"pointer\"?"));
}

Response Calling(std::vector<ToolCall> calls, std::string content = "") {
  Response response = AnswerOf(std::move(content), "tool_calls");
  response.tool_calls = std::move(calls);
  return response;
}

TEST(ToolCall, ComparesNamesArgumentsAndCounts) {
  const ToolCall rome{"c1", "weather", R"({"city":"Rome","unit":"C"})"};
  const ToolCall oslo{"c2", "weather", R"({"city":"Oslo"})"};
  const struct {
    const char* what;
    const char* parameters;
    Response answer;
    Grade want;
  } rows[] = {
      {"by name", R"({"calls":[{"name":"weather"}]})", Calling({rome}), kPass},
      {"by arguments", R"({"calls":[{"name":"weather","arguments":{"unit":"C","city":"Rome"}}]})", Calling({rome}),
       kPass},
      {"other argument", R"({"calls":[{"name":"weather","arguments":{"city":"Rome"}}]})", Calling({rome}), kFail},
      {"ignored argument", R"({"ignore":["unit"],"calls":[{"name":"weather","arguments":{"city":"Rome"}}]})",
       Calling({rome}), kPass},
      {"default filled in",
       R"({"defaults":{"unit":"C"},"calls":[{"name":"weather","arguments":{"city":"Oslo","unit":"C"}}]})",
       Calling({oslo}), kPass},
      {"unknown tool", R"({"calls":[{"name":"wether"}]})", Calling({rome}), kFail},
      {"parallel in any order", R"({"calls":[{"name":"weather"},{"name":"weather","arguments":{"city":"Oslo"}}]})",
       Calling({oslo, rome}), kPass},
      {"order kept",
       R"({"ordered":true,"ignore":["unit"],"calls":[{"name":"weather","arguments":{"city":"Rome"}},{"name":"weather","arguments":{"city":"Oslo"}}]})",
       Calling({oslo, rome}), kFail},
      {"one too many", R"({"calls":[{"name":"weather"}]})", Calling({rome, oslo}), kFail},
      {"one too many in a subset", R"({"mode":"subset","calls":[{"name":"weather"}]})", Calling({rome, oslo}), kPass},
      {"one too few", R"({"mode":"subset","calls":[{"name":"weather"},{"name":"weather"}]})", Calling({rome}), kFail},
      {"none needed", R"({"calls":[]})", AnswerOf("4"), kPass},
      {"none needed, one made", R"({"calls":[]})", Calling({rome}), kFail},
      {"none made", R"({"calls":[{"name":"weather"}]})", AnswerOf("It is sunny"), kFail},
      {"zero arguments as empty text", R"({"calls":[{"name":"now","arguments":{}}]})", Calling({{"c", "now", ""}}),
       kPass},
      {"zero arguments as an object", R"({"calls":[{"name":"now","arguments":{}}]})", Calling({{"c", "now", "{}"}}),
       kPass},
      {"broken arguments", R"({"calls":[{"name":"now"}]})", Calling({{"c", "now", "{\"a\":"}}), kFail},
      {"arguments that are no object", R"({"calls":[{"name":"now"}]})", Calling({{"c", "now", "[1]"}}), kFail},
      {"one id twice", R"({"calls":[{"name":"a"},{"name":"a"}]})", Calling({{"c", "a", ""}, {"c", "a", ""}}), kFail},
      {"text beside the call", R"({"calls":[{"name":"weather"}]})", Calling({rome}, "Let me see"), kFail},
      {"text allowed", R"({"allow_content":true,"calls":[{"name":"weather"}]})", Calling({rome}, "Let me see"), kPass},
  };
  for (const auto& row : rows) {
    const Judgement judgement = JudgeBy("tool_call", row.parameters, row.answer);
    EXPECT_EQ(GradeName(judgement.grade), GradeName(row.want)) << row.what << ": " << judgement.message;
  }
  EXPECT_EQ(JudgeBy("tool_call", R"({"calls":[{"name":"now","arguments":{}}]})", Calling({rome})).message,
            "expected now({}), got weather({\"city\":\"Rome\",\"unit\":\"C\"})");
  EXPECT_EQ(JudgeBy("tool_call", R"({"calls":[]})", AnswerOf("4")).message, "made no tool call");
  EXPECT_THAT(MakingError("tool_call", "{}"), HasSubstr("needs \"calls\""));
  EXPECT_THAT(MakingError("tool_call", R"({"calls":[{"nam":"x"}]})"), HasSubstr("needs the key \"name\""));
}

}  // namespace
}  // namespace inferproof
