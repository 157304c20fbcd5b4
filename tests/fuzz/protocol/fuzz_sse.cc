// The first byte chooses the chunking, the rest is the stream: in pieces it must give the events it gives whole.
#include <cstdlib>
#include <string>
#include <vector>

#include "harness/sse/parser.h"
#include "tests/fuzz/protocol/pieces.h"

namespace {

std::vector<std::string> Hear(const std::vector<std::string_view>& pieces) {
  // A small limit, so that short inputs reach it.
  inferproof::SseParser parser(64);
  std::vector<std::string> heard;
  const auto note = [&heard](const inferproof::SseEvent& event) {
    heard.emplace_back(event.type);
    heard.emplace_back(event.id);
    heard.emplace_back(event.data);
  };
  for (const std::string_view piece : pieces) parser.Feed(std::string(piece), note);
  parser.Finish(note);
  heard.push_back(std::to_string(parser.comments()) + (parser.failed() ? " failed" : ""));
  return heard;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (Hear({bytes}) != Hear(inferproof::InPieces(bytes, data[0]))) std::abort();
  return 0;
}
