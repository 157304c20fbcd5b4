#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/json/canonical.h"
#include "harness/json/document.h"
#include "harness/json/object_reader.h"
#include "harness/json/redact.h"
#include "harness/json/schema.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

Document Parsed(std::string_view text) {
  Result<Document> document = Document::Parse(text, "a.json");
  EXPECT_TRUE(document.ok()) << (document.ok() ? "" : document.error().Text());
  return std::move(document).value();
}

std::string ParseError(std::string_view text) {
  const Result<Document> document = Document::Parse(text, "a.json");
  return document.ok() ? "parsed" : document.error().Text();
}

TEST(Document, KnowsWhereEveryValueStands) {
  const Document document = Parsed("{\n  \"a\": [1, {\"b~/\": \"x\"},\n    -2.5e1],\n \"t\" :true,\n \"s\":\"}]\"}");
  const auto place = [&](const char* pointer) {
    const Position at = document.At(pointer);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  };
  EXPECT_EQ(place(""), "1:1");
  EXPECT_EQ(place("/a"), "2:8");
  EXPECT_EQ(place("/a/0"), "2:9");
  EXPECT_EQ(place("/a/1"), "2:12");
  EXPECT_EQ(place("/a/1/b~0~1"), "2:20");
  EXPECT_EQ(place("/a/2"), "3:5");
  EXPECT_EQ(place("/t"), "4:7");
  EXPECT_EQ(place("/s"), "5:6");
}

TEST(Document, KnowsPlacesAfterDenseScalars) {
  const Document document = Parsed(R"({"a":1,"b":[true,null,12,"x",[],{}],"c":3})");
  const std::vector<std::pair<std::string, int>> columns = {{"/a", 6},    {"/b", 12},   {"/b/0", 13},
                                                            {"/b/1", 18}, {"/b/2", 23}, {"/b/3", 26},
                                                            {"/b/4", 30}, {"/b/5", 33}, {"/c", 41}};
  for (const auto& [pointer, column] : columns) EXPECT_EQ(document.At(pointer).column, column) << pointer;
}

TEST(Document, RefusesWhatIsNotStrictJson) {
  EXPECT_THAT(ParseError(""), HasSubstr("a.json:1:1: empty"));
  EXPECT_THAT(ParseError("<html>"), HasSubstr("a.json:1:1: HTML"));
  EXPECT_THAT(ParseError("{\n\"a\": 1,\n}"), HasSubstr("a.json:3:1: not JSON"));
  EXPECT_THAT(ParseError("{\"a\": 1} x"), HasSubstr("a.json:1:10: not JSON"));
  EXPECT_THAT(ParseError("{\"a\": NaN}"), HasSubstr("a.json:1:7: not JSON: syntax error"));
  EXPECT_THAT(ParseError("{\"a\": 1e999}"), HasSubstr("beyond the range"));
  EXPECT_THAT(ParseError("{\"a\": 1,\n \"a\": 2}"), HasSubstr("a.json:2:2: the key \"a\" appears twice"));
  EXPECT_THAT(ParseError("{\"a\": \"\xFF\"}"), HasSubstr("not JSON"));
  EXPECT_THAT(ParseError(std::string(70, '[') + std::string(70, ']')), HasSubstr("nested deeper than 64"));
}

TEST(Document, RefusesMergeConflictsByLine) {
  EXPECT_THAT(ParseError("{\n<<<<<<< HEAD\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>> other\n}"),
              HasSubstr("a.json:2:1: merge-conflict"));
}

TEST(Document, CountsLinesOfAJsonlFile) {
  const Result<Document> document = Document::Parse("{\"a\": }", "cases.jsonl", 12);
  ASSERT_FALSE(document.ok());
  EXPECT_THAT(document.error().Text(), HasSubstr("cases.jsonl:12:"));
}

struct Reading {
  Document document;
  ObjectReader reader;
  explicit Reading(std::string_view text) : document(Parsed(text)), reader(Node(document)) {}
};

