#include "harness/report/neutralise.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/base/random.h"
#include "harness/base/text.h"
#include "tests/support/workflow_commands.h"

namespace inferproof {
namespace {

TEST(NeutraliseForLog, WritesControlCharactersAsEscapes) {
  EXPECT_EQ(NeutraliseForLog("a\nb\r\tc\x1b[31m\x7f"), "a\\nb\\r\\tc\\x1b[31m\\x7f");
  EXPECT_EQ(NeutraliseForLog(std::string_view("nul\0!", 5)), "nul\\x00!");
}

TEST(NeutraliseForLog, ShowsInvisibleCharacters) {
  EXPECT_EQ(NeutraliseForLog("a\u202Eb\u2066c\u200Bd\uFEFFe"), "a\\u{202e}b\\u{2066}c\\u{200b}d\\u{feff}e");
  EXPECT_EQ(NeutraliseForLog("caf\u00E9 \u6771\u4EAC \U0001F600"), "caf\u00E9 \u6771\u4EAC \U0001F600");
}

TEST(NeutraliseForLog, BreaksWorkflowCommandsUp) {
  EXPECT_EQ(NeutraliseForLog("::error::x"), ": :error: :x");
  EXPECT_EQ(NeutraliseForLog("see ##[error]x and ##vso[task.complete]"), "see # #[error]x and # #vso[task.complete]");
  EXPECT_EQ(NeutraliseForLog("##teamcity[buildProblem]"), "# #teamcity[buildProblem]");
  EXPECT_EQ(NeutraliseForLog(":::"), ": : :");
}

TEST(NeutraliseForLog, RepairsAndCutsHostileLength) {
  EXPECT_EQ(NeutraliseForLog("a\xFFz"), "a\uFFFDz");
  EXPECT_LE(NeutraliseForLog(std::string(1 << 20, '\n'), 300).size(), 300u);
}

TEST(MarkdownCode, CannotBeLeft) {
  EXPECT_EQ(MarkdownCode("plain"), "`plain`");
  EXPECT_EQ(MarkdownCode("a ` b"), "``a ` b``");
  EXPECT_EQ(MarkdownCode("`x`"), "`` `x` ``");
  EXPECT_EQ(MarkdownCode("a|b"), "`a\\|b`");
  EXPECT_EQ(MarkdownCode(""), "`  `");
}

TEST(MarkdownText, EscapesWhatMarkdownAndHtmlActOn) {
  EXPECT_EQ(MarkdownText("<img src=x> *b* [l](u) @me"), "&lt;img src=x\\> \\*b\\* \\[l\\]\\(u\\) \\@me");
  EXPECT_EQ(MarkdownText("a & b"), "a &amp; b");
}

// Seeded strings of the characters that matter: no line of the neutralised text is a command, and it stays one line of
// clean UTF-8.
TEST(NeutraliseForLog, NoTextBecomesACommand) {
  const std::string pieces[] = {"::", ":",    "##[",          "#",    "##vso[", "error", "]", " ", "\n",
                                "\r", "\x1b", "\xE2\x80\xAE", "\xFF", "a=b,",   "%0A"};
  Random random(20260101);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::uint64_t i = random.Below(12); i > 0; --i) text += pieces[random.Below(std::size(pieces))];
    const std::string safe = NeutraliseForLog(text);
    EXPECT_TRUE(ParseWorkflowLog(safe).empty()) << safe;
    EXPECT_EQ(safe.find("##"), std::string::npos);
    EXPECT_EQ(safe.find_first_of("\n\r\x1b"), std::string::npos);
    EXPECT_TRUE(IsValidUtf8(safe));
  }
}

}  // namespace
}  // namespace inferproof
