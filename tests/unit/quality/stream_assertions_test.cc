#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/quality/detectors.h"
#include "tests/unit/quality/judging.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
constexpr Grade kPass = Grade::kPass;
constexpr Grade kFail = Grade::kFail;

std::string Repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

const std::string kProse =
    "The harbour was quiet when the first boats came back. A light rain had fallen during the night, and the stones of "
    "the quay shone in the morning sun. Two men carried baskets of herring up the steps, while a third counted them "
    "aloud and wrote the number on a slate. Nobody asked how far they had sailed; the catch answered that question "
    "better than any story could. By noon the market would be full, the gulls fat, and the nets drying along the wall. "
    "An old woman sold bread at the corner, warm and dark, with salt on the crust, and she knew every customer by name "
    "and by the size of his family.";

TEST(FinishReason, IsOneOfASet) {
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":["stop"]})", AnswerOf("a", "stop")).grade, kPass);
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":"length"})", AnswerOf("a", "length")).grade, kPass);
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":["stop","length"]})", AnswerOf("a", "length")).grade, kPass);
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":["tool_calls"]})", AnswerOf("a", "length")).grade, kFail);
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":["stop"]})", AnswerOf("a", "length")).message,
            "expected the finish reason \"stop\", got \"length\"");
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":["stop"]})", AnswerOf("a", "stop")).message, "finished with \"stop\"");
  Response none = AnswerOf("a");
  none.finish_reason.reset();
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":["stop"]})", none).grade, Grade::kError);
  EXPECT_EQ(JudgeBy("finish_reason", R"({"in":["stop"]})", AnswerOf("garbled\xFF")).grade, kPass);
  EXPECT_THAT(MakingError("finish_reason", "{}"), HasSubstr("needs at least one"));
  EXPECT_THAT(MakingError("finish_reason", R"({"in":["lenght"]})"), HasSubstr("Did you mean \"length\"?"));
}

