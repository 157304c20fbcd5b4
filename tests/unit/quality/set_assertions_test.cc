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

TEST(OneOf, WantsAMemberOfTheSet) {
  const JudgeRow rows[] = {
      {"member", "one_of", R"({"values":["Au","gold"]})", "Au", kPass},
      {"other", "one_of", R"({"values":["Au"]})", "Ag", kFail},
      {"synonym", "one_of", R"({"values":["New York"],"map":{"NYC":"New York"}})", "NYC", kPass},
      {"prose", "one_of", R"({"values":["Au"]})", "It is Au", kFail},
      {"first in prose", "one_of", R"({"values":["Au"],"extract":"first"})", "It is Au, not Ag", kPass},
      {"only as a word", "one_of", R"({"values":["Au"],"extract":"first"})", "Austria", kFail},
      {"word behind a part", "one_of", R"({"values":["Au"],"extract":"first"})", "Austria has Au", kPass},
      {"last as a word", "one_of", R"({"values":["Au"],"extract":"last"})", "Au in Austria", kPass},
      {"marker", "one_of", R"({"values":["Au"],"extract":"marker:Symbol"})", "Symbol: Au", kPass},
      {"no marker", "one_of", R"({"values":["Au"],"extract":"marker:Symbol"})", "Au", kFail},
      {"localised marker", "one_of", R"({"values":["Au"]})", "Let me think.\nAnswer: Au", kPass},
      {"folded", "one_of", R"({"values":["Monday"],"case":"fold"})", "MONDAY", kPass},
      {"final dot taken off", "one_of", R"({"values":["Monday"],"normalize":["trim","final_punctuation"]})", "Monday.",
       kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  EXPECT_EQ(JudgeBy("one_of", R"({"values":["Au","gold"]})", "Ag").message,
            "expected one of \"Au\" or \"gold\", got \"Ag\" (whole answer)");
  EXPECT_EQ(JudgeBy("one_of", R"({"values":["Au"]})", "Answer: Au").message, "is \"Au\" (Answer:)");
  EXPECT_THAT(MakingError("one_of", R"({"values":["a"],"map":{"b":"c"}})"),
              HasSubstr("must lead to one of the values"));
  EXPECT_THAT(MakingError("one_of", R"({"values":["."],"normalize":["final_punctuation"]})"), HasSubstr("is empty"));
}

TEST(Choice, ReadsOneOption) {
  const JudgeRow rows[] = {
      {"letter", "choice", R"({"equals":"B"})", "B", kPass},
      {"brackets", "choice", R"({"equals":"B"})", "(B)", kPass},
      {"dot", "choice", R"({"equals":"B"})", "B.", kPass},
      {"emphasis", "choice", R"({"equals":"B"})", "**B**", kPass},
      {"full-width", "choice", R"({"equals":"B"})", "Ｂ", kPass},
      {"small letter", "choice", R"({"equals":"B"})", "b", kPass},
      {"with its text", "choice", R"({"equals":"B"})", "B. A city in Italy", kPass},
      {"with a bracket and text", "choice", R"({"equals":"B"})", "B) Rome", kPass},
      {"other letter", "choice", R"({"equals":"B"})", "C", kFail},
      {"two letters", "choice", R"({"equals":"B"})", "A, B", kFail},
      {"two with and", "choice", R"({"equals":"B"})", "B and C", kFail},
      {"two where several may be", "choice", R"({"equals":["A","B"],"multi":true})", "B and A", kPass},
      {"one of two", "choice", R"({"equals":["A","B"],"multi":true})", "A", kFail},
      {"no option", "choice", R"({"equals":"B"})", "Rome", kFail},
      {"a sentence", "choice", R"({"equals":"B"})", "The answer is B", kFail},
      {"last in a sentence", "choice", R"({"equals":"B","extract":"last"})", "A is wrong, so it is B.", kPass},
      {"an article is no option", "choice", R"({"equals":"B","extract":"first"})", "I need a moment: B", kPass},
      {"marker", "choice", R"({"equals":"B"})", "Because of A...\nAnswer: (B)", kPass},
      {"own options", "choice", R"({"equals":"yes","options":["yes","no"]})", "Yes.", kPass},
      {"boxed", "choice", R"({"equals":"B"})", "\\boxed{B}", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  EXPECT_EQ(JudgeBy("choice", R"({"equals":"B"})", "A, B").message,
            "expected \"B\", got \"A\" and \"B\" in \"A, B\" (whole answer)");
  EXPECT_THAT(MakingError("choice", R"({"equals":"E"})"), HasSubstr("must be one of the options"));
  EXPECT_THAT(MakingError("choice", R"({"equals":["A","B"]})"), HasSubstr("Set \"multi\": true"));
  EXPECT_THAT(MakingError("choice", "{}"), HasSubstr("needs the option that is right"));
}

TEST(ListEquals, ReadsListsAsPeopleWriteThem) {
  const JudgeRow rows[] = {
      {"commas", "list_equals", R"({"values":["a","b","c"]})", "a, b, c", kPass},
      {"lines", "list_equals", R"({"values":["a","b","c"]})", "a\nb\nc\n", kPass},
      {"bullets", "list_equals", R"({"values":["a","b"]})", "- a\n* b", kPass},
      {"numbering", "list_equals", R"({"values":["a","b"]})", "1. a\n2) b", kPass},
      {"Oxford comma", "list_equals", R"({"values":["a","b","c"]})", "a, b, and c.", kPass},
      {"and alone", "list_equals", R"({"values":["a","b","c"]})", "a, b and c", kPass},
      {"a word with and in it", "list_equals", R"({"values":["sand","land"]})", "sand, land", kPass},
      {"Chinese separators", "list_equals", R"({"values":["红","绿","蓝"]})", "红、绿，蓝", kPass},
      {"order counts", "list_equals", R"({"values":["a","b"]})", "b, a", kFail},
      {"any order", "list_equals", R"({"values":["a","b"],"ordered":false})", "b, a", kPass},
      {"one missing", "list_equals", R"({"values":["a","b"]})", "a", kFail},
      {"one twice", "list_equals", R"({"values":["a","b"]})", "a, b, b", kFail},
      {"one twice, dropped", "list_equals", R"({"values":["a","b"],"dedupe":true})", "a, b, b", kPass},
      {"own separator", "list_equals", R"({"values":["a b","c"],"sep":"\\|"})", "a b | c", kPass},
      {"folded", "list_equals", R"({"values":["a"],"case":"fold"})", "A", kPass},
      {"numbers stay", "list_equals", R"({"values":["7","14","21"]})", "7, 14, 21", kPass},
      {"empty", "list_equals", R"({"values":["a"]})", "", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  EXPECT_EQ(JudgeBy("list_equals", R"({"values":["a","b"]})", "a, c").message,
            "item 2: expected \"b\", got \"c\"; the answer is \"a, c\"");
  EXPECT_EQ(JudgeBy("list_equals", R"({"values":["a","b"]})", "a").message,
            "expected 2 items, got 1; the answer is \"a\"");
  EXPECT_EQ(JudgeBy("list_equals", R"({"values":["a","b"]})", "a, b").message, "lists the 2 items");
  EXPECT_THAT(MakingError("list_equals", R"j({"values":["a"],"sep":"("})j"),
              HasSubstr("sep: not a regular expression"));
  EXPECT_THAT(MakingError("list_equals", R"({"values":["a"],"sep":",*"})"), HasSubstr("must not match the empty text"));
}

}  // namespace
}  // namespace inferproof
