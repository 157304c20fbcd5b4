// Well-formed streams as engines send them: OpenAI, Azure, vLLM, SGLang, llama.cpp, Ollama, TGI, TensorRT-LLM,
// LMDeploy.
#include "harness/refserver/stream_pieces.h"

namespace inferproof {
namespace {

using Streams = std::vector<ConformanceStream>;

// Every token with `more` members in its event, written for its number (1 is the first).
template <typename More>
Pieces TextPiecesWith(More more) {
  Pieces pieces;
  std::int64_t number = 0;
  for (const std::string& token : AnswerTokens()) pieces.push_back({TextEvent(token, more(++number))});
  return pieces;
}

std::string Reasoning(std::string_view field, std::string_view text) {
  return ChatEvent("{\"" + std::string(field) + "\":\"" + std::string(text) + "\"}");
}

std::string ToolCall(std::string_view members) {
  return ChatEvent(R"({"tool_calls":[{"index":0,)" + std::string(members) + "}]}");
}

void AddFirstEvents(Streams& all) {
  all.push_back({"plain", "each text event of a plain stream is a token", PlainStream()});
  all.push_back({"role-first",
                 "a role chunk 200 ms before the text is not the first token",
                 Joined({Each({RoleEvent()}),
                         {{TextEvent("One"), 200}},
                         Each({TextEvent(" two three"), TextEvent(" four five six")}),
                         Ending("length", 6)}),
                 {.text_events = 3}});
  all.push_back({"empty-and-null-content",
                 "empty and null content is no text",
                 Joined({Each({ChatEvent(R"({"role":"assistant","content":null,"refusal":null,"tool_calls":null})"),
                               TextEvent(""), ChatEvent(R"({"content":null})")}),
                         TextPieces(), Each({TextEvent(""), ChatEvent("{}")}), Ending()}),
                 {.first_event = 3}});
  all.push_back({"role-with-text",
                 "text that comes with the role is the first token",
                 Joined({Each({ChatEvent(R"({"role":"assistant","content":"One"})"),
                               ChatEvent(R"({"role":"assistant","content":" two"})"),
                               ChatEvent(R"({"role":"assistant","content":" three four five six"})")}),
                         Ending()}),
                 {.text_events = 3, .first_event = 0}});
  all.push_back({"prompt-progress",
                 "progress of the prompt is no text",
                 Joined({Each({ChatEvent(R"({"role":"assistant","content":null})",
                                         R"(,"prompt_progress":{"total":9,"cache":0,"processed":4,"time_ms":3})"),
                               ChatEvent(R"({"role":"assistant","content":null})",
                                         R"(,"prompt_progress":{"total":9,"cache":0,"processed":9,"time_ms":6})")}),
                         TextPieces(), Ending()}),
                 {.first_event = 2}});
  all.push_back(
      {"filter-results",
       "filter results without text or delta are no text",
       Joined({Each({Event(R"({"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":)"
                           R"([{"prompt_index":0,"content_filter_results":{"hate":{"filtered":false}}}]})"),
                     RoleEvent()}),
               TextPieces(),
               Each({Event(R"({"choices":[{"content_filter_offsets":{"check_offset":44},"finish_reason":null,)"
                           R"("index":0}],"created":0,"id":"","model":"","object":""})")}),
               Ending()}),
       {.first_event = 2}});
}

void AddKinds(Streams& all) {
  for (const std::string field : {"reasoning_content", "reasoning"}) {
    all.push_back({field == "reasoning" ? "reasoning" : "reasoning-content",
                   "the first token may be " + field + " and is not yet visible",
                   Joined({Each({RoleEvent(), Reasoning(field, "Hm"), Reasoning(field, ", so"), TextEvent("One"),
                                 TextEvent(" two"), TextEvent(" three"), TextEvent(" four")}),
                           Ending()}),
                   {.visible = "One two three four"}});
  }
  all.push_back(
      {"reasoning-only",
       "an answer of reasoning alone is an answer",
       Joined({Each({RoleEvent(), Reasoning("reasoning_content", "Hm"), Reasoning("reasoning_content", ", so"),
                     Reasoning("reasoning_content", " it"), Reasoning("reasoning_content", " goes"),
                     Reasoning("reasoning_content", " on"), Reasoning("reasoning_content", " and")}),
               Ending()}),
       {.visible = ""}});
  all.push_back(
      {"tool-call-only",
       "the arguments of a tool call are text, its name is not",
       Joined({Each({ChatEvent(R"({"role":"assistant","content":null})"),
                     ToolCall(R"("id":"c-1","type":"function","function":{"name":"add","arguments":""})"),
                     ToolCall(R"("function":{"arguments":"{\"a\":"})"), ToolCall(R"("function":{"arguments":"1}"})")}),
               Ending("tool_calls", 6)}),
       {.text_events = 2, .first_event = 2, .finish = "tool_calls", .visible = ""}});
  all.push_back({"whole-tool-call",
                 "a tool call may come whole, in one event",
                 Joined({Each({ChatEvent(R"({"role":"assistant","content":"","tool_calls":[{"index":0,"id":"c-1",)"
                                         R"("type":"function","function":{"name":"add","arguments":"{\"a\":1}"}}]})")}),
                         Ending("tool_calls", 6)}),
                 {.text_events = 1, .first_event = 0, .finish = "tool_calls", .visible = ""}});
  all.push_back({"refusal",
                 "a refusal is visible text",
                 Joined({Each({RoleEvent(), ChatEvent(R"({"refusal":"No"})"), ChatEvent(R"({"refusal":", sorry."})")}),
                         Ending("stop", 5)}),
                 {.text_events = 2, .tokens = 5, .finish = "stop", .visible = ""}});
  all.push_back({"completions",
                 "a completion has text and no role, and usage beside its last choice",
                 Each({CompletionEvent("One"), CompletionEvent(" two"), CompletionEvent(" three"),
                       CompletionEvent(" four"), CompletionEvent(" five"), CompletionEvent(" six"),
                       CompletionEvent("",
                                       UsageMember(6) + R"(,"timings":{"cache_n":0,"prompt_n":9,"prompt_ms":12.1,)"
                                                        R"("predicted_n":6,"predicted_ms":16.4})",
                                       "\"length\""),
                       DoneEvent()}),
                 {.first_event = 0},
                 StreamEnd::kWhole,
                 true});
}

void AddTokens(Streams& all) {
  all.push_back(
      {"several-tokens-a-chunk",
       "chunks are not tokens where usage counts more",
       Joined({Each({RoleEvent(), TextEvent("One two"), TextEvent(" three four"), TextEvent(" five six")}), Ending()}),
       {.text_events = 3}});
  all.push_back({"continuous-usage", "usage on every chunk tells the tokens of each",
                 Joined({Each({ChatEvent(R"({"role":"assistant","content":""})", UsageMember(0))}),
                         TextPiecesWith([](std::int64_t n) { return UsageMember(n); }), Ending()})});
  all.push_back({"continuous-usage-of-several",
                 "usage on every chunk tells that a chunk holds two",
                 Joined({Each({ChatEvent(R"({"role":"assistant","content":""})", UsageMember(0)),
                               TextEvent("One two", UsageMember(2)), TextEvent(" three four", UsageMember(4)),
                               TextEvent(" five six", UsageMember(6))}),
                         Ending()}),
                 {.text_events = 3}});
  all.push_back({"token-ids",
                 "token ids make an event of an empty delta",
                 Joined({Each({RoleEvent(), Event(R"({"choices":[{"index":0,"delta":{"content":""},"token_ids":[7],)"
                                                  R"("finish_reason":null}]})")}),
                         Each({TextEvent("One two three four five six")}), Ending("length", 6)}),
                 {.text_events = 2}});
  all.push_back(
      {"usage-null", "null usage is no usage",
       Joined({Each({RoleEvent()}), TextPiecesWith([](std::int64_t) { return R"(,"usage":null)"; }), Ending()})});
  all.push_back({"usage-zeros", "usage of zeros on every chunk is no usage yet",
                 Joined({Each({RoleEvent()}), TextPiecesWith([](std::int64_t) {
                           return R"(,"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0})";
                         }),
                         Ending()})});
  all.push_back({"usage-with-last-text", "usage beside the last text counts the whole answer",
                 Joined({Each({RoleEvent(), TextEvent("One"), TextEvent(" two"), TextEvent(" three"),
                               TextEvent(" four"), TextEvent(" five"),
                               ChatEvent(R"({"content":" six"})", UsageMember(6), "\"length\""), DoneEvent()})})});
  all.push_back(
      {"usage-without-choices", "usage may come without a member choices",
       Joined({Each({RoleEvent()}), TextPieces(),
               Each({FinishEvent(), Event(R"({"id":"s-1","model":"m")" + UsageMember(6) + "}"), DoneEvent()})})});
  all.push_back({"no-usage",
                 "without usage the tokens are estimated from the text events",
                 Joined({Each({RoleEvent()}), TextPieces(), Each({FinishEvent(), DoneEvent()})}),
                 {.source = "estimate"}});
  all.push_back({"early-stop",
                 "an answer shorter than asked for is whole",
                 Joined({Each({RoleEvent(), TextEvent("One"), TextEvent(" two"), TextEvent(".")}), Ending("stop", 3)}),
                 {.text_events = 3, .tokens = 3, .finish = "stop", .visible = "One two."}});
  all.push_back(
      {"beyond-max-tokens",
       "more tokens than were asked for are counted as they are",
       Joined({Each({RoleEvent()}), TextPieces(), TextPieces(), Ending("length", 12)}),
       {.text_events = 12, .tokens = 12, .visible = "One two three four five sixOne two three four five six"}});
  all.push_back({"duplicate-chunk",
                 "chunks that come twice are there twice, and usage disagrees",
                 Joined({Each({RoleEvent(), TextEvent("One"), TextEvent(" two")}), TextPieces(), Ending()}),
                 {.text_events = 8, .visible = "One twoOne two three four five six"}});
  all.push_back(
      {"two-choices",
       "of two choices the first is read, and usage counts both",
       Joined({Each({RoleEvent()}), TextPieces(),
               Each({Event(R"({"choices":[{"index":1,"delta":{"content":"Eins zwei"},"finish_reason":null}]})"),
                     Event(R"({"choices":[{"index":1,"delta":{},"finish_reason":"stop"}]})")}),
               Ending("length", 9)}),
       {.source = "estimate"}});
  all.push_back({"extensions", "members and events of an engine's own change nothing",
                 Joined({Each({RoleEvent()}), TextPiecesWith([](std::int64_t) {
                           return R"(,"obfuscation":"k3Jq9","error":null,"provider":"p","nvext":{"a":[1,{}]})";
                         }),
                         Each({Event(R"({"id":"s-1","choices":[],"sglext":{"cached_tokens_details":{"device":4}}})")}),
                         Ending()})});
}

}  // namespace

std::vector<ConformanceStream> ShapedStreams() {
  Streams all;
  AddFirstEvents(all);
  AddKinds(all);
  AddTokens(all);
  return all;
}

}  // namespace inferproof
