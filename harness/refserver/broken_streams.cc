// Answers that are no success, whatever their HTTP status says.
#include "harness/refserver/stream_pieces.h"

namespace inferproof {
namespace {

using Streams = std::vector<ConformanceStream>;

constexpr std::string_view kError =
    R"({"error":{"message":"the engine failed","type":"server_error","param":null,"code":500}})";

// The role chunk and five tokens.
Pieces FiveTokens() {
  Pieces pieces = Joined({Each({RoleEvent()}), TextPieces()});
  pieces.pop_back();
  return pieces;
}

// A stream that failed after five tokens.
StreamTruth Failed(std::string outcome, std::string detail) {
  return {.outcome = std::move(outcome),
          .detail = std::move(detail),
          .text_events = 5,
          .tokens = 5,
          .source = "estimate",
          .finish = "",
          .visible = "One two three four five"};
}

// Nothing of it is text.
StreamTruth Nothing(std::string outcome, std::string detail) {
  return {.outcome = std::move(outcome),
          .detail = std::move(detail),
          .text_events = 0,
          .first_event = -1,
          .tokens = -1,
          .source = "",
          .finish = "",
          .visible = ""};
}

StreamTruth NotStreamed(StreamTruth truth) {
  truth.streamed = false;
  return truth;
}

// A sound stream but for what its end says.
StreamTruth Whole(std::string outcome, std::string detail) {
  return {.outcome = std::move(outcome), .detail = std::move(detail)};
}

void AddErrors(Streams& all) {
  all.push_back({"error-at-start", "an error payload in place of the stream is a failure", Each({Event(kError)}),
                 Nothing("malformed", "the engine failed")});
  all.push_back({"error-mid-stream", "an error payload after five tokens is a failure",
                 Joined({FiveTokens(), Each({Event(kError), DoneEvent()})}), Failed("malformed", "the engine failed")});
  all.push_back({"error-as-text", "an error that is a mere string is one too",
                 Joined({FiveTokens(), Each({Event(R"({"error":"out of memory"})"), DoneEvent()})}),
                 Failed("malformed", "out of memory")});
  all.push_back({"error-event", "an event of type error is a failure",
                 Joined({FiveTokens(), Each({"event: error\ndata: {\"message\":\"overloaded\"}\n\n"})}),
                 Failed("malformed", "overloaded")});
  StreamTruth provider = Failed("malformed", "Provider disconnected");
  provider.finish = "error";
  all.push_back(
      {"error-beside-choice", "an error beside a choice is a failure",
       Joined({FiveTokens(), Each({ChatEvent(R"({"content":""})",
                                             R"(,"error":{"code":502,"message":"Provider disconnected"})", "\"error\""),
                                   DoneEvent()})}),
       provider});
  StreamTruth aborted = Nothing("malformed", "finish_reason \"abort\"");
  aborted.finish = "abort";
  all.push_back({"abort", "finish_reason abort is a failure",
                 Joined({Each({ChatEvent(R"({"content":""})", "", "\"abort\""), DoneEvent()})}), aborted});
  StreamTruth silent = Nothing("malformed", "no token");
  silent.finish = "stop";
  silent.source = "usage";
  silent.tokens = 6;
  all.push_back({"no-token", "a whole stream without any text is a failure",
                 Joined({Each({RoleEvent()}), Ending("stop", 6)}), silent});
}

void AddCuts(Streams& all) {
  StreamTruth no_done = Whole("truncated", "without [DONE]");
  all.push_back({"no-done", "a stream without [DONE] is truncated",
                 Joined({Each({RoleEvent()}), TextPieces(), Each({FinishEvent(), UsageEvent()})}), no_done});
  StreamTruth no_finish = Whole("truncated", "without finish_reason");
  no_finish.finish = "";
  all.push_back({"done-without-finish", "[DONE] without a finish reason is truncated",
                 Joined({Each({RoleEvent()}), TextPieces(), Each({UsageEvent(), DoneEvent()})}), no_finish});
  all.push_back({"closed-at-token-5", "a clean end after five tokens is truncated", FiveTokens(),
                 Failed("truncated", "after 5 deltas without finish_reason")});
  all.push_back({"cut-at-token-5", "a body that is cut after five tokens is truncated", FiveTokens(),
                 Failed("truncated", "before the end of the body"), StreamEnd::kCut});
  all.push_back({"reset-at-token-5", "a reset after five tokens is a failed connection", FiveTokens(),
                 Failed("transport_error", "connection failed"), StreamEnd::kReset});
  all.push_back({"cut-in-an-event", "half an event at the end is no text",
                 Joined({FiveTokens(), {{TextEvent(" six").substr(0, 60)}}}),
                 Failed("truncated", "after 5 deltas without finish_reason")});
  all.push_back({"silent", "a stream that falls silent is over at the idle limit", FiveTokens(),
                 Failed("timed_out", "idle"), StreamEnd::kOpen});
  Pieces pinged = FiveTokens();
  for (int i = 0; i < 30; ++i) pinged.push_back({": ping\n\n", 100});
  all.push_back({"silent-but-for-pings", "keep-alives do not put off the idle limit", pinged,
                 Failed("timed_out", "idle"), StreamEnd::kOpen});
  all.push_back({.name = "closed-without-answer",
                 .shows = "a connection that closes without an answer is a failed one",
                 .pieces = {},
                 .truth = NotStreamed(Nothing("transport_error", "connection failed")),
                 .end = StreamEnd::kCut,
                 .status = 0});
}

void AddBodies(Streams& all) {
  const auto body = [&](std::string name, std::string shows, std::string text, std::string type, StreamTruth truth) {
    all.push_back({.name = std::move(name),
                   .shows = std::move(shows),
                   .pieces = text.empty() ? Pieces() : Pieces{{std::move(text)}},
                   .truth = std::move(truth),
                   .headers = {{"Content-Type", std::move(type)}}});
  };
  body("empty-stream", "an empty stream is truncated", "", "text/event-stream",
       Nothing("truncated", "without finish_reason"));
  body("empty-body", "an empty body is malformed", "", "application/json",
       NotStreamed(Nothing("malformed", "an empty body")));
  body("html", "a page in place of an answer is malformed", "<html><body>Sign in</body></html>",
       "text/html; charset=utf-8", NotStreamed(Nothing("malformed", "HTML")));
  body("html-as-stream", "a page that calls itself a stream is no answer", "<html>\n<body>Sign in</body>\n</html>\n",
       "text/event-stream", Nothing("truncated", "without finish_reason"));
  body("error-body", "an error object with status 200 is a failure", std::string(kError), "application/json",
       NotStreamed(Nothing("malformed", "the engine failed")));
  body("broken-json", "an event that is no JSON is malformed",
       AsOne(FiveTokens()).bytes + "data: {\"choices\":[{\"index\":0,\n\n" + AsOne(Ending()).bytes, "text/event-stream",
       [] {
         StreamTruth truth = Failed("malformed", "invalid JSON");
         truth.finish = "length";
         truth.tokens = 6;
         truth.source = "usage";
         return truth;
       }());
  for (const auto& [name, number] :
       {std::pair("negative-usage", "-6"), std::pair("huge-usage", "6000000000000000000")}) {
    StreamTruth truth = Whole("malformed", "not a plausible count");
    truth.source = "estimate";
    all.push_back({name, "usage that no server can mean is malformed",
                   Joined({Each({RoleEvent()}), TextPieces(),
                           Each({FinishEvent(),
                                 Event(R"({"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":)" +
                                       std::string(number) + "}}"),
                                 DoneEvent()})}),
                   truth});
  }
  all.push_back({"huge-line", "an event beyond 8 MiB is refused",
                 Joined({FiveTokens(), {{"data: {\"x\":\"" + std::string(9u << 20, 'x') + "\"}\n\n"}}, Ending()}),
                 Failed("malformed", "more than 8 MiB")});
}

void AddStatuses(Streams& all) {
  const auto status = [&](std::string name, std::string shows, int code, std::string detail, std::string text,
                          std::vector<std::pair<std::string, std::string>> headers) {
    all.push_back({.name = std::move(name),
                   .shows = std::move(shows),
                   .pieces = {{std::move(text)}},
                   .truth = NotStreamed(Nothing("http_error", std::move(detail))),
                   .status = code,
                   .headers = std::move(headers)});
  };
  status("too-many-requests", "429 is a failure that says when to come back", 429,
         "HTTP 429: slow down; Retry-After: 7", R"({"error":{"message":"slow down","type":"rate_limit_error"}})",
         {{"Content-Type", "application/json"}, {"Retry-After", "7"}});
  status("unavailable", "503 is a failure", 503, "HTTP 503: loading model",
         R"({"error":{"message":"loading model","type":"unavailable_error","code":503}})",
         {{"Content-Type", "application/json"}});
  status("redirect", "a redirect is not followed", 307, "HTTP 307", "moved",
         {{"Content-Type", "text/plain"}, {"Location", "/elsewhere"}});
  // gzip of "data: [DONE]\n\n".
  all.push_back({.name = "gzip",
                 .shows = "a compressed stream was not asked for and is refused",
                 .pieces = {{std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x49\x2c\x49\xb4\x52\x88"
                                         "\x76\xf1\xf7\x73\x8d\xe5\xe2\x02\x00\x1c\xed\xc8\xaf\x0e\x00\x00\x00",
                                         34)}},
                 .truth = Nothing("malformed", "content-encoding"),
                 .headers = {{"Content-Encoding", "gzip"}}});
}

}  // namespace

std::vector<ConformanceStream> BrokenStreams() {
  Streams all;
  AddErrors(all);
  AddCuts(all);
  AddBodies(all);
  AddStatuses(all);
  return all;
}

}  // namespace inferproof