TEST(ObjectReader, ReadsTypedMembers) {
  Reading r(R"({"s":"x","i":3,"d":0.5,"b":true,"l":["p","q"]})");
  EXPECT_EQ(r.reader.String("s"), "x");
  EXPECT_EQ(r.reader.Integer("i", {.min = 1}), 3);
  EXPECT_EQ(r.reader.Number("d", {.min = 0, .max = 1}), 0.5);
  EXPECT_TRUE(r.reader.Bool("b", false));
  EXPECT_EQ(r.reader.Strings("l"), (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(r.reader.Integer("absent", {}, 9), 9);
  EXPECT_TRUE(r.reader.Finish().ok());
}

TEST(ObjectReader, SaysWhereWhatAndWhatCame) {
  Reading r("{\"load\": {\"rate\":\n  -3}}");
  ObjectReader load(*r.reader.Required("load"));
  load.Number("rate", {.min = 0, .above_min = true});
  const Status status = load.Finish();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().Text(), "a.json:2:3: load.rate: must be > 0, got -3");
}

TEST(ObjectReader, RefusesUnknownKeysWithTheNearestKnownOne) {
  Reading r(R"({"seed": 1, "scenarois": []})");
  r.reader.Integer("seed", {});
  r.reader.Elements("scenarios");
  const Status status = r.reader.Finish();
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().Text(), HasSubstr("scenarois: unknown key. Did you mean \"scenarios\"?"));
}

TEST(ObjectReader, KeepsTheFirstError) {
  Reading r(R"({"a": 1, "b": "x"})");
  r.reader.String("a");
  r.reader.Integer("b", {});
  const Status status = r.reader.Finish();
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().Text(), HasSubstr("a: must be a string"));
}

TEST(ObjectReader, RefusesWrongTypesEmptyAndMissing) {
  const auto error_of = [](std::string_view text, auto read) {
    Reading r(text);
    read(r.reader);
    const Status status = r.reader.Finish();
    return status.ok() ? std::string("accepted") : status.error().Text();
  };
  EXPECT_THAT(error_of("{}", [](ObjectReader& r) { r.String("s"); }), HasSubstr("needs the key \"s\""));
  EXPECT_THAT(error_of("{\"s\":\"\"}", [](ObjectReader& r) { r.String("s"); }), HasSubstr("not empty"));
  EXPECT_THAT(error_of("{\"i\":1.5}", [](ObjectReader& r) { r.Integer("i", {}); }), HasSubstr("whole number"));
  EXPECT_THAT(error_of("{\"i\":18446744073709551615}", [](ObjectReader& r) { r.Integer("i", {}); }),
              HasSubstr("whole number"));
  EXPECT_THAT(error_of("[]", [](ObjectReader& r) { r.Has("x"); }), HasSubstr("must be an object, got an array"));
  EXPECT_THAT(error_of("{\"c\":\"reed\"}",
                       [](ObjectReader& r) {
                         r.Choice("c", {"red", "green"});
                       }),
              HasSubstr("Did you mean \"red\"?"));
  EXPECT_THAT(error_of("{\"l\":[]}", [](ObjectReader& r) { r.Elements("l", true); }), HasSubstr("at least one"));
  EXPECT_THAT(error_of("{\"schema\":\"inferproof.suite/2\"}", [](ObjectReader& r) { r.Schema("suite"); }),
              HasSubstr("inferproof.suite/1"));
}

TEST(Canonical, SortsKeysAndKeepsOneValuePerLine) {
  const Result<std::string> text = WriteCanonical(Json::parse(R"({"b":[1,2.50],"a":{"z":{"q":null},"é":"\u00e9"}})"));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "{\n  \"a\": {\n    \"z\": {\"q\": null},\n    \"é\": \"é\"\n  },\n  \"b\": [1, 2.5]\n}\n");
}

