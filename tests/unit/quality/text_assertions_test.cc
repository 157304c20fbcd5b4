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

const std::string kNfdE = "e\xCC\x81";     // e, combining acute
const std::string kNbsp = "\xC2\xA0";      // U+00A0
const std::string kZwj = "\xE2\x80\x8D";   // U+200D
const std::string kZwnj = "\xE2\x80\x8C";  // U+200C
const std::string kBom = "\xEF\xBB\xBF";   // U+FEFF

TEST(Equals, JudgesTheWholeAnswer) {
  const JudgeRow rows[] = {
      {"same", "equals", R"j({"value":"Rome"})j", "Rome", kPass},
      {"one of several", "equals", R"j({"values":["Roma","Rome"]})j", "Rome", kPass},
      {"trailing newline", "equals", R"j({"value":"Rome"})j", "Rome\n", kPass},
      {"CRLF inside", "equals", R"j({"value":"a\nb"})j", "a\r\nb", kPass},
      {"final dot", "equals", R"j({"value":"Rome"})j", "Rome.", kFail},
      {"final dot taken off", "equals", R"j({"value":"Rome","normalize":["trim","final_punctuation"]})j", "Rome.",
       kPass},
      {"ideographic stop taken off", "equals", R"j({"value":"東京","normalize":["final_punctuation"]})j", "東京。",
       kPass},
      {"emphasis taken off", "equals", R"j({"value":"Rome","normalize":["trim","wrapping"]})j", "**\"Rome\"**", kPass},
      {"quotes stay by default", "equals", R"j({"value":"Rome"})j", "\"Rome\"", kFail},
      {"NFD against NFC", "equals", R"j({"value":"café"})j", "caf" + kNfdE, kPass},
      {"NFD without nfc", "equals", R"j({"value":"café","normalize":["trim"]})j", "caf" + kNfdE, kFail},
      {"ZWJ inside counts", "equals", R"j({"value":"ab"})j", "a" + kZwj + "b", kFail},
      {"ZWNJ inside counts", "equals", R"j({"value":"ab"})j", "a" + kZwnj + "b", kFail},
      {"byte order mark at the rim", "equals", R"j({"value":"Rome"})j", kBom + "Rome", kPass},
      {"byte order mark inside", "equals", R"j({"value":"Rome"})j", "Ro" + kBom + "me", kFail},
      {"NBSP at the rim is white space", "equals", R"j({"value":"Rome"})j", kNbsp + "Rome" + kNbsp, kPass},
      {"NBSP inside is no space", "equals", R"j({"value":"New York"})j", "New" + kNbsp + "York", kFail},
      {"NBSP inside with spaces", "equals", R"j({"value":"New York","normalize":["spaces"]})j", "New" + kNbsp + "York",
       kPass},
      {"falsy 0", "equals", R"j({"value":"0"})j", "0", kPass},
      {"falsy false", "equals", R"j({"value":"false"})j", "false", kPass},
      {"0 is not empty", "equals", R"j({"value":"0"})j", "", kFail},
      {"case counts", "equals", R"j({"value":"Rome"})j", "ROME", kFail},
      {"case folded", "equals", R"j({"value":"Straße","case":"fold"})j", "STRASSE", kPass},
      {"full-width under nfkc", "equals", R"j({"value":"Rome","normalize":["nfkc"]})j", "Ｒｏｍｅ", kPass},
      {"reasoning is not the answer", "equals", R"j({"value":"Rome"})j", "<think>Paris?</think>\nRome", kPass},
      {"open reasoning", "equals", R"j({"value":"Rome"})j", "<think>Rome", kFail},
      {"prefix only", "equals", R"j({"value":"Rome"})j", "Rome is the capital", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(Contains, FindsSubstrings) {
  const JudgeRow rows[] = {
      {"inside", "contains", R"j({"value":"Rome"})j", "It is Rome.", kPass},
      {"absent", "contains", R"j({"value":"Rome"})j", "It is Paris.", kFail},
      {"4 in 14", "contains", R"j({"value":"4"})j", "14", kPass},
      {"4 in 14 as a word", "contains", R"j({"value":"4","word_boundary":true})j", "14", kFail},
      {"4 as a word", "contains", R"j({"value":"4","word_boundary":true})j", "14 and 4.", kPass},
      {"word before a mark", "contains", R"j({"value":"cat","word_boundary":true})j", "concat cat's", kPass},
      {"no spaces in Chinese", "contains", R"j({"value":"北京","word_boundary":true})j", "首都是北京市", kPass},
      {"Latin beside Han is a boundary", "contains", R"j({"value":"GPU","word_boundary":true})j", "用GPU做", kPass},
      {"digits beside Latin are none", "contains", R"j({"value":"GPU","word_boundary":true})j", "GPU2", kFail},
      {"case folded", "contains", R"j({"value":"straße","case":"fold"})j", "DIE STRASSE", kPass},
      {"NFD answer", "contains", R"j({"value":"é"})j", "caf" + kNfdE, kPass},
      {"base letter of a composed one", "contains", R"j({"value":"e"})j", "caf" + kNfdE, kFail},
      {"all", "contains_all", R"j({"values":["a","b"]})j", "b a", kPass},
      {"not all", "contains_all", R"j({"values":["a","b"]})j", "a", kFail},
      {"any", "contains_any", R"j({"values":["a","b"]})j", "b", kPass},
      {"none", "contains_any", R"j({"values":["a","b"]})j", "c", kFail},
      {"empty answer", "contains", R"j({"value":"a"})j", "", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(NotContains, NeedsAnAnswerThatProvesTheAbsence) {
  const JudgeRow rows[] = {
      {"absent", "not_contains", R"j({"value":"sorry"})j", "Rome", kPass},
      {"present", "not_contains", R"j({"value":"sorry"})j", "I am sorry", kFail},
      {"one of several present", "not_contains", R"j({"values":["x","sorry"]})j", "I am sorry", kFail},
      {"other case", "not_contains", R"j({"value":"sorry"})j", "SORRY", kPass},
      {"case folded", "not_contains", R"j({"value":"sorry","case":"fold"})j", "SORRY", kFail},
      {"only in the reasoning", "not_contains", R"j({"value":"sorry"})j", "<think>sorry</think>Rome", kPass},
      {"as a word only", "not_contains", R"j({"value":"or","word_boundary":true})j", "for", kPass},
      {"empty answer", "not_contains", R"j({"value":"sorry"})j", "", kFail},
      {"white space only", "not_contains", R"j({"value":"sorry","normalize":[]})j", " \n" + kNbsp, kFail},
      {"reasoning that never ended", "not_contains", R"j({"value":"sorry"})j", "<think>Rome", kFail},
      {"ill-formed UTF-8", "not_contains", R"j({"value":"sorry"})j", "Rome\xFF", kFail},
      {"a lone surrogate", "not_contains", R"j({"value":"sorry"})j", "Rome\xED\xA0\x80", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(Anchors, HoldAtTheirEnds) {
  const JudgeRow rows[] = {
      {"start", "starts_with", R"j({"value":"Yes"})j", "Yes, it is.", kPass},
      {"leading newline", "starts_with", R"j({"value":"Yes"})j", "\n Yes", kPass},
      {"leading markdown", "starts_with", R"j({"value":"Yes"})j", "**Yes**", kFail},
      {"leading quote", "starts_with", R"j({"value":"Yes"})j", "\"Yes\"", kFail},
      {"quotes taken off", "starts_with", R"j({"value":"Yes","normalize":["trim","wrapping"]})j", "\"Yes\"", kPass},
      {"a preamble", "starts_with", R"j({"value":"Yes"})j", "Sure, yes. Yes", kFail},
      {"a choice of starts", "starts_with", R"j({"values":["No","Yes"]})j", "Yes", kPass},
      {"end", "ends_with", R"j({"value":"OVER"})j", "That is all. OVER\n", kPass},
      {"something behind", "ends_with", R"j({"value":"OVER"})j", "OVER.", kFail},
      {"folded", "ends_with", R"j({"value":"over","case":"fold"})j", "OVER", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(CopyExact, CountsEditsInScalars) {
  const JudgeRow rows[] = {
      {"exact", "copy_exact", R"j({"value":"for (;;) {}"})j", "for (;;) {}", kPass},
      {"one edit too many", "copy_exact", R"j({"value":"abc"})j", "abd", kFail},
      {"one edit allowed", "copy_exact", R"j({"value":"abc","max":1})j", "abd", kPass},
      {"an insertion", "copy_exact", R"j({"value":"abc","max":1})j", "abxc", kPass},
      {"a deletion at the head", "copy_exact", R"j({"value":"abc","max":1})j", "bc", kPass},
      {"two edits", "copy_exact", R"j({"value":"kitten","max":2})j", "sitting", kFail},
      {"kitten and sitting are 3 apart", "copy_exact", R"j({"value":"kitten","max":3})j", "sitting", kPass},
      {"one emoji is one edit", "copy_exact", R"j({"value":"a🙂b","max":1})j", "a🙃b", kPass},
      {"NFD is the same text", "copy_exact", R"j({"value":"café"})j", "caf" + kNfdE, kPass},
      {"much longer", "copy_exact", R"j({"value":"abc","max":5})j", std::string(1000, 'a'), kFail},
      {"empty", "copy_exact", R"j({"value":"abc","max":3})j", "", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(Regex, SearchesMatchesAndReadsGroups) {
  const JudgeRow rows[] = {
      {"search", "regex", R"j({"pattern":"[0-9]+"})j", "a 12", kPass},
      {"no match", "regex", R"j({"pattern":"[0-9]+"})j", "a", kFail},
      {"full", "regex", R"j({"pattern":"[0-9]+","match":"full"})j", "12", kPass},
      {"full with more", "regex", R"j({"pattern":"[0-9]+","match":"full"})j", "a 12", kFail},
      {"full alternation", "regex", R"j({"pattern":"a|b","match":"full"})j", "ab", kFail},
      {"flag i", "regex", R"j({"pattern":"rome","flags":"i"})j", "ROME", kPass},
      {"without flag s a dot stops at a newline", "regex", R"j({"pattern":"a.b"})j", "a\nb", kFail},
      {"flag s", "regex", R"j({"pattern":"a.b","flags":"s"})j", "a\nb", kPass},
      {"flag m", "regex", R"j({"pattern":"^b$","flags":"m"})j", "a\nb", kPass},
      {"first match", "regex", R"j({"pattern":"x=([0-9])","group":1,"values":["1"]})j", "x=1 x=2", kPass},
      {"last match", "regex", R"j({"pattern":"x=([0-9])","group":1,"values":["2"],"occurrence":"last"})j", "x=1\nx=2",
       kPass},
      {"last is not first", "regex", R"j({"pattern":"x=([0-9])","group":1,"values":["1"],"occurrence":"last"})j",
       "x=1 x=2", kFail},
      {"an unmatched group", "regex", R"j({"pattern":"a(b)?","group":1})j", "a", kFail},
      {"a matched group", "regex", R"j({"pattern":"a(b)?","group":1})j", "ab", kPass},
      {"an empty group took part", "regex", R"j({"pattern":"a(b*)","group":1})j", "a", kPass},
      {"no letter e", "regex", R"j({"pattern":"[^eE]*","match":"full"})j", "A dog", kPass},
      {"one letter e", "regex", R"j({"pattern":"[^eE]*","match":"full"})j", "A tree", kFail},
      {"a dot is one scalar", "regex", R"j({"pattern":".","match":"full"})j", "🙂", kPass},
      {"classic catastrophic pattern", "regex", R"j({"pattern":"(a+)+$"})j", std::string(100000, 'a') + "!", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
}

TEST(TextAssertions, SayWhatWasExpectedAndWhatCame) {
  EXPECT_EQ(JudgeBy("equals", R"j({"values":["Rome","Roma","Rom"]})j", "Paris").message,
            "expected \"Rome\", \"Roma\" or \"Rom\", got \"Paris\"");
  EXPECT_EQ(JudgeBy("equals", R"j({"value":"Rome"})j", "Rome").message, "is \"Rome\"");
  EXPECT_EQ(JudgeBy("equals", R"j({"value":"Rome"})j", "ROME").message,
            "expected \"Rome\", got \"ROME\" (differs only in case)");
  EXPECT_EQ(JudgeBy("equals", R"j({"value":"ab"})j", "a" + kZwj + "b\tc").message,
            "expected \"ab\", got \"a\\u{200D}b\\tc\"");
  EXPECT_EQ(JudgeBy("contains", R"j({"value":"Rome"})j", "Paris").message,
            "expected \"Rome\" in the answer, got \"Paris\"");
  EXPECT_EQ(JudgeBy("contains_any", R"j({"values":["a","b"]})j", "xyb").message, "contains \"b\"");
  EXPECT_EQ(JudgeBy("not_contains", R"j({"value":"sorry"})j", "I am sorry").message,
            "expected no \"sorry\", got \"I am sorry\"");
  EXPECT_EQ(JudgeBy("not_contains", R"j({"values":["x","y"]})j", "a").message, "holds no \"x\" or \"y\"");
  EXPECT_EQ(JudgeBy("not_contains", R"j({"value":"x"})j", "ab\xFF").message,
            "ill-formed UTF-8 at byte 2, after \"ab\"");
  EXPECT_EQ(JudgeBy("starts_with", R"j({"value":"Yes"})j", "No").message, "expected a start with \"Yes\", got \"No\"");
  EXPECT_EQ(JudgeBy("ends_with", R"j({"value":"Yes"})j", "No").message, "expected an end with \"Yes\", got \"No\"");
  EXPECT_EQ(JudgeBy("copy_exact", R"j({"value":"abc"})j", "abd").message,
            "expected a copy with at most 0 edits; the first is at character 3: expected \"c\", got \"d\"");
  EXPECT_EQ(JudgeBy("regex", R"j({"pattern":"x=(\\d)","group":1,"values":["1"]
})j",
                    "x=2")
                .message,
            "expected \"1\" as group 1, got \"2\"");
  EXPECT_THAT(JudgeBy("equals", R"j({"value":"a"})j", std::string(500, 'b')).message, HasSubstr("bbb...\""));
}

TEST(TextAssertions, FailGarbledAndOversizedAnswersInBothPolarities) {
  const std::string huge((std::size_t{1} << 20) + 1, 'a');
  for (const char* name : {"equals", "contains", "not_contains", "starts_with", "ends_with", "copy_exact"}) {
    EXPECT_EQ(JudgeBy(name, R"j({"value":"a"})j", "a\xC3").grade, kFail) << name;
    EXPECT_EQ(JudgeBy(name, R"j({"value":"b"})j", huge).message, "the answer is longer than 1 MiB") << name;
  }
  EXPECT_EQ(JudgeBy("regex", R"j({"pattern":"a"})j", "a\xFF").grade, kFail);
}

TEST(TextAssertions, GiveNoVerdictOnAnErrorPayload) {
  for (const char* name : {"equals", "not_contains"}) {
    Response answer = AnswerOf("Rome");
    answer.error = "out of memory";
    EXPECT_EQ(JudgeBy(name, R"j({"value":"x"})j", answer).grade, Grade::kError) << name;
    answer.error.reset();
    answer.malformed = "HTML";
    EXPECT_EQ(JudgeBy(name, R"j({"value":"x"})j", answer).message, "no answer: HTML") << name;
  }
}

TEST(MakeAssertion, RefusesWrongParametersWithTheNearestName) {
  const struct {
    const char* name;
    const char* parameters;
    const char* want;
  } rows[] = {
      {"contians", "{}", "unknown name \"contians\". Did you mean \"contains\"?"},
      {"equals", "{}", "assertion equals: needs \"value\" or at least one of \"values\""},
      {"equals", R"j({"valeu":"x"})j", "needs \"value\""},
      {"equals", R"j({"value":"x","nomalize":[]})j", "nomalize: unknown key. Did you mean \"normalize\"?"},
      {"equals", R"j({"value":3})j", "value: must be a string, got 3"},
      {"equals", R"j({"value":"x","values":["y"]})j", "only one of"},
      {"equals", R"j({"value":"x","normalize":["trimm"]})j", "unknown step \"trimm\". Did you mean \"trim\"?"},
      {"equals", R"j({"value":"x","case":"lower"})j", "case: must be one of exact, fold"},
      {"contains", R"j({"value":""})j", "a value must not be empty"},
      {"contains", R"j({"value":"  "})j", "empty after normalisation"},
      {"not_contains", R"j({"values":["x",""]})j", "a value must not be empty"},
      {"contains", R"j({"values":["a","b"]})j", "Use contains_all or contains_any"},
      {"contains", R"j({"value":"a","word_boundary":"yes"})j", "word_boundary: must be true or false"},
      {"regex", R"j({"pattern":"a(b"})j", "pattern: not a regular expression: missing )"},
      {"regex", R"j({"pattern":"a)(b"})j", "not a regular expression"},
      {"regex", R"j({"pattern":"(?=a)"})j", "no look-around"},
      {"regex", R"j({"pattern":"a","group":1})j", "group: the pattern has 0 groups, got 1"},
      {"regex", R"j({"pattern":"a","flags":"g"})j", "flags: may hold i"},
      {"regex", R"j({"pattern":"((a{100}){100}){100}"})j", "pattern: not a regular expression"},
      {"copy_exact", R"j({"value":"a","max":-1})j", "max: must be from 0 to 1000, got -1"},
  };
  for (const auto& row : rows) {
    EXPECT_THAT(MakingError(row.name, row.parameters), HasSubstr(row.want)) << row.parameters;
  }
}

TEST(MakeAssertion, TakesAnAssertionGivenByNameAlone) {
  EXPECT_TRUE(MakeAssertion({"not_empty", Json()}).ok());
  EXPECT_TRUE(MakeAssertion({"not_empty", Json::object()}).ok());
  EXPECT_FALSE(MakeAssertion({"not_empty", Json::array()}).ok());
}

TEST(MakeAssertion, KnowsEveryNameItLists) {
  for (const std::string& name : AssertionNames()) {
    EXPECT_THAT(MakingError(name, R"j({"zzz":1})j"), ::testing::Not(HasSubstr("unknown name"))) << name;
    EXPECT_NE(MakingError(name, R"j({"zzz":1})j"), "made") << name;
  }
  EXPECT_EQ(AssertionNames().size(), 24u);
}

}  // namespace
}  // namespace inferproof
