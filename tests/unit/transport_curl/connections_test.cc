#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "harness/transport_curl/curl_transport.h"
#include "tests/support/loopback_server.h"
#include "tests/unit/transport_curl/recording_sink.h"

namespace inferproof {
namespace {

std::string Events(int count) {
  std::string events;
  for (int event = 0; event < count; ++event) events += "data: " + std::to_string(event) + "\n\n";
  return events;
}

// Holds what arrives until a whole wave is there.
class WaveGate {
 public:
  explicit WaveGate(int size) : size_(size) {}
  void Arrive() {
    std::unique_lock lock(mutex_);
    const int wave_is_there = (arrived_ / size_ + 1) * size_;
    ++arrived_;
    changed_.notify_all();
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return arrived_ >= wave_is_there; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int size_;
  int arrived_ = 0;
};

TEST(CurlConnections, AreUsedAgain) {
  SteadyClock clock;
  auto transport = MakeCurlTransport(clock, {}).value();
  RecordingSink sink;
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(ChunkedHead() + HttpChunk("x") + LastChunk());
    return true;
  });
  for (RequestId id = 0; id < 5; ++id) {
    ASSERT_TRUE(transport->Start(Post(id, server.url())).ok());
    ASSERT_TRUE(PollUntilEnded(*transport, clock, sink, static_cast<int>(id) + 1));
  }
  EXPECT_EQ(server.connections(), 1);
  EXPECT_FALSE(sink.heard[0].end->timings.reused);
  EXPECT_GT(sink.heard[0].end->timings.connect.count(), 0);
  EXPECT_TRUE(sink.heard[4].end->timings.reused);
  EXPECT_EQ(sink.heard[4].end->timings.connect.count(), 0);
}

// Some engines say "Keep-Alive" and close after every stream all the same.
TEST(CurlConnections, AreMadeAgainInSilenceWhenTheServerClosedThem) {
  SteadyClock clock;
  auto transport = MakeCurlTransport(clock, {}).value();
  RecordingSink sink;
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(ChunkedHead("Keep-Alive: timeout=5, max=100\r\n") + HttpChunk("x") + LastChunk());
    return false;
  });
  for (RequestId id = 0; id < 20; ++id) {
    ASSERT_TRUE(transport->Start(Post(id, server.url())).ok());
    ASSERT_TRUE(PollUntilEnded(*transport, clock, sink, static_cast<int>(id) + 1));
    EXPECT_EQ(sink.heard[id].end->kind, EndKind::kClean) << sink.heard[id].end->detail;
    EXPECT_EQ(sink.heard[id].body, "x");
    EXPECT_FALSE(sink.heard[id].end->timings.reused);
  }
  EXPECT_EQ(server.connections(), 20);
}

TEST(CurlConnections, CarryTwoHundredStreamsAtOnceWithoutLosingAByte) {
  SteadyClock clock;
  auto transport = MakeCurlTransport(clock, CurlOptions{200, true}).value();
  RecordingSink sink;
  WaveGate gate(200);
  LoopbackServer server([&gate](LoopbackConnection& connection, const std::string& request) {
    if (request.starts_with("POST /small")) {
      connection.Write(PlainAnswer("200 OK", "text/plain", "x", "Connection: close\r\n"));
      return false;
    }
    gate.Arrive();
    connection.Write(ChunkedHead());
    for (int event = 0; event < 50; ++event) {
      connection.Write(HttpChunk("data: " + std::to_string(event) + "\n\n"));
    }
    connection.Write(LastChunk());
    return true;
  });
  ASSERT_TRUE(WaitForKernelStamps(*transport, clock, server.url() + "/small"));
  const int connections_before = server.connections();
  constexpr RequestId kStreams = 200;
  const std::string expected = Events(50);
  int stamped = 0;
  for (int wave = 0; wave < 2; ++wave) {
    const RequestId first = static_cast<RequestId>(wave) * kStreams;
    for (RequestId id = first; id < first + kStreams; ++id) {
      ASSERT_TRUE(transport->Start(Post(id, server.url())).ok());
    }
    ASSERT_TRUE(PollUntilEnded(*transport, clock, sink, (wave + 1) * static_cast<int>(kStreams)));
  }
  for (const auto& [id, heard] : sink.heard) {
    EXPECT_EQ(heard.body, expected) << id;
    EXPECT_EQ(heard.order, "shbe") << id;
    MonoTime before = *heard.sent;
    for (const Stamp& stamp : heard.stamps) {
      EXPECT_GE(stamp.best(), before) << id;
      before = stamp.best();
      if (stamp.has_kernel()) ++stamped;
    }
  }
  EXPECT_EQ(server.connections() - connections_before, 200) << "the second wave reuses the connections of the first";
  // What libcurl reads while it writes other requests has none; how much that is depends on the machine, because this
  // server answers everything at once.
  EXPECT_GT(stamped, 0);
}

}  // namespace
}  // namespace inferproof
