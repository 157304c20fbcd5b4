// Streams that servers do send, each with its known truth. Every one is also read byte by byte and at every two-way
// split (decoding.h).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/protocol/decoding.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Stream, StartsItsTextAfterTheRoleChunk) {
  const Response r = Decode(ChatStream(RoleChunk() + Text("Hel") + Text("lo") + Finish() + Done()));
  EXPECT_EQ(r.content, "Hello");
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 3", "content 2"));
  EXPECT_EQ(r.events, 5u);
  EXPECT_EQ(r.model, "m");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, DoesNotTakeEmptyOrNullContentForText) {
  const Response r =
      Decode(ChatStream(Chunk(R"({"role":"assistant","content":null,"refusal":null,"tool_calls":null})") + Text("") +
                        Text("a") + Text("") + Chunk("{}") + Finish() + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1"));
}

TEST(Stream, TakesTextThatComesWithTheRole) {
  const Response r = Decode(ChatStream(Chunk(R"({"role":"assistant","content":"Hi"})") + Finish() + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 2"));
}

TEST(Stream, KeepsReasoningApartAndCountsItsArrival) {
  for (const std::string name : {"reasoning_content", "reasoning"}) {
    const Response r =
        Decode(ChatStream(RoleChunk() + Chunk("{\"" + name + "\":\"First, \"}") +
                          Chunk("{\"content\":null,\"" + name + "\":\"so\"}") + Text("42") + Finish() + Done()));
    EXPECT_EQ(r.reasoning, "First, so");
    EXPECT_EQ(r.content, "42");
    EXPECT_THAT(DescribeDeltas(r), ElementsAre("reasoning 7", "reasoning 2", "content 2"));
    EXPECT_EQ(r.first_visible, 2u);
    EXPECT_EQ(Concluded(r), "completed");
  }
}

TEST(Stream, ReadsReasoningUnderBothNamesOnce) {
  const Response r =
      Decode(ChatStream(Chunk(R"({"reasoning":"hm","reasoning_content":"hm","content":"a"})") + Finish() + Done()));
  EXPECT_EQ(r.reasoning, "hm");
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 3"));
}

TEST(Stream, CompletesOnReasoningAlone) {
  const Response r = Decode(ChatStream(Chunk(R"({"reasoning":"hm"})") + Finish("length") + Done()));
  EXPECT_EQ(r.first_visible, std::nullopt);
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, KeepsARefusalAsVisibleText) {
  const Response r = Decode(ChatStream(Chunk(R"({"refusal":"No."})") + Finish() + Done()));
  EXPECT_EQ(r.refusal, "No.");
  EXPECT_EQ(r.first_visible, 0u);
}

TEST(Stream, PutsToolCallsTogether) {
  const Response r = Decode(ChatStream(
      Chunk(R"({"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"add","arguments":""}}]})") +
      Chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":"}}]})") +
      Chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]})") +
      Chunk(R"({"tool_calls":[{"function":{"arguments":"{}","name":"now"},"id":"c2","index":1}]})") +
      Finish("tool_calls") + Done()));
  ASSERT_EQ(r.tool_calls.size(), 2u);
  EXPECT_EQ(r.tool_calls[0].id + r.tool_calls[0].name + r.tool_calls[0].arguments, "c1add{\"a\":1}");
  EXPECT_EQ(r.tool_calls[1].id + r.tool_calls[1].name + r.tool_calls[1].arguments, "c2now{}");
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("arguments 5", "arguments 2", "arguments 2"));
  EXPECT_EQ(r.first_visible, std::nullopt);
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, ReadsUsageThatComesAloneAtTheEnd) {
  const Response r = Decode(ChatStream(
      RoleChunk() + Text("ab") + Finish() +
      Event(
          R"({"choices":[],"usage":{"prompt_tokens":512,"completion_tokens":128,"total_tokens":640,"prompt_tokens_details":{"cached_tokens":64}}})") +
      Done()));
  EXPECT_EQ(DescribeUsage(r), "512 + 128 (64 cached)");
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 2"));
}

