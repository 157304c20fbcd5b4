#include "tests/support/scripted_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// Writes down what it hears: "12ms sent 0".
class Notes final : public TransportSink {
 public:
  explicit Notes(MonoTime origin) : origin_(origin) {}
  void OnSent(RequestId id, MonoTime at) override { Note(at, "sent", id); }
  void OnHeaders(RequestId id, int, const std::vector<std::pair<std::string, std::string>>&, Stamp at) override {
    Note(at.best(), "headers", id);
  }
  void OnBytes(RequestId id, std::string_view bytes, Stamp at) override {
    Note(at.best(), "bytes:" + std::string(bytes), id);
  }
  void OnEnd(RequestId id, const EndOfRequest& end) override {
    Note(end.at, end.kind == EndKind::kClean ? "end" : "broken", id);
  }
  std::vector<std::string> lines;

 private:
  void Note(MonoTime at, const std::string& what, RequestId id) {
    lines.push_back(std::to_string((at - origin_) / 1ms) + "ms " + what + " " + std::to_string(id));
  }
  MonoTime origin_;
};

HttpRequest Request(RequestId id) {
  HttpRequest request;
  request.id = id;
  request.url = "http://127.0.0.1:1/";
  return request;
}

Script TenMilliseconds() {
  Script script;
  return script.Sent().Bytes(4ms, "a").End(10ms);
}

TEST(ScriptedTransport, PlaysStepsAtTheirMomentsAndMovesTimeOnlyInsidePoll) {
  FakeClock clock;
  const MonoTime begun = clock.Now();
  Notes notes(begun);
  ScriptedTransport transport(clock, [](const auto&) { return TenMilliseconds(); });
  ASSERT_TRUE(transport.Start(Request(0)).ok());
  EXPECT_EQ(clock.Now(), begun);
  for (int turn = 0; turn < 4; ++turn) transport.Poll(begun + 1s, notes);
  EXPECT_THAT(notes.lines, ElementsAre("0ms sent 0", "4ms bytes:a 0", "10ms end 0"));
  EXPECT_EQ(clock.Now(), begun + 1s);
}

TEST(ScriptedTransport, QueuesBeyondItsSlotsAfterTheRequestWasSent) {
  FakeClock clock;
  Notes notes(clock.Now());
  ScriptedTransport transport(clock, [](const auto&) { return TenMilliseconds(); });
  transport.slots = 1;
  ASSERT_TRUE(transport.Start(Request(0)).ok());
  ASSERT_TRUE(transport.Start(Request(1)).ok());
  while (transport.in_flight() > 0) transport.Poll(clock.Now() + 1s, notes);
  EXPECT_THAT(notes.lines,
              ElementsAre("0ms sent 0", "0ms sent 1", "4ms bytes:a 0", "10ms end 0", "14ms bytes:a 1", "20ms end 1"));
}

TEST(ScriptedTransport, EndsACancelledRequestInTheNextPollAndFreesItsSlot) {
  FakeClock clock;
  Notes notes(clock.Now());
  ScriptedTransport transport(clock, [](const auto&) { return TenMilliseconds(); });
  transport.slots = 1;
  ASSERT_TRUE(transport.Start(Request(0)).ok());
  ASSERT_TRUE(transport.Start(Request(1)).ok());
  transport.Poll(clock.Now() + 1s, notes);
  transport.Cancel(0);
  while (transport.in_flight() > 0) transport.Poll(clock.Now() + 1s, notes);
  EXPECT_THAT(notes.lines, ElementsAre("0ms sent 0", "0ms sent 1", "0ms broken 0", "4ms bytes:a 1", "10ms end 1"));
}

TEST(ScriptedTransport, ResetsWhatIsUnderWayWhenItDiesAndRefusesWhatComesAfter) {
  FakeClock clock;
  Notes notes(clock.Now());
  ScriptedTransport transport(clock, [](const auto&) { return TenMilliseconds(); });
  transport.dies_at = clock.Now() + 6ms;
  ASSERT_TRUE(transport.Start(Request(0)).ok());
  while (transport.in_flight() > 0) transport.Poll(clock.Now() + 1s, notes);
  ASSERT_TRUE(transport.Start(Request(1)).ok());
  while (transport.in_flight() > 0) transport.Poll(clock.Now() + 1s, notes);
  EXPECT_THAT(notes.lines, ElementsAre("0ms sent 0", "4ms bytes:a 0", "6ms broken 0", "6ms broken 1"));
}

TEST(ScriptedTransport, KeepsTheKernelsMomentWhenTheUserIsLate) {
  FakeClock clock;
  const MonoTime begun = clock.Now();
  Notes notes(begun);
  ScriptedTransport transport(clock, [](const auto&) { return TenMilliseconds(); });
  transport.wake_lag = 2ms;
  ASSERT_TRUE(transport.Start(Request(0)).ok());
  transport.Poll(begun + 1s, notes);
  transport.Poll(begun + 1s, notes);
  EXPECT_THAT(notes.lines, ElementsAre("2ms sent 0", "4ms bytes:a 0"));
  EXPECT_EQ(clock.Now(), begun + 6ms);
}

}  // namespace
}  // namespace inferproof
