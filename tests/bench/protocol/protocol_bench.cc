// What one stream event costs inside the timed loop, and what a general JSON parser would cost for the same event.
#include <benchmark/benchmark.h>

#include <string>

#include "harness/json/document.h"
#include "harness/protocol/decoder.h"
#include "harness/sse/parser.h"

namespace inferproof {
namespace {

// 255 bytes, the size of an event of a typical server.
std::string ChunkJson() {
  std::string json =
      R"({"id":"chatcmpl-6KnVBVwrpMwrO5ksrswZ5yabYKqsoDzi","object":"chat.completion.chunk","created":1796052231,)"
      R"("model":"model-8b-instruct","system_fingerprint":"b10587-3f545becc",)"
      R"("choices":[{"index":0,"delta":{"content":" there"},"finish_reason":null}],"pad":")";
  json.append(255 - 2 - json.size(), 'x');
  return json + "\"}";
}

void ParseSse(benchmark::State& state) {
  const std::string event = "data: " + ChunkJson() + "\n\n";
  SseParser parser;
  for (auto _ : state) {
    parser.Feed(event, [](const SseEvent& heard) { benchmark::DoNotOptimize(heard.data.data()); });
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(ParseSse);

// SSE framing, JSON, text and delta kept; a new answer every 512 events.
void DecodeEvent(benchmark::State& state) {
  constexpr int kEventsPerAnswer = 512;
  const std::string event = "data: " + ChunkJson() + "\n\n";
  std::int64_t now = 0;
  while (state.KeepRunningBatch(kEventsPerAnswer)) {
    ResponseDecoder decoder(Endpoint::kChat);
    decoder.OnHeaders(200, "text/event-stream", Stamp{});
    for (int i = 0; i < kEventsPerAnswer; ++i) decoder.OnBytes(event, Stamp{MonoTime{++now}, {}});
    benchmark::DoNotOptimize(decoder.response().deltas.data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(DecodeEvent);

void ParseWithNlohmann(benchmark::State& state) {
  const std::string json = ChunkJson();
  for (auto _ : state) {
    const Json parsed = Json::parse(json, nullptr, false);
    benchmark::DoNotOptimize(parsed["choices"][0]["delta"]["content"].get_ref<const std::string&>().data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(ParseWithNlohmann);

}  // namespace
}  // namespace inferproof
