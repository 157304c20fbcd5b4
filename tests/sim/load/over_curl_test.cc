#include <gtest/gtest.h>

#include "harness/load/load_generator.h"
#include "harness/load/threaded_run.h"
#include "harness/transport_curl/curl_transport.h"
#include "tests/support/loopback_server.h"
#include "tests/support/plan_builder.h"
#include "tests/support/script.h"

namespace inferproof {
namespace {

std::string WholeStream() {
  std::string stream;
  for (const ScriptStep& step : ChatStream({.tokens = 16}).steps) {
    if (step.kind == ScriptStep::Kind::kBytes) stream += HttpChunk(step.text);
  }
  return stream + LastChunk();
}

// The whole engine over real sockets: the same generator that the simulations drive.
TEST(LoadOverCurl, CompletesTwoHundredRequestsAtConcurrencyEight) {
  const std::string stream = WholeStream();
  LoopbackServer server([&stream](LoopbackConnection& connection, const std::string&) {
    connection.Write(ChunkedHead());
    for (std::size_t at = 0; at < stream.size(); at += 700) connection.Write(std::string_view(stream).substr(at, 700));
    return true;
  });
  SteadyClock clock;
  const auto transport = MakeCurlTransport(clock, CurlOptions{8, true}).value();
  LoadGenerator generator(clock, *transport, DestinationAt(server.url()), {});
  const RunLog log = generator.Run(PlanBuilder().Concurrency(8).WarmUp(8).Measured(200).Build(), 3);

  EXPECT_EQ(CountOutcomes(log, Phase::kMeasured).Text(), "200 planned = 200 completed + 0 not started");
  EXPECT_EQ(server.connections(), 8) << "the warm-up opened them";
  EXPECT_EQ(log.run, 3);
  EXPECT_EQ(log.client.events, 200U * 16U);
  for (const RequestRecord& record : log.records) {
    EXPECT_EQ(OrderViolation(record), std::nullopt) << record.id;
    EXPECT_EQ(record.response.deltas.size(), 16U) << record.id;
    EXPECT_EQ(record.response.usage->output_tokens, 16) << record.id;
    EXPECT_LE(record.in_flight, 8) << record.id;
    EXPECT_TRUE(record.phase == Phase::kWarmUp || record.connect.reused) << record.id;
  }
}

TEST(LoadOverCurl, OnThreadsGivesOneLogOfTheSameKind) {
  const std::string stream = WholeStream();
  LoopbackServer server([&stream](LoopbackConnection& connection, const std::string&) {
    connection.Write(ChunkedHead());
    connection.Write(stream);
    return true;
  });
  SteadyClock clock;
  std::vector<std::unique_ptr<Transport>> owned;
  std::vector<Transport*> transports;
  for (int thread = 0; thread < 3; ++thread) {
    owned.push_back(MakeCurlTransport(clock, CurlOptions{8, true}).value());
    transports.push_back(owned.back().get());
  }
  int told = 0;  // by one thread at a time
  LoadHooks hooks;
  hooks.on_record = [&told](const RequestRecord&) { ++told; };
  const RequestPlan plan = PlanBuilder().Concurrency(8).WarmUp(8).Measured(200).Build();
  const RunLog log = RunOnThreads(clock, transports, DestinationAt(server.url()), hooks, plan, 3);

  EXPECT_EQ(CountOutcomes(log, Phase::kMeasured).Text(), "200 planned = 200 completed + 0 not started");
  EXPECT_EQ(told, 208);
  EXPECT_EQ(log.client.threads, 3);
  EXPECT_EQ(log.client.events, 200U * 16U);
  ASSERT_EQ(log.records.size(), 208U);
  for (std::size_t i = 0; i < log.records.size(); ++i) {
    EXPECT_EQ(log.records[i].id, i);
    EXPECT_EQ(log.records[i].prompt_id, plan.requests[i].prompt_id);
    EXPECT_LE(log.records[i].in_flight, 8) << i;
  }
}

}  // namespace
}  // namespace inferproof