TEST(Canonical, ReadsBackToTheSameValue) {
  const Json value = Json::parse(R"({"n":[0.1,1e-7,123456789012345,-0.0,1e22],"s":"line\nbreak \" \\","e":[],"o":{}})");
  EXPECT_EQ(Json::parse(*WriteCanonical(value)), value);
  EXPECT_EQ(Json::parse(*WriteCompact(value)), value);
}

TEST(Canonical, RefusesNaN) {
  EXPECT_FALSE(WriteCanonical(Json{{"a", std::nan("")}}).ok());
  EXPECT_FALSE(WriteCompact(Json::array({INFINITY})).ok());
}

TEST(Canonical, WritesIllFormedTextAsReplacementCharacters) {
  EXPECT_EQ(*WriteCompact(Json("a\xFF")), "\"a\xEF\xBF\xBD\"");
}

TEST(Schema, SaysWhatDoesNotFitAndWhere) {
  const Json schema = Json::parse(
      R"({"type":"object","required":["items"],"properties":{"items":{"type":"array","items":{"type":"object","properties":{"w":{"type":"number","exclusiveMinimum":0}}}}}})");
  EXPECT_TRUE(CheckSchema(schema, Json::parse(R"({"items":[{"w":1}]})"))->empty());
  const Result<std::vector<std::string>> problems = CheckSchema(schema, Json::parse(R"({"items":[{"w":1},{"w":-1}]})"));
  ASSERT_TRUE(problems.ok());
  ASSERT_FALSE(problems->empty());
  EXPECT_THAT(problems->front(), HasSubstr("/items/1/w: "));
}

TEST(Schema, RefusesAnUnusableSchema) { EXPECT_FALSE(CheckSchema(Json::parse(R"({"type": 7})"), Json(1)).ok()); }

TEST(Schema, RefusesReferencesThatMightNotEnd) {
  const auto refusal = [](const Json& schema) {
    const Result<std::vector<std::string>> problems = CheckSchema(schema, Json(1));
    return problems.ok() ? std::string("accepted") : problems.error().what;
  };
  EXPECT_THAT(refusal(Json::parse(R"({"$ref":"#"})")), HasSubstr("leads back to itself"));
  EXPECT_THAT(refusal(Json::parse(R"({"allOf":[{"$ref":"#"}]})")), HasSubstr("leads back to itself"));
  EXPECT_THAT(refusal(Json::parse(R"({"dependencies":{"a":{"$ref":"#"}}})")), HasSubstr("leads back to itself"));
  EXPECT_THAT(refusal(Json::parse(R"({"$ref":"#/definitions/none"})")), HasSubstr("points nowhere"));
  EXPECT_THAT(refusal(Json::parse(R"({"$ref":"#/%61llOf/0"})")), HasSubstr("percent"));
  Json doubling = {{"$ref", "#/definitions/d0"}};
  for (int i = 0; i < 40; ++i) {
    const Json next = {{"$ref", "#/definitions/d" + std::to_string(i + 1)}};
    doubling["definitions"]["d" + std::to_string(i)] =
        i == 39 ? Json{{"type", "number"}} : Json{{"allOf", {next, next}}};
  }
  EXPECT_THAT(refusal(doubling), HasSubstr("visits more than"));
  EXPECT_EQ(refusal(Json::parse(R"({"$ref":"#/definitions/n","definitions":{"n":{"type":"number"}}})")), "accepted");
}

TEST(Document, RefusesANulByte) {
  EXPECT_THAT(ParseError(std::string_view("{\"a\":1}\0x", 9)), HasSubstr("a.json:1:8: a NUL byte"));
}

TEST(Redacted, CleansStringsAndKeepsNamesAndShape) {
  Redactor redactor;
  redactor.Remember("values");
  redactor.Remember("with\"quote");
  const Json clean = Redacted(Json{{"values", "values"}, {"n", 1}, {"list", {"a with\"quote"}}}, redactor);
  EXPECT_EQ(clean, (Json{{"values", "[redacted]"}, {"n", 1}, {"list", {"a [redacted]"}}}));
}

}  // namespace
}  // namespace inferproof
