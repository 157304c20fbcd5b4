#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inferproof {

// Bytes that leave in one write, `wait_ms` after the ones before them.
struct StreamPiece {
  std::string bytes;
  int wait_ms = 2;
};

enum class StreamEnd : std::uint8_t {
  kWhole,  // as HTTP has it
  kCut,    // the connection is closed in the middle of the body
  kReset,  // TCP reset
  kOpen,   // nothing more comes, and nothing is closed
};

// What a client must make of a stream.
struct StreamTruth {
  std::string outcome = "completed";  // or the kind of failure
  std::string detail = {};            // part of the failure's description
  int text_events = 6;
  int first_event = 1;  // the event with the first generated text, the first event of all being 0; -1: there is none
  std::int64_t tokens = 6;       // N; -1: nobody can know
  std::string source = "usage";  // where N comes from: "usage", "estimate" (from the text events), "" (unknown)
  std::string finish = "length";
  std::string visible = "One two three four five six";  // content or completion text
  bool streamed = true;
};

// One awkward answer, byte for byte, and its truth: what `serve --stream NAME` says to every streaming request, and
// what the decoder is tested with. Truths suppose that six tokens were asked for.
struct ConformanceStream {
  std::string name;
  std::string shows;  // what a client that gets it right shows, as the end of a sentence
  std::vector<StreamPiece> pieces;
  StreamTruth truth = {};
  StreamEnd end = StreamEnd::kWhole;
  bool completions = false;                                       // for /v1/completions
  int status = 200;                                               // 0: no answer at all
  std::vector<std::pair<std::string, std::string>> headers = {};  // besides these, Content-Type: text/event-stream
  bool chunked = true;  // false: HTTP/1.0, where the end of the connection ends the body
  int headers_ms = 0;   // before the headers
};

const std::vector<ConformanceStream>& ConformanceStreams();
// nullptr when there is none of that name.
const ConformanceStream* FindConformanceStream(std::string_view name);

}  // namespace inferproof
