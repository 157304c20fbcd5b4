#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/json/canonical.h"
#include "harness/result/result_file.h"
#include "tests/support/memory_file_system.h"
#include "tests/unit/result/example_result.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

MemoryFileSystem DiskWithResult() {
  MemoryFileSystem files;
  files.contents["out/session/result.json"] = *WriteCanonical(ResultToJson(ExampleResult()));
  return files;
}

std::string ErrorOf(MemoryFileSystem& files, const std::string& path) {
  const Result<ResultFile> result = LoadResult(files, path);
  return result.ok() ? "no error" : result.error().Text();
}

TEST(LoadResult, TakesTheFileOrItsDirectory) {
  MemoryFileSystem files = DiskWithResult();
  for (const char* path : {"out/session/result.json", "out/session"}) {
    const Result<ResultFile> result = LoadResult(files, path);
    ASSERT_TRUE(result.ok()) << result.error().Text();
    EXPECT_EQ(result->session_id, "5f0c2a");
  }
}

TEST(LoadResult, SaysWhatToGiveWhenThereIsNone) {
  MemoryFileSystem files = DiskWithResult();
  EXPECT_THAT(ErrorOf(files, "out/other"), HasSubstr("out/other: no result here. Give a result.json"));
}

TEST(LoadResult, NamesTheFileAndPlaceOfWhatIsWrong) {
  MemoryFileSystem files = DiskWithResult();
  files.contents["out/session/result.json"] = "{\n  \"schema\": 7\n}\n";
  EXPECT_THAT(ErrorOf(files, "out/session"), HasSubstr("out/session/result.json:2:13: schema"));
  files.contents["out/session/result.json"] = "{\"schema\": ";
  EXPECT_THAT(ErrorOf(files, "out/session"), HasSubstr("not JSON"));
}

TEST(LoadResult, PassesOnWhatTheDiskSays) {
  MemoryFileSystem files = DiskWithResult();
  files.unreadable.insert("out/session/result.json");
  EXPECT_THAT(ErrorOf(files, "out/session"), HasSubstr("permission denied"));
}

}  // namespace
}  // namespace inferproof
