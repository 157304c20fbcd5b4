#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/refserver/streams.h"

namespace inferproof {

// What conformance streams are put together from.

using Pieces = std::vector<StreamPiece>;

std::string Event(std::string_view json);
// An event of a chat whose one choice has this delta; `more` is further members of the event, with a comma in front.
std::string ChatEvent(std::string_view delta, std::string_view more = "", std::string_view finish = "null");
std::string RoleEvent();
std::string TextEvent(std::string_view text, std::string_view more = "");
std::string FinishEvent(std::string_view reason = "length");
std::string CompletionEvent(std::string_view text, std::string_view more = "", std::string_view finish = "null");
std::string UsageMember(std::int64_t output);  // `,"usage":{...}` with 9 prompt tokens
std::string UsageEvent(std::int64_t output = 6);
std::string DoneEvent();

// The tokens of the one answer that all streams give.
const std::vector<std::string>& AnswerTokens();
// Their events, one token each.
Pieces TextPieces();

// One after the other.
Pieces Joined(std::vector<Pieces> parts);
Pieces Each(std::vector<std::string> events);
// Finish, usage and [DONE].
Pieces Ending(std::string_view reason = "length", std::int64_t output = 6);
// The role chunk, the tokens and the ending.
Pieces PlainStream();
Pieces WithLineEnds(Pieces pieces, std::string_view line_end);
// The same bytes in one piece.
StreamPiece AsOne(const Pieces& pieces, int wait_ms = 2);

// The streams by what is wrong with them: each of these is one part of ConformanceStreams().
std::vector<ConformanceStream> ShapedStreams();  // what engines send, well-formed
std::vector<ConformanceStream> FramedStreams();  // awkward bytes: line ends, splits, ends of the body
std::vector<ConformanceStream> BrokenStreams();  // no success

}  // namespace inferproof
