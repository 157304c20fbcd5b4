#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/quality/decimal.h"
#include "harness/quality/number_grammar.h"
#include "tests/unit/quality/judging.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
constexpr Grade kPass = Grade::kPass;
constexpr Grade kFail = Grade::kFail;

const std::string kNbsp = "\xC2\xA0";
const std::string kNarrowNbsp = "\xE2\x80\xAF";
const std::string kThinSpace = "\xE2\x80\x89";

// "n" or "n/d", with a percent sign.
std::vector<std::string> NumbersIn(std::string_view text, NumberLocale locale = NumberLocale::kEnglish,
                                   bool parentheses = false) {
  std::vector<std::string> found;
  for (const FoundNumber& number : ScanNumbers(text, {locale, parentheses}).numbers) {
    std::string shown = number.value.numerator.Text();
    if (number.value.denominator != Decimal(1)) shown += "/" + number.value.denominator.Text();
    found.push_back(shown + (number.percent ? "%" : ""));
  }
  return found;
}

TEST(Decimal, ReadsAndWritesExactly) {
  const std::pair<const char*, const char*> rows[] = {
      {"0", "0"},          {"-0", "0"},
      {"007", "7"},        {"18.00", "18"},
      {"-12.50", "-12.5"}, {".5", "0.5"},
      {"1e3", "1000"},     {"1.5E-2", "0.015"},
      {"+3", "3"},         {"12345678901234567890123", "12345678901234567890123"},
      {"1e100", "1e100"},  {"-1.25e100", "-1.25e100"},
  };
  for (const auto& [text, want] : rows) {
    const std::optional<Decimal> value = Decimal::Parse(text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(value->Text(), want) << text;
  }
  for (const char* text : {"", "-", ".", "1.", "1e", "1e1001", "1,5", "1 ", "0x1", "nan", "--1", "1e--1"}) {
    EXPECT_FALSE(Decimal::Parse(text)) << text;
  }
  EXPECT_FALSE(Decimal::Parse(std::string(1001, '1')));
  EXPECT_EQ(Decimal(INT64_MIN).Text(), "-9223372036854775808");
}

TEST(Decimal, CalculatesWithoutRounding) {
  const auto d = [](const char* text) { return *Decimal::Parse(text); };
  EXPECT_EQ(d("0.1") + d("0.2"), d("0.3"));
  EXPECT_EQ(d("1") - d("0.999"), d("0.001"));
  EXPECT_EQ(d("-5") + d("3"), d("-2"));
  EXPECT_EQ(d("3") - d("3"), Decimal());
  EXPECT_EQ(d("99999999999") * d("99999999999"), d("9999999999800000000001"));
  EXPECT_EQ(d("-0.5") * d("4"), d("-2"));
  EXPECT_LT(d("-3"), d("-2"));
  EXPECT_LT(d("123456789012345678901"), d("123456789012345678902"));
}

TEST(WithinTolerance, ComparesFractionsExactly) {
  const auto r = [](const char* text) { return *ParseRatio(text); };
  const auto d = [](const char* text) { return *Decimal::Parse(text); };
  EXPECT_TRUE(WithinTolerance(r("1/3"), r("2/6"), Decimal(), Decimal()));
  EXPECT_FALSE(WithinTolerance(r("0.3333"), r("1/3"), Decimal(), Decimal()));
  // |0.3333 - 1/3| = 1/30000 = 0.0000333...
  EXPECT_TRUE(WithinTolerance(r("0.3333"), r("1/3"), d("0.00004"), Decimal()));
  EXPECT_FALSE(WithinTolerance(r("0.3333"), r("1/3"), d("0.00003"), Decimal()));
  EXPECT_TRUE(WithinTolerance(r("-99"), r("-100"), Decimal(), d("0.01")));
  EXPECT_FALSE(WithinTolerance(r("-98.9"), r("-100"), Decimal(), d("0.01")));
  EXPECT_FALSE(ParseRatio("1/0"));
}

TEST(NumberGrammar, ReadsSignsDigitsAndGroups) {
  EXPECT_THAT(NumbersIn("-5"), ElementsAre("-5"));
  EXPECT_THAT(NumbersIn("−5"), ElementsAre("-5"));    // U+2212
  EXPECT_THAT(NumbersIn("﹣5"), ElementsAre("-5"));   // U+FE63
  EXPECT_THAT(NumbersIn("－５"), ElementsAre("-5"));  // U+FF0D, full-width 5
  EXPECT_THAT(NumbersIn("+5"), ElementsAre("5"));
  EXPECT_THAT(NumbersIn("10-5"), ElementsAre("10", "5"));
  EXPECT_THAT(NumbersIn("3 -4"), ElementsAre("3", "-4"));
  EXPECT_THAT(NumbersIn("(5)"), ElementsAre("5"));
  EXPECT_THAT(NumbersIn("(5)", NumberLocale::kEnglish, true), ElementsAre("-5"));
  EXPECT_THAT(NumbersIn("($1,234.50) (7 apples)", NumberLocale::kEnglish, true), ElementsAre("-1234.5", "7"));
  EXPECT_THAT(NumbersIn("１２３"), ElementsAre("123"));
  EXPECT_THAT(NumbersIn("٤٢"), ElementsAre("42"));
  EXPECT_THAT(NumbersIn("1,234,567.89"), ElementsAre("1234567.89"));
  EXPECT_THAT(NumbersIn("1，234"), ElementsAre("1234"));
  EXPECT_THAT(NumbersIn("1'234'567"), ElementsAre("1234567"));
  EXPECT_THAT(NumbersIn("1_000"), ElementsAre("1000"));
  EXPECT_THAT(NumbersIn("1" + kNbsp + "234" + kNbsp + "567"), ElementsAre("1234567"));
  EXPECT_THAT(NumbersIn("1" + kNarrowNbsp + "234"), ElementsAre("1234"));
  EXPECT_THAT(NumbersIn("1" + kThinSpace + "234"), ElementsAre("1234"));
  EXPECT_THAT(NumbersIn("12,34,567"), ElementsAre("1234567"));  // Indian
  EXPECT_THAT(NumbersIn("15 20"), ElementsAre("15", "20"));
  EXPECT_THAT(NumbersIn("1,5"), ElementsAre("1", "5"));
  EXPECT_THAT(NumbersIn("1,234,56"), ElementsAre("1", "234", "56"));
  EXPECT_THAT(NumbersIn("1234,567"), ElementsAre("1234", "567"));
}

TEST(NumberGrammar, TakesTheDecimalMarkFromTheLocale) {
  EXPECT_THAT(NumbersIn("1,234", NumberLocale::kEuropean), ElementsAre("1.234"));
  EXPECT_THAT(NumbersIn("1.234,5", NumberLocale::kEuropean), ElementsAre("1234.5"));
  EXPECT_THAT(NumbersIn("1.234", NumberLocale::kEuropean), ElementsAre("1234"));
  EXPECT_THAT(NumbersIn("1.5", NumberLocale::kEuropean), ElementsAre("1", "5"));
  EXPECT_THAT(NumbersIn("1.234"), ElementsAre("1.234"));
  EXPECT_THAT(NumbersIn("1.234.567"), ElementsAre("1.234", "567"));
}

TEST(NumberGrammar, LeavesTheSurroundingsOut) {
  EXPECT_THAT(NumbersIn("It is 18."), ElementsAre("18"));
  EXPECT_THAT(NumbersIn("18.00"), ElementsAre("18"));
  EXPECT_THAT(NumbersIn(".5 and No.6"), ElementsAre("0.5", "6"));
  EXPECT_THAT(NumbersIn("K7Q2-55 x3 GPT-4"), ElementsAre("55", "4"));
  EXPECT_THAT(NumbersIn("答案是１８"), ElementsAre("18"));
  EXPECT_THAT(NumbersIn("温度是−5度"), ElementsAre("-5"));
  EXPECT_THAT(NumbersIn("$18, -$5, €7, 5kg"), ElementsAre("18", "-5", "7", "5"));
  EXPECT_THAT(NumbersIn("\\$1{,}234 and **42** and 1\\,000 and `7`"), ElementsAre("1234", "42", "1000", "7"));
  EXPECT_THAT(NumbersIn("18% 18 % １８％"), ElementsAre("18%", "18%", "18%"));
  EXPECT_THAT(NumbersIn("no numbers - at, all."), ElementsAre());
}

TEST(NumberGrammar, ReadsExponentsAndFractions) {
  EXPECT_THAT(NumbersIn("1e3 2.5E-1 6e"), ElementsAre("1000", "0.25", "6"));
  EXPECT_THAT(NumbersIn("3 × 10^5"), ElementsAre("300000"));
  EXPECT_THAT(NumbersIn("3 \\times 10^{-2}"), ElementsAre("0.03"));
  EXPECT_THAT(NumbersIn("1/3"), ElementsAre("1/3"));
  EXPECT_THAT(NumbersIn("-3/4%"), ElementsAre("-3/4%"));
  EXPECT_THAT(NumbersIn("4/0"), ElementsAre("4", "0"));
  EXPECT_THAT(NumbersIn("12/05/2024"), ElementsAre("12", "5", "2024"));
  EXPECT_THAT(NumbersIn("1e9999 7"), ElementsAre("7"));
  EXPECT_THAT(NumbersIn(std::string(1001, '9') + " 7"), ElementsAre("7"));
}

TEST(NumberGrammar, ReadsHanNumeralsWhereTheLocaleHasThem) {
  const std::pair<const char*, const char*> rows[] = {
      {"五", "5"},
      {"十", "10"},
      {"十五", "15"},
      {"二十", "20"},
      {"三百零五", "305"},
      {"三百五十", "350"},
      {"一千〇一", "1001"},
      {"两千", "2000"},
      {"一万", "10000"},
      {"一万零五十", "10050"},
      {"二十五万", "250000"},
      {"一亿二千万", "120000000"},
      {"一万亿", "1000000000000"},
      {"二〇二四", "2024"},
      {"三点一四", "3.14"},
      {"负五", "-5"},
      {"3万", "30000"},
      {"1.5亿", "150000000"},
      {"12億3456万", "1234560000"},
      {"百", "100"},
  };
  for (const auto& [text, want] : rows) {
    EXPECT_THAT(NumbersIn(text, NumberLocale::kChinese), ElementsAre(want)) << text;
  }
  EXPECT_THAT(NumbersIn("四十二個", NumberLocale::kJapanese), ElementsAre("42"));
  EXPECT_THAT(NumbersIn("四十二"), ElementsAre());
}

TEST(NumberGrammar, RefusesSpokenShortForms) {
  // 三百五 is 350 when spoken; written out it could be read as 305.
  EXPECT_THAT(NumbersIn("三百五", NumberLocale::kChinese), ::testing::Not(ElementsAre("305")));
}

// The inputs on which published graders disagree.
TEST(Number, JudgesWhatOtherGradersGetWrong) {
  const JudgeRow rows[] = {
      {"prose needs a rule", "number", R"({"equals":18})", "The answer is 18 dollars.", kFail},
      {"last is asked for", "number", R"({"equals":18,"extract":"last"})", "The answer is 18 dollars...", kPass},
      {"18.00 is 18", "number", R"({"equals":18})", "18.00", kPass},
      {"U+2212", "number", R"({"equals":-5})", "−5", kPass},
      {"the next turn is cut off", "number", R"({"equals":18})", "#### 18\n\nQuestion: more?\n#### 25", kPass},
      {"the last marker counts", "number", R"({"equals":25})", "#### 18\n#### 25", kPass},
      {"thousands", "number", R"({"equals":1234})", "1,234", kPass},
      {"decimal comma is not guessed", "number", R"({"equals":"1.5"})", "1,5", kFail},
      {"decimal comma in its locale", "number", R"({"equals":"1.5","locale":"eu"})", "1,5", kPass},
      {"two numbers", "number", R"({"equals":15})", "15 20", kFail},
      {"the first behind a marker", "number", R"({"equals":18})", "Answer: 18 (since 3*6)", kPass},
      {"full-width", "number", R"({"equals":18})", "１８", kPass},
      {"no space before", "number", R"({"equals":18,"extract":"last"})", "答案是１８", kPass},
      {"percent at face value", "number", R"({"equals":18})", "18%.", kPass},
      {"percent as a ratio", "number", R"({"equals":"0.18","percent":"ratio"})", "18%", kPass},
      {"six digits", "number", R"({"equals":123456})", "123457", kFail},
      {"twenty digits", "number", R"({"equals":"12345678901234567890"})", "12345678901234567891", kFail},
      {"twenty digits equal", "number", R"({"equals":"12345678901234567890"})", "12,345,678,901,234,567,890", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(Number, ExtractsByTheCasesRule) {
  const JudgeRow rows[] = {
      {"own marker", "number", R"({"equals":7,"extract":"marker:ANSWER"})", "3 + 4\nANSWER: 7", kPass},
      {"emphasised marker", "number", R"({"equals":7,"extract":"marker:ANSWER"})", "**ANSWER:** 7", kPass},
      {"emphasis inside", "number", R"({"equals":7,"extract":"marker:ANSWER"})", "**Answer**: **7**", kPass},
      {"next line", "number", R"({"equals":7,"extract":"marker:ANSWER"})", "ANSWER:\n\n7", kPass},
      {"own marker before ####", "number", R"({"equals":7,"extract":"marker:RESULT"})", "RESULT: 7\n#### 8", kPass},
      {"no marker", "number", R"({"equals":7,"extract":"marker:ANSWER"})", "7", kFail},
      {"a word is no marker", "number", R"({"equals":7,"extract":"marker:ANSWER"})", "My answer is 7", kFail},
      {"part of a word is no marker", "number", R"({"equals":7,"extract":"marker:SUM"})", "RESUM: 7", kFail},
      {"nothing behind the marker", "number", R"({"equals":7,"extract":"marker:ANSWER"})", "7\nANSWER:", kFail},
      {"boxed", "number", R"({"equals":7})", "so $\\boxed{7}$ it is", kPass},
      {"nested braces", "number", R"({"equals":7})", "\\boxed{\\text{7}} and 9", kPass},
      {"localised", "number", R"({"equals":7})", "因为3加4\n答案：7", kPass},
      {"Japanese", "number", R"({"equals":7})", "答え：7", kPass},
      {"reasoning is left out", "number", R"({"equals":7})", "<think>Answer: 9</think>7", kPass},
      {"first", "number", R"({"equals":3,"extract":"first"})", "3 then 4", kPass},
      {"whole ignores markers", "number", R"({"equals":7,"extract":"whole"})", "Answer: 7", kFail},
      {"unit", "number", R"({"equals":7,"unit":"km"})", "7 km", kPass},
      {"other unit", "number", R"({"equals":7,"unit":"km"})", "7 miles", kFail},
      {"one of units", "number", R"({"equals":7,"unit":["km","kilometres"]})", "7 kilometres.", kPass},
      {"currency", "number", R"({"equals":7})", "$7.00", kPass},
      {"tolerance", "number", R"({"equals":"3.14","tol_abs":"0.005"})", "3.142", kPass},
      {"outside it", "number", R"({"equals":"3.14","tol_abs":0.001})", "3.142", kFail},
      {"relative", "number", R"({"equals":200,"tol_rel":"0.01"})", "202", kPass},
      {"outside relative", "number", R"({"equals":200,"tol_rel":"0.01"})", "202.1", kFail},
      {"fraction", "number", R"({"equals":"1/3"})", "2/6", kPass},
      {"Han", "number", R"({"equals":42,"locale":"zh"})", "四十二", kPass},
      {"empty", "number", R"({"equals":0})", "", kFail},
      {"ill-formed", "number", R"({"equals":7})", "7\xFF", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(Number, RecordsWhichRuleFired) {
  EXPECT_EQ(JudgeBy("number", R"({"equals":42})", "42").message, "got \"42\" (whole answer)");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42,"extract":"marker:ANSWER"})", "ANSWER: 41").message,
            "expected 42, got \"41\" (marker ANSWER)");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42})", "#### 41").message, "expected 42, got \"41\" (####)");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42})", "\\boxed{41}").message, "expected 42, got \"41\" (\\boxed{})");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42})", "Answer: 41").message, "expected 42, got \"41\" (Answer:)");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42,"extract":"last"})", "41 or so").message,
            "expected 42, got \"41\" (last)");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42,"tol_abs":1,"tol_rel":"0.01"})", "50").message,
            "expected 42 within 1 or a share of 0.01, got \"50\" (whole answer)");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42})", "none").message,
            "expected 42, got no number in \"none\" (whole answer)");
  EXPECT_EQ(JudgeBy("number", R"({"equals":42})", "1 2").message,
            "expected 42, got 2 numbers in \"1 2\" (whole answer)");
}

