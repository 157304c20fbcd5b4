#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/suite/case.h"
#include "harness/suite/prompt_set.h"
#include "tests/fuzz/suite/require.h"

using namespace inferproof;

// The bytes are read as a case file and as a prompt set.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  if (const Result<CaseFile> file = ParseCases(text, "fuzz.jsonl"); file.ok()) {
    FUZZ_REQUIRE(!file->cases.empty());
    int line = 0;
    for (const QualityCase& read : file->cases) {
      FUZZ_REQUIRE(read.line > line);
      line = read.line;
      FUZZ_REQUIRE(!read.id.empty() && !read.assertions.empty());
      FUZZ_REQUIRE(read.messages.back().role == "user");
    }
  }
  if (const Result<PromptSet> set = ParsePromptSet(text, "fuzz.jsonl"); set.ok()) {
    FUZZ_REQUIRE(!set->prompts.empty());
    for (const Prompt& prompt : set->prompts) FUZZ_REQUIRE(CountScalars(prompt.text) == prompt.chars);
  }
  return 0;
}
