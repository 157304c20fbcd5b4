// Sound answers in awkward bytes: line ends, pieces that are no events, and every way to end a body.
#include "harness/refserver/stream_pieces.h"

namespace inferproof {
namespace {

using Streams = std::vector<ConformanceStream>;

std::string WithoutSpace(std::string bytes) {
  const std::string wanted = "data: ";
  for (std::size_t at = 0; (at = bytes.find(wanted, at)) != std::string::npos; at += wanted.size() - 1) {
    bytes.erase(at + wanted.size() - 1, 1);
  }
  return bytes;
}

// Before each event of a plain stream.
Pieces PlainWith(std::string_view before) {
  Pieces pieces = PlainStream();
  for (StreamPiece& piece : pieces) piece.bytes.insert(0, before);
  return pieces;
}

// Cut at these distances from its start, each piece 5 ms after the one before.
Pieces Cut(const std::string& bytes, const std::vector<std::size_t>& at) {
  Pieces pieces;
  std::size_t start = 0;
  for (const std::size_t end : at) pieces.push_back({bytes.substr(start, end - start), 5}), start = end;
  pieces.push_back({bytes.substr(start), 5});
  return pieces;
}

void AddLines(Streams& all) {
  all.push_back({"crlf", "CRLF ends a line", WithLineEnds(PlainStream(), "\r\n")});
  all.push_back({"cr", "CR ends a line", WithLineEnds(PlainStream(), "\r")});
  all.push_back({"bom", "a byte order mark at the start is skipped", Joined({{{"\xEF\xBB\xBF"}}, PlainStream()})});
  Pieces tight = PlainStream();
  for (StreamPiece& piece : tight) piece.bytes = WithoutSpace(std::move(piece.bytes));
  all.push_back({"data-without-space", "the space after data: may be missing", tight});
  Pieces loose = PlainStream();
  for (StreamPiece& piece : loose) piece.bytes.insert(piece.bytes.size() - 2, " ");
  all.push_back({"trailing-space", "white space after the JSON is no part of it", loose});
  all.push_back({"pings", "comments and keep-alives between tokens are no events",
                 PlainWith(":\n\n: ping\n\n: OPENROUTER PROCESSING\n\n")});
  all.push_back({"event-and-id-lines", "event:, id: and retry: lines are skipped",
                 PlainWith("event: completion\nid: 7\nretry: 3000\n")});
  all.push_back({"two-data-lines", "one JSON may stand on two data lines",
                 Joined({Each({RoleEvent(),
                               "data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"One\"},"
                               "\"finish_reason\":null}]}\n\n"}),
                         Each({TextEvent(" two"), TextEvent(" three"), TextEvent(" four"), TextEvent(" five"),
                               TextEvent(" six")}),
                         Ending()})});
  all.push_back({"long-line", "an event of a megabyte is read",
                 Joined({Each({RoleEvent()}), TextPieces(),
                         Each({ChatEvent("{}", ",\"padding\":\"" + std::string(1u << 20, 'x') + "\"")}), Ending()})});
}

void AddPieces(Streams& all) {
  const std::string whole = AsOne(PlainStream()).bytes;
  all.push_back({"two-events-a-write",
                 "events that share a write are still two",
                 {{RoleEvent() + TextEvent("One") + TextEvent(" two")},
                  {TextEvent(" three") + TextEvent(" four")},
                  {TextEvent(" five") + TextEvent(" six")},
                  AsOne(Ending())}});
  all.push_back({"one-event-in-three-writes", "an event may come in three writes",
                 Joined({Cut(RoleEvent() + TextEvent("One"), {20, RoleEvent().size() + 30, RoleEvent().size() + 80}),
                         Each({TextEvent(" two"), TextEvent(" three"), TextEvent(" four"), TextEvent(" five"),
                               TextEvent(" six")}),
                         Ending()})});
  const std::string accented = TextEvent("\xC3\xA9\xF0\x9F\x98\x80");
  const std::size_t letter = accented.find("\xC3\xA9") + 1;  // between the two bytes of the letter
  all.push_back({"utf8-split",
                 "a character may be split over two writes",
                 Joined({Each({RoleEvent()}), Cut(accented, {letter, letter + 3}), Ending("length", 6)}),
                 {.text_events = 1, .visible = "\xC3\xA9\xF0\x9F\x98\x80"}});
  all.push_back({"clumped", "events that were held back and come together share their stamp",
                 Joined({{{RoleEvent() + TextEvent("One") + TextEvent(" two") + TextEvent(" three"), 30}},
                         {{TextEvent(" four") + TextEvent(" five") + TextEvent(" six"), 30}},
                         {AsOne(Ending())}})});
  all.push_back({"all-in-one-write", "a stream may come in one piece", {AsOne(PlainStream())}});
  all.push_back({"byte-by-byte",
                 "a stream may come byte by byte",
                 [] {
                   Pieces bytes;
                   for (const char c : AsOne(Joined({TextPieces(), Ending()})).bytes) bytes.push_back({{c}, 0});
                   return bytes;
                 }(),
                 {.first_event = 0}});
  all.push_back({"stall", "a stall of 2 s is a gap, not an end",
                 Joined({Each({RoleEvent(), TextEvent("One"), TextEvent(" two")}),
                         {{TextEvent(" three"), 2000}},
                         Each({TextEvent(" four"), TextEvent(" five"), TextEvent(" six")}),
                         Ending()})});
  all.push_back({.name = "slow-headers",
                 .shows = "headers that take 300 ms belong to the time to the first token",
                 .pieces = PlainStream(),
                 .headers_ms = 300});
}

void AddEnds(Streams& all) {
  Pieces unended = PlainStream();
  unended.back().bytes = "data: [DONE]";
  all.push_back({"done-without-blank-line", "[DONE] needs no blank line", unended});
  all.push_back({"extra-event-after-done", "nothing after [DONE] belongs to the answer",
                 Joined({PlainStream(), Each({TextEvent(" seven"), UsageEvent(99)})})});
  all.push_back({.name = "keep-open",
                 .shows = "a stream that stays open after [DONE] is whole",
                 .pieces = PlainStream(),
                 .end = StreamEnd::kOpen});
  all.push_back({.name = "reset-after-done",
                 .shows = "a reset after [DONE] takes nothing away",
                 .pieces = PlainStream(),
                 .end = StreamEnd::kReset});
  all.push_back({.name = "cut-after-done",
                 .shows = "a body without its last chunk is whole after [DONE]",
                 .pieces = PlainStream(),
                 .end = StreamEnd::kCut});
  all.push_back({.name = "until-close",
                 .shows = "the end of the connection may end the body",
                 .pieces = PlainStream(),
                 .chunked = false});
  all.push_back({.name = "not-streamed",
                 .shows = "a whole JSON body to a streaming request is read, without a time to the first token",
                 .pieces = {{R"({"id":"s-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,)"
                             R"("message":{"role":"assistant","content":"One two three four five six"},)"
                             R"("finish_reason":"length"}])" +
                             UsageMember(6) + "}"}},
                 .truth = {.text_events = 0, .first_event = -1, .streamed = false},
                 .headers = {{"Content-Type", "application/json"}}});
}

}  // namespace

std::vector<ConformanceStream> FramedStreams() {
  Streams all;
  AddLines(all);
  AddPieces(all);
  AddEnds(all);
  return all;
}

}  // namespace inferproof
