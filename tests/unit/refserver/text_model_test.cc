#include "harness/refserver/text_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/refserver/tokenizer.h"

namespace inferproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr TableAnswer kKnown{.text = "It is 12.", .wrong_text = "It is 13."};  // "It", " is", " 12."

GenerationRequest Ask(std::string prompt, std::int64_t max_tokens) {
  GenerationRequest request;
  request.api = Api::kCompletions;
  request.question = request.conversation = std::move(prompt);
  request.max_tokens = max_tokens;
  return request;
}

TEST(MakeAnswer, SaysTheKnownAnswerAndStops) {
  const Answer answer = MakeAnswer(Ask("7 + 5?", 64), kKnown, false);
  EXPECT_THAT(answer.tokens, ElementsAre("It", " is", " 12."));
  EXPECT_EQ(answer.finish_reason, "stop");
}

TEST(MakeAnswer, StopsAtAKnownAnswerOfJustTheLengthAsked) {
  EXPECT_EQ(MakeAnswer(Ask("7 + 5?", 3), kKnown, false).finish_reason, "stop");
}

TEST(MakeAnswer, CutsAKnownAnswerAtMaxTokens) {
  const Answer answer = MakeAnswer(Ask("7 + 5?", 2), kKnown, false);
  EXPECT_EQ(answer.Text(), "It is");
  EXPECT_EQ(answer.finish_reason, "length");
}

TEST(MakeAnswer, GoesOnAfterAKnownAnswerWhenTheEndIsIgnored) {
  GenerationRequest request = Ask("7 + 5?", 20);
  request.ignore_eos = true;
  const Answer answer = MakeAnswer(request, kKnown, false);
  EXPECT_EQ(answer.tokens.size(), 20u);
  EXPECT_THAT(answer.Text(), StartsWith("It is 12. The "));
  EXPECT_EQ(answer.finish_reason, "length");
}

TEST(MakeAnswer, SaysTheWrongTextUnderTheFault) {
  EXPECT_EQ(MakeAnswer(Ask("7 + 5?", 64), kKnown, true).Text(), "It is 13.");
}

TEST(MakeAnswer, GivesSeededTextOfExactlyTheLengthAsked) {
  for (const std::int64_t length : {1, 2, 17, 5000}) {
    const Answer answer = MakeAnswer(Ask("Tell me more", length), std::nullopt, false);
    EXPECT_EQ(answer.tokens.size(), static_cast<std::size_t>(length));
    EXPECT_EQ(CountTokens(answer.Text()), length);
    EXPECT_EQ(answer.finish_reason, "length");
  }
}

TEST(MakeAnswer, GivesALongerSeededTextThatBeginsWithTheShorterOne) {
  const std::string shorter = MakeAnswer(Ask("Tell me more", 10), std::nullopt, false).Text();
  EXPECT_THAT(MakeAnswer(Ask("Tell me more", 20), std::nullopt, false).Text(), StartsWith(shorter));
}

TEST(MakeAnswer, GivesTextThatDependsOnPromptAndSeedAlone) {
  GenerationRequest other_seed = Ask("Tell me more", 50);
  other_seed.seed = 1;
  const std::string text = MakeAnswer(Ask("Tell me more", 50), std::nullopt, false).Text();
  EXPECT_EQ(MakeAnswer(Ask("Tell me more", 50), std::nullopt, true).Text(), text) << "the fault wrong is of the table";
  EXPECT_NE(MakeAnswer(other_seed, std::nullopt, false).Text(), text);
  EXPECT_NE(MakeAnswer(Ask("[abcdefghij] Tell me more", 50), std::nullopt, false).Text(), text);
}

TEST(MakeAnswer, SaysTheSameOnEveryPlatform) {
  // Goldens and baselines hold this text: it may not change.
  EXPECT_EQ(MakeAnswer(Ask("Once upon a time", 8), std::nullopt, false).Text(), "The green painter watched the");
}

TEST(MakeAnswer, EndsBeforeTheFirstStopString) {
  GenerationRequest request = Ask("7 + 5?", 64);
  request.stop = {"2.", "is"};
  const Answer answer = MakeAnswer(request, kKnown, false);
  EXPECT_THAT(answer.tokens, ElementsAre("It", " "));
  EXPECT_EQ(answer.finish_reason, "stop");
}

TEST(MakeAnswer, FindsAStopStringThatSpansTokens) {
  GenerationRequest request = Ask("7 + 5?", 64);
  request.stop = {"t is 1"};
  EXPECT_EQ(MakeAnswer(request, kKnown, false).Text(), "I");
}

TEST(MakeAnswer, IsEmptyWhenAStopStringBeginsIt) {
  GenerationRequest request = Ask("7 + 5?", 64);
  request.stop = {"It"};
  const Answer answer = MakeAnswer(request, kKnown, false);
  EXPECT_TRUE(answer.tokens.empty());
  EXPECT_EQ(answer.finish_reason, "stop");
}

TEST(MakeAnswer, IsNotStoppedByAStringBeyondMaxTokens) {
  GenerationRequest request = Ask("7 + 5?", 2);
  request.stop = {"12"};
  EXPECT_EQ(MakeAnswer(request, kKnown, false).finish_reason, "length");
}

}  // namespace
}  // namespace inferproof
