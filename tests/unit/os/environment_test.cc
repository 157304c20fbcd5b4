#include "harness/os/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/support/memory_file_system.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

std::string ErrorOf(std::string_view text) {
  const auto parsed = ParseDotEnv(text, ".env");
  return parsed.ok() ? "parsed" : parsed.error().Text();
}

TEST(DotEnv, ReadsPlainQuotedAndExportedValues) {
  const auto parsed = ParseDotEnv(
      "# keys\n\nA=1\nexport B = two words \r\nC=\"with # inside\" # note\nD='$A'\nE=x # note\nF=a#b\nG=\n", ".env");
  ASSERT_TRUE(parsed.ok()) << parsed.error().Text();
  EXPECT_THAT(*parsed, ElementsAre(Pair("A", "1"), Pair("B", "two words"), Pair("C", "with # inside"), Pair("D", "$A"),
                                   Pair("E", "x"), Pair("F", "a#b"), Pair("G", "")));
}

TEST(DotEnv, NamesTheLineAndNeverItsContent) {
  EXPECT_EQ(ErrorOf("A=1\nsk-secret"), ".env:2: expected NAME=value");
  EXPECT_THAT(ErrorOf("sk secret=1"), HasSubstr(".env:1: the name before '='"));
  EXPECT_THAT(ErrorOf("\n\nA=\"sk-secret"), HasSubstr(".env:3: the quotes"));
  EXPECT_THAT(ErrorOf("A='sk-secret' more"), HasSubstr(".env:1: the quotes"));
  for (const char* text : {"sk-secret", "9sk-secret=1", "A=\"sk-secret", "A='sk-secret' more"}) {
    EXPECT_THAT(ErrorOf(text), Not(HasSubstr("sk-secret"))) << text;
  }
}

TEST(DotEnv, MissingFileIsEmptyAndAnUnreadableOneAnError) {
  MemoryFileSystem files;
  ASSERT_TRUE(LoadDotEnv(files, ".env").ok());
  EXPECT_TRUE(LoadDotEnv(files, ".env")->empty());
  files.contents[".env"] = "A=1";
  files.unreadable.insert(".env");
  EXPECT_FALSE(LoadDotEnv(files, ".env").ok());
}

TEST(ProcessEnvironment, PutsTheProcessBeforeTheFile) {
  ::setenv("INFERPROOF_TEST_SET", "process", 1);
  const ProcessEnvironment environment({{"INFERPROOF_TEST_SET", "file"}, {"INFERPROOF_TEST_FILE", "file"}});
  EXPECT_EQ(environment.Get("INFERPROOF_TEST_SET"), "process");
  EXPECT_EQ(environment.Get("INFERPROOF_TEST_FILE"), "file");
  EXPECT_EQ(environment.Get("INFERPROOF_TEST_NOWHERE"), std::nullopt);
  ::unsetenv("INFERPROOF_TEST_SET");
}

}  // namespace
}  // namespace inferproof