TEST(Stream, ReadsUsageThatComesWithTheLastText) {
  const Response r = Decode(ChatStream(Text("a") + Text("b") + Text("c", UsageMember(9, 3)) + Finish() + Done()));
  EXPECT_EQ(DescribeUsage(r), "9 + 3");
  // The figure counts the whole answer, not this event.
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1", "content 1", "content 1"));
}

TEST(Stream, TellsTokensPerEventWhereUsageIsCumulative) {
  const Response r =
      Decode(ChatStream(Chunk(R"({"role":"assistant","content":""})", UsageMember(9, 0)) +
                        Text("ab", UsageMember(9, 4)) + Text("cd", UsageMember(9, 8)) + Text("e", UsageMember(9, 9)) +
                        Finish() + Event("{\"choices\":[]" + UsageMember(9, 9) + "}") + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 2 (4 tokens)", "content 2 (4 tokens)", "content 1 (1 tokens)"));
  EXPECT_EQ(DescribeUsage(r), "9 + 9");
}

TEST(Stream, TakesUsageThatGrewForATokenWithoutText) {
  const Response r = Decode(ChatStream(Text("", UsageMember(9, 1)) + Text("", UsageMember(9, 2)) +
                                       Text("\xC3\xA9", UsageMember(9, 3)) + Finish() + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 0 (1 tokens)", "content 0 (1 tokens)", "content 2 (1 tokens)"));
  EXPECT_EQ(r.first_visible, 2u);
}

TEST(Stream, TakesTokenIdsForTokensWithoutText) {
  const Response r = Decode(ChatStream(
      Event(R"({"choices":[{"index":0,"delta":{"content":""},"token_ids":[151645,7],"finish_reason":null}]})") +
      Event(R"({"choices":[{"index":0,"delta":{"content":"ab"},"token_ids":[3],"finish_reason":"stop"}]})") + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 0 (2 tokens)", "content 2 (1 tokens)"));
}

TEST(Stream, ReadsSeveralTokensInOneEvent) {
  const Response r = Decode(
      ChatStream(Text("one two three four") + Finish() + Event("{\"choices\":[]" + UsageMember(3, 4) + "}") + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 18"));
  EXPECT_EQ(DescribeUsage(r), "3 + 4");
}

TEST(Stream, TakesNullUsageForNone) {
  const Response r = Decode(ChatStream(Text("a", ",\"usage\":null") + Finish() + Done()));
  EXPECT_EQ(DescribeUsage(r), "none");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, TakesAllZeroUsageForNone) {
  const Response r = Decode(ChatStream(Text("a", UsageMember(0, 0)) + Text("b", UsageMember(0, 0)) + Finish() +
                                       Event("{\"choices\":[]" + UsageMember(7, 2) + "}") + Done()));
  EXPECT_EQ(DescribeUsage(r), "7 + 2");
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1", "content 1"));
  EXPECT_EQ(DescribeUsage(Decode(ChatStream(Text("a", UsageMember(0, 0)) + Finish() + Done()))), "none");
}

TEST(Stream, DoesWithoutUsage) {
  const Response r = Decode(ChatStream(Text("a") + Finish() + Done()));
  EXPECT_EQ(DescribeUsage(r), "none");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, DoesWithoutChoices) {
  const Response r = Decode(ChatStream(Event(R"({"id":"x","prompt_filter_results":[{"prompt_index":0}]})") +
                                       Event(R"({"choices":null})") + Text("a") + Finish() + Done()));
  EXPECT_EQ(r.content, "a");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, PassesOverAChoiceWithoutDelta) {
  const Response r = Decode(ChatStream(
      Text("a") +
      Event(R"({"choices":[{"content_filter_offsets":{"check_offset":44},"finish_reason":null,"index":0}]})") +
      Finish() + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1"));
}

TEST(Stream, PassesOverProgressAndUnknownMembers) {
  const Response r = Decode(ChatStream(
      Chunk(R"({"role":"assistant","content":null})", R"(,"prompt_progress":{"total":4096,"processed":2048})") +
      Text("a", R"(,"obfuscation":"k3Jq9","logprobs":{"content":[{"token":"a","top_logprobs":[]}]})") + Finish() +
      Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1"));
}

TEST(Stream, ReadsMembersInAnyOrder) {
  const Response r = Decode(ChatStream(
      Event(
          R"({"usage":{"completion_tokens":1},"choices":[{"finish_reason":"stop","delta":{"content":"a"},"index":0}],"model":"late"})") +
      Done()));
  EXPECT_EQ(r.content, "a");
  EXPECT_EQ(r.model, "late");
  EXPECT_EQ(DescribeUsage(r), "- + 1");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, IsTheSameWithAnyLineEnd) {
  const std::string lf = RoleChunk() + Text("a") + Text("b") + Finish() + Done();
  for (const std::string end : {"\r\n", "\r"}) {
    std::string bytes;
    for (const char c : lf) bytes += c == '\n' ? end : std::string(1, c);
    const Response r = Decode(ChatStream(bytes));
    EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1", "content 1"));
    EXPECT_EQ(Concluded(r), "completed");
  }
}

TEST(Stream, NeedsNoSpaceAfterDataAndBearsOneAtTheEnd) {
  const Response r =
      Decode(ChatStream("data:{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]} \n\n"
                        "data:[DONE]\n\n"));
  EXPECT_EQ(r.content, "a");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, CountsPingCommentsBetweenTokens) {
  const Response r =
      Decode(ChatStream(":\n\n" + RoleChunk() + ": ping\n\n" + Text("a") + ": ping\n\n" + Finish() + Done()));
  EXPECT_EQ(r.comments, 3u);
  EXPECT_EQ(r.events, 4u);
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, PassesOverEmptyDataAndUnknownEventTypes) {
  const Response r =
      Decode(ChatStream("data:\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\n" + Text("a") + Finish() + Done()));
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1"));
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, JoinsOneJsonOverTwoDataLines) {
  const Response r =
      Decode(ChatStream("data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"a\"}}]}\n\n" + Finish() + Done()));
  EXPECT_EQ(r.content, "a");
}

TEST(Stream, KeepsEscapedAndRawCharacters) {
  const Response r =
      Decode(ChatStream(Text("\xC3\xA9\\u00e9\\n\\\"\\ud83d\\ude00") + Text("\xF0\x9F\x98\x80") + Finish() + Done()));
  EXPECT_EQ(r.content, "\xC3\xA9\xC3\xA9\n\"\xF0\x9F\x98\x80\xF0\x9F\x98\x80");
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 10", "content 4"));
}

TEST(Stream, WithoutDoneIsTruncated) {
  EXPECT_EQ(Concluded(Decode(ChatStream(Text("a") + Finish()))), "truncated: ended after 1 delta without [DONE]");
}

TEST(Stream, WithDoneButNoFinishReasonIsTruncated) {
  EXPECT_EQ(Concluded(Decode(ChatStream(Text("a") + Done()))), "truncated: ended after 1 delta without finish_reason");
}

TEST(Stream, TakesDoneWithoutItsBlankLine) {
  for (const std::string end : {"data: [DONE]", "data: [DONE]\n", "data:[DONE]\r\n"}) {
    EXPECT_EQ(Concluded(Decode(ChatStream(Text("a") + Finish() + end))), "completed") << end;
  }
}

TEST(Stream, CountsEventsAfterDoneAndIgnoresThem) {
  const Response r = Decode(ChatStream(Text("a") + Finish() + Done() + Text("b") + "data: junk\n\n" +
                                       Event(R"({"error":{"message":"late"}})")));
  EXPECT_EQ(r.content, "a");
  EXPECT_EQ(r.events, 6u);
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, WithAnErrorAtItsStartIsMalformed) {
  const Response r = Decode(ChatStream(Event(R"({"error":{"message":"engine died","type":"t","code":500}})") + Done()));
  EXPECT_EQ(Concluded(r), "malformed: malformed answer: error payload: engine died");
}

TEST(Stream, WithAnErrorInTheMiddleIsMalformed) {
  const std::string head = RoleChunk() + Text("a") + Text("b") + Text("c");
  EXPECT_EQ(Concluded(Decode(ChatStream(head + Event(R"({"error":{"message":"gone"}})")))),
            "malformed: malformed answer: error payload: gone");
  EXPECT_EQ(Concluded(Decode(ChatStream(head + Event(R"({"error":"gone"})") + Finish() + Done()))),
            "malformed: malformed answer: error payload: gone");
  EXPECT_EQ(Concluded(Decode(ChatStream(head + "event: error\ndata: gone\n\n" + Finish() + Done()))),
            "malformed: malformed answer: error payload: gone");
  EXPECT_EQ(Concluded(Decode(ChatStream(head + Event(R"({"object":"error","message":"gone","code":503})") + Done()))),
            "malformed: malformed answer: error payload: gone");
}

TEST(Stream, WithAnErrorBesideAChoiceIsMalformed) {
  const Response r = Decode(ChatStream(
      Text("a") +
      Event(R"({"error":{"code":502,"message":"gone"},"choices":[{"index":0,"delta":{},"finish_reason":"error"}]})") +
      Done()));
  EXPECT_EQ(Concluded(r), "malformed: malformed answer: error payload: gone");
}

TEST(Stream, IsNotBrokenByAnErrorThatIsNone) {
  const Response r =
      Decode(ChatStream(Text("a", R"(,"error":null)") + Text("b", R"(,"error":"")") + Text("c", R"(,"error":false)") +
                        Text("d", R"(,"error":0)") + Finish() + Done()));
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Stream, ThatWasAbortedIsMalformed) {
  EXPECT_EQ(Concluded(Decode(ChatStream(Text("a") + Finish("abort") + Done()))),
            "malformed: malformed answer: finish_reason \"abort\"");
  EXPECT_EQ(Concluded(Decode(ChatStream(Text("a") + Finish("error") + Done()))),
            "malformed: malformed answer: finish_reason \"error\"");
}

TEST(Stream, ThatSimplyEndsIsTruncatedAndNotMalformed) {
  const std::string bytes = RoleChunk() + Text("a") + Text("b");
  EXPECT_EQ(Concluded(Decode(ChatStream(bytes))), "truncated: ended after 2 deltas without finish_reason");
  EXPECT_EQ(Concluded(Decode(ChatStream(bytes + Text("c").substr(0, 40)))),
            "truncated: ended after 2 deltas without finish_reason");
}

TEST(Stream, OfNothingIsTruncated) {
  EXPECT_EQ(Concluded(Decode(ChatStream(""))), "truncated: ended after 0 deltas without finish_reason");
}

TEST(Stream, WithoutAnyTokenIsMalformed) {
  EXPECT_EQ(Concluded(Decode(
                ChatStream(RoleChunk() + Finish() + Event("{\"choices\":[]" + UsageMember(5, 0) + "}") + Done()))),
            "malformed: malformed answer: no token");
}

TEST(Stream, OfTwoChoicesKeepsTheFirstAndCountsTheOther) {
  const auto choice = [](int index, std::string_view text) {
    return Event("{\"choices\":[{\"delta\":{\"content\":\"" + std::string(text) +
                 "\"},\"index\":" + std::to_string(index) + "}]}");
  };
  const Response r =
      Decode(ChatStream(choice(1, "x") + choice(0, "a") + choice(1, "y") + choice(0, "b") + Finish() + Done()));
  EXPECT_EQ(r.content, "ab");
  EXPECT_EQ(r.other_choices, 2u);
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("content 1", "content 1"));
}

TEST(Stream, ReadsADuplicatedChunkTwice) {
  EXPECT_EQ(Decode(ChatStream(Text("a") + Text("a") + Finish() + Done())).content, "aa");
}

TEST(Stream, KeepsUsageBeyondWhatWasAskedFor) {
  const Response r =
      Decode(ChatStream(Text("a") + Finish() + Event("{\"choices\":[]" + UsageMember(5, 4096) + "}") + Done()));
  EXPECT_EQ(DescribeUsage(r), "5 + 4096");
}

TEST(Stream, WithAnImpossibleCountIsMalformed) {
  for (const std::string count : {"-1", "1000000001", "99999999999999999999999", "1.5", "\"12\"", "true", "{}"}) {
    const Response r = Decode(ChatStream(
        Text("a") + Finish() + Event("{\"choices\":[],\"usage\":{\"completion_tokens\":" + count + "}}") + Done()));
    EXPECT_EQ(Concluded(r), "malformed: malformed answer: event 3: usage.completion_tokens is not a plausible count")
        << count;
  }
}

TEST(Stream, WithBrokenJsonIsMalformedAndNamesTheEvent) {
  const auto concluded = [](std::string_view data) {
    return Concluded(Decode(ChatStream(RoleChunk() + Text("a") + Event(data) + Text("b") + Finish() + Done())));
  };
  EXPECT_EQ(concluded(R"({"choices":[{"delta":{"content":"x")"), "malformed: malformed answer: event 3: invalid JSON");
  EXPECT_EQ(concluded(R"({"choices":[}]})"), "malformed: malformed answer: event 3: invalid JSON");
  EXPECT_EQ(concluded("hello"), "malformed: malformed answer: event 3: not a JSON object");
  EXPECT_EQ(concluded("[1]"), "malformed: malformed answer: event 3: not a JSON object");
  EXPECT_EQ(concluded("\"text\""), "malformed: malformed answer: event 3: not a JSON object");
  EXPECT_EQ(concluded("{} {}"), "malformed: malformed answer: event 3: bytes after the JSON object");
  EXPECT_EQ(concluded("{\"choices\":[]} x"), "malformed: malformed answer: event 3: invalid JSON");
  EXPECT_EQ(concluded("{\"choices\":[{\"delta\":{\"content\":\"\xFF\"}}]}"),
            "malformed: malformed answer: event 3: ill-formed UTF-8");
  EXPECT_EQ(concluded(R"({"choices":[{"delta":{"content":"\ud83d"}}]})"),
            "malformed: malformed answer: event 3: an ill-formed string in the JSON");
}

TEST(Stream, WithAMemberOfAnotherTypeIsMalformed) {
  const auto concluded = [](std::string_view data) {
    return Concluded(Decode(ChatStream(Event(data) + Text("b") + Finish() + Done())));
  };
  EXPECT_THAT(concluded(R"({"choices":{}})"), HasSubstr("event 1: choices is not an array"));
  EXPECT_THAT(concluded(R"({"choices":[3]})"), HasSubstr("event 1: choices[] is not an object"));
  EXPECT_THAT(concluded(R"({"choices":[{"delta":"x"}]})"), HasSubstr("event 1: delta is not an object"));
  EXPECT_THAT(concluded(R"({"choices":[{"delta":{"content":5}}]})"), HasSubstr("event 1: content is not a string"));
  EXPECT_THAT(concluded(R"({"choices":[{"index":-1,"delta":{}}]})"), HasSubstr("event 1: index is not a plausible"));
  EXPECT_THAT(concluded(R"({"choices":[{"delta":{"tool_calls":[{"index":128}]}}]})"),
              HasSubstr("more than 128 tool calls"));
  EXPECT_THAT(concluded(R"({"usage":[]})"), HasSubstr("event 1: usage is not an object"));
}

// What on-demand parsing does not look at: decided, so that a change of it is seen.
TEST(Stream, DoesNotLookIntoUnknownMembers) {
  const Response r =
      Decode(ChatStream(Event(R"({"id":tru,"x":[1 2],"choices":[{"delta":{"content":"a"}}]})") + Finish() + Done()));
  EXPECT_EQ(Concluded(r), "completed");
  EXPECT_THAT(Concluded(Decode(ChatStream(Event(R"({"id":nope})")))), HasSubstr("invalid JSON"));
}

TEST(CompletionStream, ReadsText) {
  const Response r = Decode(CompletionStream(
      Event(R"({"choices":[{"index":0,"text":"Hel","finish_reason":null}]})") +
      Event(R"({"choices":[{"index":0,"text":"lo","finish_reason":null}]})") +
      Event(
          R"({"choices":[{"text":"","index":0,"finish_reason":"length"}],"usage":{"prompt_tokens":8,"completion_tokens":16,"total_tokens":24},"timings":{"cache_n":0,"prompt_n":8,"prompt_ms":12.1,"predicted_n":16,"predicted_ms":160.4}})") +
      Done()));
  EXPECT_EQ(r.content, "Hello");
  // The last event tells the whole count and has no text: it is no token.
  EXPECT_THAT(DescribeDeltas(r), ElementsAre("text 3", "text 2"));
  EXPECT_EQ(r.first_visible, 0u);
  EXPECT_EQ(DescribeUsage(r), "8 + 16");
  ASSERT_TRUE(r.timings.has_value());
  EXPECT_EQ(r.timings->prompt_ms, 12.1);
  EXPECT_EQ(r.timings->predicted_ms, 160.4);
  EXPECT_EQ(r.timings->cached_tokens, 0);
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Body, OfJsonIsReadWholeThoughAStreamWasAskedFor) {
  const Response r = Decode(JsonBody(
      R"({"model":"m","system_fingerprint":"f","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","reasoning":"hm","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}},{"id":"c2","function":{"name":"g","arguments":"[]"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2},"timings":{"prompt_ms":1.5}})"));
  EXPECT_FALSE(r.streamed);
  EXPECT_THAT(r.deltas, IsEmpty());
  EXPECT_EQ(r.content, "Hi");
  EXPECT_EQ(r.reasoning, "hm");
  ASSERT_EQ(r.tool_calls.size(), 2u);
  EXPECT_EQ(r.tool_calls[1].id + r.tool_calls[1].name + r.tool_calls[1].arguments, "c2g[]");
  EXPECT_EQ(DescribeUsage(r), "3 + 2");
  EXPECT_EQ(r.timings->prompt_ms, 1.5);
  EXPECT_EQ(r.system_fingerprint, "f");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Body, OfCompletionsHasItsText) {
  const Response r = Decode({R"({"choices":[{"text":"ab","index":0,"finish_reason":"length"}]})",
                             Endpoint::kCompletions, "application/json"});
  EXPECT_EQ(r.content, "ab");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(Body, ThatIsNoAnswerIsMalformed) {
  EXPECT_EQ(Concluded(Decode(JsonBody(""))), "malformed: malformed answer: an empty body");
  EXPECT_EQ(Concluded(Decode(JsonBody("{\"choices\":[]}"))), "malformed: malformed answer: JSON without choices");
  EXPECT_EQ(Concluded(Decode(JsonBody("{\"choices\":[{}]}"))),
            "malformed: malformed answer: JSON without finish_reason");
  EXPECT_EQ(Concluded(Decode(JsonBody("{\"choices\""))), "malformed: malformed answer: invalid JSON");
  EXPECT_EQ(Concluded(Decode(JsonBody("{\"error\":{\"message\":\"no\"}}"))),
            "malformed: malformed answer: error payload: no");
  EXPECT_EQ(Concluded(Decode({"  <!DOCTYPE html><p>hi", Endpoint::kChat, "text/html"})),
            "malformed: malformed answer: an HTML page in place of JSON");
}

TEST(HttpError, KeepsTheMessageOfItsBody) {
  EXPECT_EQ(Concluded(Decode(JsonBody(R"({"error":{"message":"slow down","type":"t"}})", 429))),
            "http_error: HTTP 429: slow down");
  EXPECT_EQ(Concluded(Decode({"<html>bad gateway", Endpoint::kChat, "text/html", 502})),
            "http_error: HTTP 502: <html>bad gateway");
  EXPECT_EQ(Concluded(Decode({"", Endpoint::kChat, "", 503})), "http_error: HTTP 503: an empty body");
  EXPECT_EQ(Concluded(Decode({Event(R"({"error":"x"})"), Endpoint::kChat, "text/event-stream", 500})),
            "http_error: HTTP 500: data: {\"error\":\"x\"}");
}

}  // namespace
}  // namespace inferproof