TEST(Number, RefusesWrongParameters) {
  EXPECT_THAT(MakingError("number", "{}"), HasSubstr("needs the key \"equals\""));
  EXPECT_THAT(MakingError("number", R"({"equals":"1,234"})"), HasSubstr("equals: must be a number"));
  EXPECT_THAT(MakingError("number", R"({"equals":true})"), HasSubstr("equals: must be a number"));
  EXPECT_THAT(MakingError("number", R"({"equals":0.30000000000000004})"), HasSubstr("Write it as a string"));
  EXPECT_THAT(MakingError("number", R"({"equals":12345678901234567890123})"), HasSubstr("Write it as a string"));
  EXPECT_EQ(MakingError("number", R"({"equals":0.1})"), "made");
  EXPECT_THAT(MakingError("number", R"({"equals":1,"tol_abs":-1})"), HasSubstr("tol_abs: must be a number >= 0"));
  EXPECT_THAT(MakingError("number", R"({"equals":1,"extract":"marker:"})"), HasSubstr("extract: must be"));
  EXPECT_THAT(MakingError("number", R"({"equals":1,"locale":"de"})"),
              HasSubstr("locale: must be one of en, eu, zh, ja"));
  EXPECT_THAT(MakingError("number", R"({"equals":1,"tol_ab":1})"), HasSubstr("Did you mean \"tol_abs\"?"));
}

}  // namespace
}  // namespace inferproof
