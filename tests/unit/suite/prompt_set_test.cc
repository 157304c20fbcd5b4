#include "harness/suite/prompt_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Refusal(std::string_view text) {
  const Result<PromptSet> set = ParsePromptSet(text, "p.jsonl");
  return set.ok() ? "parsed" : set.error().Text();
}

TEST(PromptSet, CountsUnicodeScalarValues) {
  EXPECT_EQ(CountScalars(""), 0);
  EXPECT_EQ(CountScalars("abc"), 3);
  EXPECT_EQ(CountScalars("Gr\xC3\xBC\xC3\x9F"
                         "e"),
            5);                                         // 7 bytes
  EXPECT_EQ(CountScalars("\xF0\x9F\x98\x80"), 1);       // U+1F600
  EXPECT_EQ(CountScalars("e\xCC\x81\xE2\x82\xAC"), 3);  // e, combining acute, euro sign
}

TEST(PromptSet, RefusesALengthThatIsNotThatOfTheText) {
  const std::string refusal = Refusal(
      "{\"id\":\"a\",\"text\":\"Gr\xC3\xBC\xC3\x9F"
      "e\",\"chars\":7}");
  EXPECT_THAT(refusal, StartsWith("p.jsonl:1:"));
  EXPECT_THAT(refusal, HasSubstr("chars: the text has 5 characters, recorded are 7"));
}

TEST(PromptSet, RefusesIdsThatAppearTwice) {
  EXPECT_THAT(Refusal("{\"id\":\"a\",\"text\":\"x\",\"chars\":1}\n{\"id\":\"a\",\"text\":\"y\",\"chars\":1}"),
              StartsWith("p.jsonl:2:7: id: another prompt of this file has the id \"a\""));
}

TEST(PromptSet, RefusesIllFormedText) {
  EXPECT_THAT(Refusal("{\"id\":\"a\",\"text\":\"\xC3\",\"chars\":1}"), HasSubstr("p.jsonl:1:"));
  EXPECT_THAT(Refusal(""), HasSubstr("holds no prompt"));
}

TEST(PromptSet, DigestIsThatOfTheBytes) {
  const Result<PromptSet> set = ParsePromptSet("{\"id\":\"a\",\"text\":\"x\",\"chars\":1}\n", "p.jsonl");
  ASSERT_TRUE(set.ok());
  // printf '{"id":"a","text":"x","chars":1}\n' | sha256sum
  EXPECT_EQ(set->digest, "sha256:dc6c652ee510cc4f");
}

}  // namespace
}  // namespace inferproof
