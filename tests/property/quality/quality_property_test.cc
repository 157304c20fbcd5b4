#include <gtest/gtest.h>
#include <utf8proc.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "harness/base/random.h"
#include "harness/quality/assertion.h"
#include "harness/quality/decimal.h"
#include "harness/quality/number_grammar.h"

namespace inferproof {
namespace {

Response AnswerOf(std::string content) {
  Response response;
  response.http_status = 200;
  response.content = std::move(content);
  response.finish_reason = "stop";
  return response;
}

std::string Decomposed(const std::string& text) {
  utf8proc_uint8_t* mapped = utf8proc_NFD(reinterpret_cast<const utf8proc_uint8_t*>(text.c_str()));
  std::string decomposed(reinterpret_cast<const char*>(mapped));
  std::free(mapped);
  return decomposed;
}

// Every assertion, with parameters that its text could meet.
std::vector<std::unique_ptr<Assertion>> AllAssertions() {
  const std::pair<const char*, const char*> specs[] = {
      {"equals", R"({"value":"é"})"},
      {"contains", R"({"value":"é","word_boundary":true})"},
      {"contains_all", R"({"values":["é","한"]})"},
      {"contains_any", R"({"values":["ö","Å"]})"},
      {"not_contains", R"({"value":"é","case":"fold"})"},
      {"starts_with", R"({"value":"é"})"},
      {"ends_with", R"({"value":"가"})"},
      {"copy_exact", R"({"value":"éöÅ한","max":3})"},
      {"regex", R"j({"pattern":"(é|ö)(.*)$","group":1,"occurrence":"last"})j"},
      {"number", R"({"equals":7,"extract":"last","locale":"zh"})"},
      {"number", R"({"equals":7,"extract":"marker:é"})"},
      {"one_of", R"({"values":["é","ö"],"extract":"first"})"},
      {"choice", R"({"equals":"B","extract":"last"})"},
      {"list_equals", R"({"values":["é","ö"]})"},
      {"json_valid", R"({"extract":"first_object"})"},
      {"json_schema", R"({"schema":{"uniqueItems":true,"items":{"type":"integer"}}})"},
      {"json_path_equals", R"({"pointer":"/0","value":"é","extract":"first_object"})"},
      {"tool_call", R"({"calls":[]})"},
      {"finish_reason", R"({"in":["stop"]})"},
      {"length", R"({"unit":"words","max":4})"},
      {"length", R"({"unit":"chars","max":6})"},
      {"not_empty", "{}"},
      {"no_garble", R"({"scripts":["Latin","Hangul"]})"},
      {"no_template_leak", "{}"},
      {"no_loop", "{}"},
      {"not_truncated", R"({"strict":true})"},
  };
  std::vector<std::unique_ptr<Assertion>> all;
  for (const auto& [name, parameters] : specs) {
    Result<std::unique_ptr<Assertion>> made = MakeAssertion({name, Json::parse(parameters)});
    EXPECT_TRUE(made.ok()) << made.error().Text();
    if (made.ok()) all.push_back(std::move(made).value());
  }
  return all;
}

std::string RandomAnswer(Random& random) {
  const std::vector<std::string> parts = {"é", "ö",  "Å",  "한",       "가", " ",  "\n",          ",",  "7",
                                          "B", "ab", "\"", "é: 7",     "[",  "]",  "\xCC\xA3",    "。", "十",
                                          "(", ")",  "#",  "Answer: ", "é",  "[1", "\xE2\x80\x8D"};
  std::string text;
  for (std::uint64_t left = random.Below(12); left > 0; --left) text += parts[random.Below(parts.size())];
  return text;
}

TEST(Judgements, AreEqualForComposedAndDecomposedAnswers) {
  Random random(20240607);
  const auto assertions = AllAssertions();
  for (int round = 0; round < 2000; ++round) {
    const std::string text = RandomAnswer(random);
    const std::string decomposed = Decomposed(text);
    for (const auto& assertion : assertions) {
      const Judgement composed = assertion->Judge(AnswerOf(text));
      ASSERT_EQ(GradeName(composed.grade), GradeName(assertion->Judge(AnswerOf(decomposed)).grade))
          << composed.assertion << " of " << text << ": " << composed.message;
    }
  }
}

TEST(Judgements, AreRepeatable) {
  Random random(7);
  const auto assertions = AllAssertions();
  for (int round = 0; round < 200; ++round) {
    const Response answer = AnswerOf(RandomAnswer(random));
    for (const auto& assertion : assertions) {
      const Judgement first = assertion->Judge(answer);
      const Judgement second = assertion->Judge(answer);
      ASSERT_EQ(first.grade, second.grade);
      ASSERT_EQ(first.message, second.message);
    }
  }
}

TEST(Judgements, NeverPassATextAssertionOnGarbledBytesOrAnError) {
  Random random(11);
  for (const char* name : {"equals", "contains", "not_contains", "starts_with", "ends_with", "copy_exact"}) {
    const auto assertion = *MakeAssertion({name, {{"value", "zebra"}}});
    for (int round = 0; round < 300; ++round) {
      std::string garbled = "zebra" + RandomAnswer(random);
      garbled.insert(random.Below(garbled.size() + 1), 1, '\xFF');
      ASSERT_EQ(assertion->Judge(AnswerOf(garbled)).grade, Grade::kFail) << name;
      Response broken = AnswerOf(RandomAnswer(random));
      broken.error = "internal error";
      ASSERT_EQ(assertion->Judge(broken).grade, Grade::kError) << name;
    }
  }
}

TEST(Decimal, ReadsBackWhatItWrites) {
  Random random(3);
  for (int round = 0; round < 5000; ++round) {
    std::string text = random.Below(2) == 0 ? "-" : "";
    for (std::uint64_t left = 1 + random.Below(30); left > 0; --left) text += static_cast<char>('0' + random.Below(10));
    text += ".";
    for (std::uint64_t left = 1 + random.Below(30); left > 0; --left) text += static_cast<char>('0' + random.Below(10));
    text += "e" + std::to_string(static_cast<int>(random.Below(201)) - 100);
    const std::optional<Decimal> value = Decimal::Parse(text);
    ASSERT_TRUE(value) << text;
    const std::optional<Decimal> again = Decimal::Parse(value->Text());
    ASSERT_TRUE(again) << value->Text();
    ASSERT_EQ(*again, *value) << text;
    ASSERT_EQ(*value + *value - *value, *value) << text;
  }
}

// `digits` with a mark between groups of three.
std::string Grouped(const std::string& digits, const std::string& mark) {
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += mark;
    grouped += digits[i];
  }
  return grouped;
}

TEST(NumberGrammar, ReadsBackNumbersInEveryWriting) {
  Random random(5);
  for (int round = 0; round < 3000; ++round) {
    const std::string digits = std::to_string(1 + random.Below(1'000'000'000'000));
    const std::string decimals = std::to_string(random.Below(1000));
    const bool european = random.Below(2) == 0;
    const std::vector<std::string> marks = {european ? "." : ",", "'", "_", "\xE2\x80\xAF", ""};
    const std::string sign = random.Below(2) == 0 ? "−" : "";
    const std::string written =
        sign + Grouped(digits, marks[random.Below(marks.size())]) + (european ? "," : ".") + decimals;
    const NumberScan scan =
        ScanNumbers("It is " + written + ".", {european ? NumberLocale::kEuropean : NumberLocale::kEnglish, false});
    ASSERT_EQ(scan.numbers.size(), 1u) << written;
    const std::string plain = std::string(sign.empty() ? "" : "-") + digits + "." + decimals;
    ASSERT_EQ(scan.numbers[0].value.numerator, *Decimal::Parse(plain)) << written;
  }
}

// One mebibyte, and a sixteenth of it where a sanitizer makes everything many times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kHostileBytes = std::size_t{1} << 16;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr std::size_t kHostileBytes = std::size_t{1} << 16;
#else
constexpr std::size_t kHostileBytes = std::size_t{1} << 20;
#endif
#else
constexpr std::size_t kHostileBytes = std::size_t{1} << 20;
#endif

std::string Repeated(const std::string& part) {
  constexpr std::size_t kBytes = kHostileBytes;
  std::string text;
  while (text.size() + part.size() <= kBytes) text += part;
  return text;
}

// The largest answers that are judged, each made to hurt one algorithm. The test's own time limit is the bound.
TEST(Judgements, EndOnTheLargestHostileAnswers) {
  const auto assertions = AllAssertions();
  // Combining marks in falling and rising order make the library's sort of a run quadratic.
  const std::string marks = "a" + Repeated("\xCC\x81\xCC\xA3").substr(0, kHostileBytes - 2);
  const std::string hostile[] = {
      Repeated("a"),
      Repeated("é"),
      Repeated("é "),
      marks,
      Repeated("1,11,"),
      Repeated("9"),
      Repeated("1/"),
      Repeated("("),
      Repeated("[1,"),
      Repeated("\nQ:"),
      "[" + Repeated("1,").substr(0, 60000) + "1]",
      Repeated("Answer "),
      Repeated("Answer:"),
      Repeated("一"),
      Repeated(" \n"),
      Repeated("B, "),
      Repeated("{\"a\":"),
      Repeated("\\boxed{"),
      Repeated("<think>"),
      Repeated("```"),
      Repeated("é,ö, and "),
  };
  for (const std::string& text : hostile) {
    for (const auto& assertion : assertions) {
      const Judgement judgement = assertion->Judge(AnswerOf(text));
      EXPECT_LE(judgement.message.size(), 4096u) << judgement.assertion;
    }
  }
}

}  // namespace
}  // namespace inferproof
