#include "harness/client/observed_transport.h"

#include <gtest/gtest.h>

#include "tests/support/fake_clock.h"
#include "tests/support/scripted_transport.h"

namespace inferproof {
namespace {

using std::chrono::microseconds;

class Silent final : public TransportSink {
 public:
  void OnSent(RequestId, MonoTime) override {}
  void OnHeaders(RequestId, int, const std::vector<std::pair<std::string, std::string>>&, Stamp) override {}
  void OnBytes(RequestId, std::string_view bytes, Stamp) override { bytes_ += bytes.size(); }
  void OnEnd(RequestId, const EndOfRequest&) override { ended_ = true; }
  std::size_t bytes_ = 0;
  bool ended_ = false;
};

std::string EventSentAt(MonoTime at, std::optional<MonoTime> received = {}) {
  const std::string first = received ? ",\"received_ns\":" + std::to_string(received->ns) : "";
  return "data: {\"x\":1" + first + ",\"sent_ns\":" + std::to_string(at.ns) + "}\n\n";
}

// Plays one scripted answer through an observer that counts requests from `first_counted` on.
ObservationErrors Observe(const std::function<Script(MonoTime begun)>& script, RequestId first_counted = 0,
                          Nanos wake_lag = Nanos(0)) {
  FakeClock clock;
  const MonoTime begun = clock.Now();
  ScriptedTransport inner(clock, [&](const ScriptedTransport::Started&) { return script(begun); });
  inner.wake_lag = wake_lag;
  inner.kernel_stamps = wake_lag.count() > 0;
  ObservedTransport transport(inner, first_counted);
  Silent sink;
  HttpRequest request;
  EXPECT_TRUE(transport.Start(request).ok());
  while (!sink.ended_) transport.Poll(begun + std::chrono::seconds(10), sink);
  EXPECT_GT(sink.bytes_, 0u);
  return transport.errors();
}

TEST(ObservedTransport, TakesTheServersMomentsForTheTruth) {
  // Sent 30 and 10 us before they are seen; the server read the request 5 us after it was sent.
  const ObservationErrors errors = Observe([](MonoTime begun) {
    const MonoTime first = begun + microseconds(1000);
    const MonoTime second = begun + microseconds(2000);
    return Script()
        .Sent()
        .Headers(microseconds(900))
        .Bytes(microseconds(1000), EventSentAt(first - microseconds(30), begun + microseconds(5)))
        .Bytes(microseconds(2000), EventSentAt(second - microseconds(10)))
        .End(microseconds(2000));
  });
  ASSERT_EQ(errors.events, 2u);
  EXPECT_EQ(errors.event_best, (std::vector<double>{30, 10}));
  EXPECT_EQ(errors.gap_best, std::vector<double>{20});   // seen 1,000 us apart, sent 1,020 us apart
  EXPECT_EQ(errors.ttft_best, std::vector<double>{35});  // seen after 1,000 us, made in 970 - 5 us
}

TEST(ObservedTransport, KeepsTheKernelsStampApartFromOurs) {
  const ObservationErrors errors = Observe(
      [](MonoTime begun) {
        return Script()
            .Sent()
            .Headers(microseconds(900))
            .Bytes(microseconds(1000), EventSentAt(begun + microseconds(998)))
            .End(microseconds(1000));
      },
      0, microseconds(400));
  EXPECT_EQ(errors.event_best, std::vector<double>{2});
  EXPECT_EQ(errors.event_user, std::vector<double>{402});
  EXPECT_EQ(errors.lag, std::vector<double>{400});
  EXPECT_EQ(errors.with_kernel_stamp, 1u);
}

TEST(ObservedTransport, CountsEventsThatShareARead) {
  const ObservationErrors errors = Observe([](MonoTime begun) {
    const std::string both = EventSentAt(begun + microseconds(500)) + EventSentAt(begun + microseconds(900));
    return Script().Sent().Headers(microseconds(100)).Bytes(microseconds(1000), both).End(microseconds(1000));
  });
  EXPECT_EQ(errors.events, 2u);
  EXPECT_EQ(errors.sharing_a_read, 1u);
}

TEST(ObservedTransport, LeavesOutTheBurstAndNumbersThatAreCut) {
  const auto script = [](MonoTime begun) {
    return Script()
        .Sent()
        .Headers(microseconds(100))
        .Bytes(microseconds(1000), EventSentAt(begun + microseconds(900)))
        .Bytes(microseconds(1100), "data: {\"sent_ns\":12345")
        .End(microseconds(1100));
  };
  EXPECT_EQ(Observe(script, 1).events, 0u);
  EXPECT_EQ(Observe(script, 0).events, 1u);
}

}  // namespace
}  // namespace inferproof
