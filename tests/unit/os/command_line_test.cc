#include "harness/os/command_line.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

TEST(CommandLineForPeople, QuotesBlanks) {
  EXPECT_EQ(CommandLineForPeople({"serve", "-m", "a b.gguf", ""}), "serve -m 'a b.gguf' ''");
}

TEST(CommandLineForPeople, MasksValuesOfSecretFlags) {
  EXPECT_EQ(CommandLineForPeople({"serve", "--api-key", "sk-1", "--HF_TOKEN=sk-2", "--db-password", "--x"}),
            "serve --api-key [redacted] --HF_TOKEN=[redacted] --db-password [redacted]");
  EXPECT_EQ(CommandLineForPeople({"serve", "--max-tokens", "100", "--pad=token", "--keys", "3"}),
            "serve --max-tokens 100 --pad=token --keys 3");
}

TEST(OneLine, NeutralisesAndBounds) {
  EXPECT_EQ(OneLine(" a\n::error::b\x1B[31m\xFF ", 100), "a ::error::b [31m\xEF\xBF\xBD");
  EXPECT_EQ(OneLine(std::string(5000, 'x'), 20), std::string(17, 'x') + "...");
}

}  // namespace
}  // namespace inferproof
