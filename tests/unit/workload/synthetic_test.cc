#include "harness/workload/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/workload/plan_builder.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::int64_t WordsIn(const std::string& text) { return 1 + std::count(text.begin(), text.end(), ' '); }

// A token a word, and one more for each `in`.
TokenCounter Counter(const std::string& in = "?") {
  return [in](const std::string& text) -> Result<std::int64_t> {
    std::int64_t count = WordsIn(text);
    for (std::size_t at = text.find(in); at != std::string::npos; at = text.find(in, at + 1)) ++count;
    return count;
  };
}

Suite Synthetic(int tokens, int count) {
  Suite suite = SuiteOf(3);
  suite.scenarios.push_back(ClosedScenario(2, 1, 2, 1));
  suite.scenarios[0].prompts = PromptSet{{}, {}, {}, SyntheticPrompts{tokens, count}};
  return suite;
}

TEST(SyntheticText, HasAsManyTokensAsWereAskedFor) {
  for (const int tokens : {1, 2, 17, 512}) {
    const Result<SyntheticText> made = MakeText(5, tokens, Counter());
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made->tokens, tokens);
    EXPECT_EQ(WordsIn(made->text), tokens);
  }
}

// Every word with an "o" counts double, so the first try is too long.
TEST(SyntheticText, IsFittedToATokeniserThatCutsWords) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Result<SyntheticText> made = MakeText(seed, 100, Counter("o"));
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made->tokens, 100) << seed;
    EXPECT_EQ(*Counter("o")(made->text), 100);
  }
}

TEST(SyntheticText, IsTheNearestWhereNoneFits) {
  const TokenCounter two_a_word = [](const std::string& text) -> Result<std::int64_t> { return 2 * WordsIn(text); };
  const Result<SyntheticText> made = MakeText(1, 9, two_a_word);
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(made->tokens == 8 || made->tokens == 10) << made->tokens;
}

TEST(SyntheticText, EndsWithTheErrorOfItsCounter) {
  const TokenCounter broken = [](const std::string&) -> Result<std::int64_t> {
    return MakeError(ErrorCode::kUnreachable, "POST /tokenize", "did not answer");
  };
  EXPECT_FALSE(MakeText(1, 9, broken).ok());
}

TEST(SyntheticText, ByCharactersTakesFourATokenAndFollowsItsSeed) {
  EXPECT_EQ(MakeTextByCharacters(1, 1).text.size(), 4u);
  EXPECT_EQ(MakeTextByCharacters(1, 512).text.size(), 2048u);
  EXPECT_EQ(MakeTextByCharacters(1, 512).text, MakeTextByCharacters(1, 512).text);
  EXPECT_NE(MakeTextByCharacters(1, 512).text, MakeTextByCharacters(2, 512).text);
}

TEST(MakeSynthetic, MakesDifferentPromptsWithTheirLengths) {
  Suite suite = Synthetic(64, 3);
  const Result<std::vector<std::string>> made = MakeSynthetic(suite, Counter());
  ASSERT_TRUE(made.ok());
  EXPECT_THAT(*made, ElementsAre("scenario \"single\": 3 synthetic prompts of 64 tokens by the server's tokeniser"));
  const std::vector<Prompt>& prompts = suite.scenarios[0].prompts.prompts;
  ASSERT_EQ(prompts.size(), 3u);
  EXPECT_EQ(prompts[0].id, "synthetic-64-1");
  EXPECT_EQ(prompts[0].tokens, 64);
  EXPECT_EQ(prompts[0].chars, static_cast<std::int64_t>(prompts[0].text.size()));
  EXPECT_NE(prompts[0].text, prompts[1].text);
}

TEST(MakeSynthetic, MarksWhatNobodyCounted) {
  Suite suite = Synthetic(64, 2);
  suite.scenarios[0].cache = CacheMode::kSharedPrefix;
  suite.scenarios[0].prefix = SharedPrefix{"", "", "", 100};
  const Result<std::vector<std::string>> made = MakeSynthetic(suite, {});
  ASSERT_TRUE(made.ok());
  EXPECT_THAT((*made)[0], HasSubstr("about 64 tokens, approximate: made by characters"));
  EXPECT_THAT((*made)[1], HasSubstr("a shared prefix of about 100 tokens"));
  EXPECT_FALSE(suite.scenarios[0].prompts.prompts[0].tokens);
  EXPECT_EQ(suite.scenarios[0].prefix->text.size(), 400u);
}

TEST(MakeSynthetic, NamesLengthsThatWereNotHit) {
  Suite suite = Synthetic(9, 2);
  const auto made =
      MakeSynthetic(suite, [](const std::string& text) -> Result<std::int64_t> { return 2 * WordsIn(text); });
  ASSERT_TRUE(made.ok());
  EXPECT_THAT((*made)[0], HasSubstr("tokens where 9 were asked for, approximate"));
}

TEST(MakeSynthetic, LeavesFilesAlone) {
  Suite suite = SuiteOf(3);
  suite.scenarios.push_back(ClosedScenario(2, 1, 2, 1));
  EXPECT_FALSE(HasSynthetic(suite));
  EXPECT_TRUE(HasSynthetic(Synthetic(8, 2)));
  ASSERT_TRUE(MakeSynthetic(suite, Counter()).ok());
  EXPECT_EQ(suite.scenarios[0].prompts.prompts[0].id, "p0");
}

}  // namespace
}  // namespace inferproof
