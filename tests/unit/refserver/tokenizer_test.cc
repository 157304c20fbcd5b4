#include "harness/refserver/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/base/text.h"

namespace inferproof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Tokenizer, StartsATokenAtEachSpaceAndAfterFiveCharacters) {
  EXPECT_THAT(Tokenize("Once upon a time"), ElementsAre("Once", " upon", " a", " time"));
  EXPECT_THAT(Tokenize("The remembered"), ElementsAre("The", " reme", "mbere", "d"));
}

TEST(Tokenizer, GivesEachFurtherSpaceATokenOfItsOwn) {
  EXPECT_THAT(Tokenize("a  b\n\nc "), ElementsAre("a", " ", " b", "\n", "\nc", " "));
}

TEST(Tokenizer, HasNoTokensForNoText) {
  EXPECT_THAT(Tokenize(""), IsEmpty());
  EXPECT_EQ(CountTokens(""), 0);
}

TEST(Tokenizer, SplitsBetweenCharactersNeverInsideOne) {
  EXPECT_THAT(Tokenize("ééééééé"), ElementsAre("ééééé", "éé"));
  EXPECT_THAT(Tokenize("日本語のテスト😀!"), ElementsAre("日本語のテ", "スト😀!"));
}

TEST(Tokenizer, SurvivesIllFormedBytes) {
  EXPECT_THAT(Tokenize("\x80\x80\x80\x80\x80\x80"), ElementsAre("\x80\x80\x80\x80\x80", "\x80"));
  EXPECT_THAT(Tokenize("\xf0 a"), ElementsAre("\xf0", " a"));
}

TEST(Tokenizer, TokensJoinToTheTextAndAgreeWithTheCount) {
  const std::string text = "Zwölf Boxkämpfer\tjagen  Viktor\r\nquer — 😀😀😀😀😀😀 über den Sylter Deich.";
  std::string joined;
  std::int64_t count = 0;
  for (const std::string_view token : Tokenize(text)) {
    EXPECT_TRUE(IsValidUtf8(token));
    joined += token;
    EXPECT_EQ(CountTokens(joined), ++count) << "a text cut at a token's end has the same tokens";
  }
  EXPECT_EQ(joined, text);
  EXPECT_EQ(CountTokens(text), count);
}

TEST(Tokenizer, NumbersATokenAlwaysTheSame) {
  EXPECT_EQ(TokenNumber(""), 0x811c9dc5 % 32000);   // FNV-1a's offset basis
  EXPECT_EQ(TokenNumber("a"), 0xe40c292c % 32000);  // FNV-1a of "a", from its published test vectors
}

}  // namespace
}  // namespace inferproof