TEST(Length, CountsInItsUnit) {
  const JudgeRow rows[] = {
      {"characters are scalars", "length", R"({"unit":"chars","min":3,"max":3})", "a🙂é", kPass},
      {"NFD counts composed", "length", R"({"unit":"chars","max":1})", "e\xCC\x81", kPass},
      {"white space at the ends is left out", "length", R"({"unit":"chars","max":1})", " a\n", kPass},
      {"too long", "length", R"({"unit":"chars","max":2})", "abc", kFail},
      {"words", "length", R"({"unit":"words","min":4,"max":4})", "It's a well-known fact.", kPass},
      {"Han characters are words", "length", R"({"unit":"words","min":4,"max":4})", "北京是GPU", kPass},
      {"lines with text", "length", R"({"unit":"lines","min":2,"max":2})", "a\n\nb\n", kPass},
      {"too few lines", "length", R"({"unit":"lines","min":3})", "a\nb", kFail},
      {"no words", "length", R"({"unit":"words","max":0})", "...", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  EXPECT_EQ(JudgeBy("length", R"({"unit":"words","min":2})", "a").message, "expected at least 2 words, got 1 in \"a\"");
  EXPECT_EQ(JudgeBy("length", R"({"unit":"words","min":2,"max":2})", "a").message,
            "expected exactly 2 words, got 1 in \"a\"");
  EXPECT_EQ(JudgeBy("length", R"({"unit":"words","min":1})", "a").message, "has 1 words");
  EXPECT_THAT(MakingError("length", R"({"unit":"words"})"), HasSubstr("needs \"min\", \"max\" or both"));
  EXPECT_THAT(MakingError("length", R"({"unit":"words","min":3,"max":2})"), HasSubstr("must not be less than min"));
  EXPECT_THAT(MakingError("length", R"({"min":3})"), HasSubstr("needs the key \"unit\""));
}

TEST(Length, TakesTokensFromTheEngineOnly) {
  Response answer = AnswerOf("a b c", "length");
  EXPECT_EQ(JudgeBy("length", R"({"unit":"tokens","max":8})", answer).grade, Grade::kError);
  answer.usage = Usage{.prompt_tokens = 5, .output_tokens = 8, .cached_tokens = std::nullopt};
  EXPECT_EQ(JudgeBy("length", R"({"unit":"tokens","min":8,"max":8})", answer).grade, kPass);
  EXPECT_EQ(JudgeBy("length", R"({"unit":"tokens","max":7})", answer).grade, kFail);
}

TEST(NotEmpty, WantsInk) {
  const JudgeRow rows[] = {
      {"text", "not_empty", "{}", "a", kPass},
      {"zero", "not_empty", "{}", "0", kPass},
      {"empty", "not_empty", "{}", "", kFail},
      {"white space", "not_empty", "{}", " \n\t\xC2\xA0", kFail},
      {"zero-width only", "not_empty", "{}", "\xE2\x80\x8B\xE2\x80\x8D\xEF\xBB\xBF", kFail},
      {"reasoning only", "not_empty", "{}", "<think>long thoughts</think>\n", kFail},
      {"open reasoning", "not_empty", "{}", "<think>long thoughts", kFail},
      {"enough", "not_empty", R"({"min":3})", "a b c", kPass},
      {"too little", "not_empty", R"({"min":3})", "a  b", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  Response reasoning = AnswerOf("");
  reasoning.reasoning = "thoughts";
  EXPECT_EQ(JudgeBy("not_empty", "{}", reasoning).grade, kFail);
  EXPECT_EQ(JudgeBy("not_empty", "{}", "").message, "expected at least 1 visible characters, got 0 in \"\"");
  EXPECT_EQ(JudgeBy("not_empty", "{}", "ab").message, "has 2 visible characters");
  EXPECT_THAT(MakingError("not_empty", R"({"min":0})"), HasSubstr("min: must be from 1"));
}

TEST(NoGarble, FindsBrokenBytesAndLeavesWritingAlone) {
  const JudgeRow rows[] = {
      {"plain", "no_garble", "{}", kProse, kPass},
      {"tab and line ends", "no_garble", "{}", "a\tb\r\nc", kPass},
      {"replacement character", "no_garble", "{}", "a\xEF\xBF\xBD", kFail},
      {"ill-formed", "no_garble", "{}", "a\xC3", kFail},
      {"NUL", "no_garble", "{}", std::string("a\0b", 3), kFail},
      {"escape", "no_garble", "{}", "a\x1B[31m", kFail},
      {"byte-level BPE space", "no_garble", "{}", "helloĠworld", kFail},
      {"byte-level BPE newline", "no_garble", "{}", "end.Ċnext", kFail},
      {"a run of them", "no_garble", "{}", "ĠĠĠ", kFail},
      {"SentencePiece space", "no_garble", "{}", "hello▁world", kFail},
      {"Maltese", "no_garble", "{}", "Il-Ġermanja u ĊERT INĠENJU", kPass},
      {"emoji with joiners", "no_garble", "{}", "👩‍👩‍👧‍👦 ❤️", kPass},
      {"combining marks", "no_garble", "{}", "Z\xCC\x88\xCC\xA3", kPass},
      {"right-to-left marks", "no_garble", "{}", "\xE2\x80\x8Fשלום\xE2\x80\x8E", kPass},
      {"allowed script", "no_garble", R"({"scripts":["Han"]})", "北京，2024。", kPass},
      {"foreign script", "no_garble", R"({"scripts":["Latin"]})", "The 首都 is far", kFail},
      {"two of a hundred", "no_garble", R"({"scripts":["Latin"]})", std::string(98, 'a') + "北京", kPass},
      {"three of a hundred", "no_garble", R"({"scripts":["Latin"]})", std::string(97, 'a') + "北京市", kFail},
      {"own ratio", "no_garble", R"({"scripts":["Latin"],"max_other_ratio":0})", std::string(98, 'a') + "北", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  Response answer = AnswerOf("fine");
  answer.reasoning = "broken \xEF\xBF\xBD";
  EXPECT_EQ(JudgeBy("no_garble", "{}", answer).grade, kFail);
  EXPECT_EQ(JudgeBy("no_garble", "{}", "ab\x01").message,
            "a control character \"\\u{0001}\" at character 3, in \"ab\\u{0001}\"");
  EXPECT_EQ(JudgeBy("no_garble", "{}", "ab").message, "no garbled text");
  EXPECT_THAT(MakingError("no_garble", R"({"scripts":["Latn"]})"), HasSubstr("Did you mean \"Latin\"?"));
}

TEST(NoTemplateLeak, FindsControlStrings) {
  for (const std::string& token : DefaultTemplateTokens()) {
    EXPECT_EQ(JudgeBy("no_template_leak", "{}", "Rome" + token).grade, kFail) << token;
  }
  const JudgeRow rows[] = {
      {"plain", "no_template_leak", "{}", "a < b and [1] | 2", kPass},
      {"own list", "no_template_leak", R"({"tokens":["###"]})", "### x", kFail},
      {"the own list replaces the default", "no_template_leak", R"({"tokens":["###"]})", "</s>", kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  EXPECT_EQ(JudgeBy("no_template_leak", "{}", "Rome<|im_end|>").message,
            "the control string \"<|im_end|>\" at byte 4, in \"Rome<|im_end|>\"");
}

TEST(NoLoop, FindsEachKindOfLoop) {
  const JudgeRow rows[] = {
      {"prose", "no_loop", "{}", kProse, kPass},
      {"a short answer", "no_loop", "{}", "no, no, no", kPass},
      {"20 equal words", "no_loop", "{}", kProse + Repeated(" word", 20), kFail},
      {"19 equal words", "no_loop", "{}", kProse + Repeated(" word", 19), kPass},
      {"switched off", "no_loop", R"({"same_token":0,"periods":0,"min_compressed":0})", Repeated("word ", 48), kPass},
      {"a sentence 8 times", "no_loop", "{}", Repeated("I am not sure about that. ", 8), kFail},
      {"a sentence 7 times", "no_loop", "{}", Repeated("I am not sure about that. ", 7), kPass},
      {"a Chinese phrase", "no_loop", "{}", Repeated("我不知道", 8), kFail},
      {"less than half of the text", "no_loop", R"({"min_compressed":0})", kProse + Repeated(" a b", 9), kPass},
      {"64 spaces", "no_loop", "{}", "a" + std::string(64, ' ') + "b", kFail},
      {"63 spaces", "no_loop", "{}", "a" + std::string(63, ' ') + "b", kPass},
      {"newlines", "no_loop", "{}", "a" + std::string(64, '\n'), kFail},
      {"64 digits", "no_loop", "{}", Repeated("31415926", 8), kFail},
      {"one letter", "no_loop", "{}", "w" + std::string(64, 'o'), kFail},
      {"a rule of dashes", "no_loop", "{}", "Title\n" + std::string(80, '-') + "\nText", kPass},
      {"a period beyond 64 tokens", "no_loop", "{}", Repeated(kProse + "\n", 12), kFail},
      {"counting to 200", "no_loop", "{}",
       [] {
         std::string text;
         for (int i = 1; i <= 200; ++i) text += std::to_string(i) + ", ";
         return text;
       }(),
       kPass},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  EXPECT_THAT(JudgeBy("no_loop", "{}", Repeated("word ", 20)).message, HasSubstr("\"word\" comes 20 times in a row"));
  EXPECT_THAT(JudgeBy("no_loop", "{}", Repeated("yes no ", 10)).message,
              HasSubstr("a group of 2 tokens comes 10 times in a row"));
  EXPECT_EQ(JudgeBy("no_loop", "{}", "fine").message, "no loop");
}

TEST(EstimateDeflateRatio, LiesBetweenProseAndLoops) {
  EXPECT_EQ(EstimateDeflateRatio(""), 0);
  // zlib's own figure for this text at level 6 is about 0.55.
  EXPECT_GT(EstimateDeflateRatio(kProse), 0.4);
  EXPECT_LT(EstimateDeflateRatio(kProse), 0.8);
  EXPECT_LT(EstimateDeflateRatio(Repeated(kProse, 12)), 0.12);
}

TEST(NotTruncated, WantsEverythingClosed) {
  const JudgeRow rows[] = {
      {"a sentence", "not_truncated", R"({"strict":true})", "It is Rome.", kPass},
      {"no final punctuation", "not_truncated", R"({"strict":true})", "It is Ro", kFail},
      {"not asked for", "not_truncated", "{}", "It is Ro", kPass},
      {"Chinese stop", "not_truncated", R"({"strict":true})", "是北京。", kPass},
      {"Japanese bracket", "not_truncated", R"({"strict":true})", "「はい。」", kPass},
      {"open Japanese bracket", "not_truncated", "{}", "「はい。", kFail},
      {"open bracket", "not_truncated", "{}", "f(a, b", kFail},
      {"a closing bracket alone", "not_truncated", "{}", "1) one 2) two :)", kPass},
      {"open fence", "not_truncated", "{}", "```cpp\nint a;", kFail},
      {"closed fence", "not_truncated", R"({"strict":true})", "```cpp\nint a;\n```", kPass},
      {"JSON needs no stop", "not_truncated", R"({"strict":true})", R"({"a":1})", kPass},
      {"open JSON", "not_truncated", "{}", R"({"a":1)", kFail},
      {"open quotation", "not_truncated", R"({"strict":true})", "He said \"yes.", kFail},
      {"empty", "not_truncated", "{}", "", kFail},
  };
  EXPECT_THAT(Misgraded(rows), IsEmpty());
  EXPECT_EQ(JudgeBy("not_truncated", "{}", AnswerOf("Rome.", "length")).message,
            "expected the finish reason \"stop\", got \"length\"");
  EXPECT_EQ(JudgeBy("not_truncated", "{}", "(a").message, "a bracket was not closed: \")\" is missing, in \"(a\"");
  EXPECT_EQ(JudgeBy("not_truncated", "{}", "a").message, "whole");
}

}  // namespace
}  // namespace inferproof
