#include "harness/refserver/stream_pieces.h"

#include <algorithm>

#include "harness/refserver/chunk.h"

namespace inferproof {
namespace {

constexpr std::string_view kHead = R"({"id":"s-1","model":"m","choices":)";

}  // namespace

std::string Event(std::string_view json) { return "data: " + std::string(json) + "\n\n"; }

std::string ChatEvent(std::string_view delta, std::string_view more, std::string_view finish) {
  return Event(std::string(kHead) + R"([{"index":0,"delta":)" + std::string(delta) + R"(,"finish_reason":)" +
               std::string(finish) + "}]" + std::string(more) + "}");
}

std::string RoleEvent() { return ChatEvent(R"({"role":"assistant","content":""})"); }

std::string TextEvent(std::string_view text, std::string_view more) {
  return ChatEvent(R"({"content":")" + std::string(text) + R"("})", more);
}

std::string FinishEvent(std::string_view reason) { return ChatEvent("{}", "", '"' + std::string(reason) + '"'); }

std::string CompletionEvent(std::string_view text, std::string_view more, std::string_view finish) {
  return Event(R"({"id":"s-1","object":"text_completion","created":1,"model":"m","choices":[{"index":0,"text":")" +
               std::string(text) + R"(","logprobs":null,"finish_reason":)" + std::string(finish) + "}]" +
               std::string(more) + "}");
}

std::string UsageMember(std::int64_t output) {
  return R"(,"usage":{"prompt_tokens":9,"completion_tokens":)" + std::to_string(output) + R"(,"total_tokens":)" +
         std::to_string(9 + output) + "}";
}

std::string UsageEvent(std::int64_t output) { return Event(std::string(kHead) + "[]" + UsageMember(output) + "}"); }

std::string DoneEvent() { return std::string(kDoneEvent); }

const std::vector<std::string>& AnswerTokens() {
  static const std::vector<std::string> kTokens = {"One", " two", " three", " four", " five", " six"};
  return kTokens;
}

Pieces TextPieces() {
  Pieces pieces;
  for (const std::string& token : AnswerTokens()) pieces.push_back({TextEvent(token)});
  return pieces;
}

Pieces Joined(std::vector<Pieces> parts) {
  Pieces joined;
  for (Pieces& part : parts) std::move(part.begin(), part.end(), std::back_inserter(joined));
  return joined;
}

Pieces Each(std::vector<std::string> events) {
  Pieces pieces;
  for (std::string& event : events) pieces.push_back({std::move(event)});
  return pieces;
}

Pieces Ending(std::string_view reason, std::int64_t output) {
  return Each({FinishEvent(reason), UsageEvent(output), DoneEvent()});
}

Pieces PlainStream() { return Joined({Each({RoleEvent()}), TextPieces(), Ending()}); }

Pieces WithLineEnds(Pieces pieces, std::string_view line_end) {
  for (StreamPiece& piece : pieces) {
    std::string bytes;
    for (const char c : piece.bytes) c == '\n' ? bytes.append(line_end) : bytes.append(1, c);
    piece.bytes = std::move(bytes);
  }
  return pieces;
}

StreamPiece AsOne(const Pieces& pieces, int wait_ms) {
  StreamPiece one{"", wait_ms};
  for (const StreamPiece& piece : pieces) one.bytes += piece.bytes;
  return one;
}

const std::vector<ConformanceStream>& ConformanceStreams() {
  static const std::vector<ConformanceStream> kStreams = [] {
    std::vector<ConformanceStream> all = ShapedStreams();
    for (auto part : {FramedStreams(), BrokenStreams()}) std::move(part.begin(), part.end(), std::back_inserter(all));
    return all;
  }();
  return kStreams;
}

const ConformanceStream* FindConformanceStream(std::string_view name) {
  const auto& all = ConformanceStreams();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& stream) { return stream.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace inferproof
