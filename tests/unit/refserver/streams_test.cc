#include "harness/refserver/streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include "harness/refserver/profile.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

std::string TextOf(const std::string& path) {
  std::ifstream file(INFERPROOF_SOURCE_DIR + path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string Manual() { return TextOf("/docs/validity.md"); }

TEST(ConformanceStreams, HaveNamesOfTheirOwnInPlainLetters) {
  std::set<std::string> names;
  for (const ConformanceStream& stream : ConformanceStreams()) {
    EXPECT_TRUE(names.insert(stream.name).second) << stream.name;
    EXPECT_TRUE(std::all_of(stream.name.begin(), stream.name.end(), [](unsigned char c) {
      return std::islower(c) || std::isdigit(c) || c == '-';
    })) << stream.name;
    EXPECT_EQ(FindConformanceStream(stream.name), &stream);
  }
  EXPECT_GE(names.size(), 80u);
  EXPECT_EQ(FindConformanceStream("nothing"), nullptr);
}

TEST(ConformanceStreams, AreAllInTheManualWithWhatTheyShow) {
  const std::string manual = Manual();
  for (const ConformanceStream& stream : ConformanceStreams()) {
    EXPECT_THAT(manual, HasSubstr("| `" + stream.name + "` | " + stream.shows + " |\n"));
  }
}

// The fuzzer of the decoder starts from them; its first byte says how the rest is read (fuzz_decoder.cc).
TEST(ConformanceStreams, AreTheCorpusOfTheFuzzer) {
  constexpr std::size_t kLongest = 16u << 10;
  for (const ConformanceStream& stream : ConformanceStreams()) {
    std::string body;
    for (const StreamPiece& piece : stream.pieces) body += piece.bytes;
    if (body.empty() || body.size() > kLongest) continue;
    const std::string seed = TextOf("/tests/fuzz/protocol/corpus_decoder/streams/" + stream.name);
    ASSERT_FALSE(seed.empty()) << stream.name;
    EXPECT_EQ(seed.substr(1), body) << stream.name;
  }
}

TEST(Faults, AreAllInTheManual) {
  const std::string manual = Manual();
  for (const std::string& name : FaultNames()) EXPECT_THAT(manual, HasSubstr("| `" + name)) << name;
}

}  // namespace
}  // namespace inferproof
