#include <gmock/gmock.h>

#include "tests/unit/import/foreign_text.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(ImportedSession, MakesEachFileARunOfOneSession) {
  const Result<ResultFile> result = SessionOf({Read(VllmText(), "a.json"), Read(VllmText(), "b.json")}, "bytes");
  ASSERT_TRUE(result.ok()) << result.error().Text();
  ASSERT_EQ(result->runs.size(), 2u);
  EXPECT_EQ(result->runs[1].run, 1);
  EXPECT_EQ(result->scenarios.size(), 1u);
  EXPECT_EQ(result->environment, "vllm");
  EXPECT_TRUE(IsImported(*result));
  EXPECT_THAT(ImportCaveats(*result), Contains(HasSubstr("not stated: engine version, GPU, seed")));
  const Result<Document> written = Document::Parse(ResultToJson(*result).dump(), "result.json");
  ASSERT_TRUE(written.ok());
  const Result<ResultFile> again = ResultFromJson(Node(*written));
  ASSERT_TRUE(again.ok()) << again.error().Text();
  EXPECT_EQ(ResultToJson(*again), ResultToJson(*result));
}

TEST(ImportedSession, RefusesFilesOfOneSideThatAreNotOfOneThing) {
  const auto why = [](const std::string& a, const std::string& b) {
    const Result<ResultFile> result = SessionOf({Read(a, "a.json"), Read(b, "b.json")}, "bytes");
    return result.ok() ? "joined" : result.error().Text();
  };
  std::string other = VllmText();
  other.replace(other.find("\"m\""), 3, "\"n\"");
  EXPECT_THAT(why(VllmText(), other), HasSubstr("differs in model"));
  EXPECT_THAT(why(VllmText(), VllmText(R"(, "burstiness": 2.0)")), HasSubstr("what was asked for in concurrency-4"));
  EXPECT_THAT(why(VllmText(), Recorded("aiperf.json")), HasSubstr("the tool"));
}

}  // namespace
}  // namespace inferproof
