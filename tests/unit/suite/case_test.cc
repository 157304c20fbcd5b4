#include "harness/suite/case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Refusal(std::string_view text) {
  const Result<CaseFile> file = ParseCases(text, "quality/a.jsonl");
  return file.ok() ? "parsed" : file.error().Text();
}

constexpr std::string_view kPlain =
    R"({"id":"add.1","messages":[{"role":"user","content":"1+1?"}],"assert":["no_loop"]})";

TEST(Cases, ReadEveryFieldOfACase) {
  const std::string text = std::string(kPlain) + "\n\n" +
                           R"({"id":"talk","v":3,"tags":["critical","math"],"messages":[)"
                           R"({"role":"system","content":"Short."},{"role":"user","content":"2+2?"}],)"
                           R"("params":{"max_tokens":96,"temperature":0.5,"stop":["END"]},"stream":false,)"
                           R"("assert":[{"number":{"equals":"4"}},"no_loop"]})";

  const Result<CaseFile> file = ParseCases(text, "quality/a.jsonl");

  ASSERT_TRUE(file.ok()) << file.error().Text();
  ASSERT_EQ(file->cases.size(), 2u);
  EXPECT_EQ(file->path, "quality/a.jsonl");
  const QualityCase& talk = file->cases[1];
  EXPECT_EQ(talk.id, "talk");
  EXPECT_EQ(talk.version, 3);
  EXPECT_TRUE(talk.critical());
  EXPECT_EQ(talk.line, 3);  // the blank line counts
  EXPECT_EQ(talk.messages.size(), 2u);
  EXPECT_EQ(talk.messages[0].role, "system");
  EXPECT_EQ(talk.parameters.max_tokens, 96);
  EXPECT_THAT(talk.parameters.stop, ElementsAre("END"));
  EXPECT_FALSE(talk.stream);
  ASSERT_EQ(talk.assertions.size(), 2u);
  EXPECT_EQ(talk.assertions[0].name, "number");
  EXPECT_EQ(talk.assertions[0].parameters, (Json{{"equals", "4"}}));
  EXPECT_EQ(talk.assertions[1].name, "no_loop");
  EXPECT_EQ(talk.assertions[1].parameters, Json::object());
}

TEST(Cases, HaveDefaultsForWhatIsNotSaid) {
  const Result<CaseFile> file = ParseCases(kPlain, "a.jsonl");
  ASSERT_TRUE(file.ok()) << file.error().Text();
  const QualityCase& plain = file->cases[0];
  EXPECT_EQ(plain.version, 1);
  EXPECT_TRUE(plain.stream);
  EXPECT_EQ(plain.parameters.max_tokens, 128);
  EXPECT_FALSE(plain.critical());
}

TEST(Cases, ErrorsCarryFileLineAndColumn) {
  const std::string text =
      std::string(kPlain) + "\n" +
      R"({"id":"b","messages":[{"role":"user","content":"x"}],"params":{"max_tokens":0},"assert":["a"]})";
  EXPECT_THAT(Refusal(text), StartsWith("quality/a.jsonl:2:77: params.max_tokens: must be from 1 to 8192, got 0"));
  EXPECT_THAT(Refusal("\n{\"id\": }"), StartsWith("quality/a.jsonl:2:8: not JSON"));
}

TEST(Cases, EndWithTheUsersMessage) {
  EXPECT_THAT(Refusal(R"({"id":"b","messages":[{"role":"assistant","content":"x"}],"assert":["a"]})"),
              HasSubstr("the last message must be the user's, got \"assistant\""));
}

TEST(Cases, AssertionIsANameOrOneNameWithParameters) {
  const auto with = [](std::string_view assertion) {
    return Refusal(R"({"id":"b","messages":[{"role":"user","content":"x"}],"assert":[)" + std::string(assertion) +
                   "]}");
  };
  EXPECT_EQ(with(R"("a")"), "parsed");
  EXPECT_EQ(with(R"({"a":{"b":1}})"), "parsed");
  EXPECT_THAT(with(R"({"a":{},"b":{}})"), HasSubstr("assert[0]: must be \"name\" or {\"name\": {parameters}}"));
  EXPECT_THAT(with(R"({"a":3})"), HasSubstr("assert[0].a: must be an object of parameters, got 3"));
  EXPECT_THAT(with(""), HasSubstr("assert: must have at least one element"));
}

TEST(Cases, IdsAreUniqueWithinAFile) {
  EXPECT_THAT(Refusal(std::string(kPlain) + "\n" + std::string(kPlain)),
              StartsWith("quality/a.jsonl:2:7: id: another case of this file has the id \"add.1\""));
}

TEST(Cases, FileWithoutCasesIsAnError) { EXPECT_THAT(Refusal("\n \n"), HasSubstr("holds no case")); }

TEST(Cases, DigestOfACaseIsThatOfItsContentNotOfItsSpelling) {
  const auto digest = [](std::string_view text) { return ParseCases(text, "a.jsonl")->cases[0].digest; };
  EXPECT_EQ(digest(R"( {"assert":["no_loop"], "id":"add.1", "messages":[{"content":"1+1?","role":"user"}]})"),
            digest(kPlain));
  EXPECT_NE(digest(R"({"id":"add.1","messages":[{"role":"user","content":"1+2?"}],"assert":["no_loop"]})"),
            digest(kPlain));
}

}  // namespace
}  // namespace inferproof
