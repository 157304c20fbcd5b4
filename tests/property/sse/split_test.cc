#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/base/random.h"
#include "harness/sse/parser.h"

namespace inferproof {
namespace {

// The grammar read the slow way: the whole text, line ends made equal first, then line by line.
std::vector<std::string> ReadWhole(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    lines += text[i] == '\r' ? '\n' : text[i];
  }
  lines += "\n\n";  // the end of the text ends the last event
  std::vector<std::string> events;
  std::string type, data;
  bool has_data = false;
  for (std::size_t start = 0, end; (end = lines.find('\n', start)) != std::string::npos; start = end + 1) {
    const std::string line = lines.substr(start, end - start);
    if (line.empty()) {
      if (has_data) events.push_back((type.empty() ? "message" : type) + "|" + data.substr(0, data.size() - 1));
      type.clear();
      data.clear();
      has_data = false;
      continue;
    }
    const std::size_t colon = line.find(':');
    std::string value = colon == std::string::npos ? "" : line.substr(colon + 1);
    if (value.starts_with(' ')) value.erase(0, 1);
    const std::string field = line.substr(0, colon);
    if (field == "event") type = value;
    if (field == "data") {
      data += value + "\n";
      has_data = true;
    }
  }
  return events;
}

std::string RandomText(Random& random) {
  static const std::vector<std::string> kPieces = {
      "data:", "data: ", "data",     "event:", "event: error", "id: 7", ":",    " ",    "x", "\n",      "\n\n",
      "\r",    "\r\n",   "\r\n\r\n", "[DONE]", "{}",           "\xEF",  "\xBB", "\xBF", "é", "retry: 3"};
  std::string text = random.Below(4) == 0 ? "\xEF\xBB\xBF" : "";
  for (std::uint64_t i = 0, n = random.Below(40); i < n; ++i) text += kPieces[random.Below(kPieces.size())];
  return text;
}

std::vector<std::string> ReadInPieces(const std::string& text, Random& random, std::uint64_t longest) {
  SseParser parser;
  std::vector<std::string> events;
  const auto note = [&events](const SseEvent& event) {
    events.push_back(std::string(event.type) + "|" + std::string(event.data));
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string piece = text.substr(at, 1 + random.Below(longest));
    parser.Feed(piece, note);
    at += piece.size();
  }
  parser.Finish(note);
  return events;
}

TEST(SseParserProperty, AnyChunkingGivesTheEventsOfTheWholeText) {
  Random random(20260131);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = RandomText(random);
    const std::vector<std::string> want = ReadWhole(text);
    for (const std::uint64_t longest : {1u, 5u, 64u}) {
      ASSERT_EQ(ReadInPieces(text, random, longest), want) << "round " << round << ", text: " << text;
    }
  }
}

}  // namespace
}  // namespace inferproof
