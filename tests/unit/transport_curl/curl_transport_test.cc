#include "harness/transport_curl/curl_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <semaphore>

#include "tests/support/loopback_server.h"
#include "tests/unit/transport_curl/recording_sink.h"

namespace inferproof {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

class CurlTransportTest : public testing::Test {
 protected:
  // Starts one request and polls it to its end.
  const RecordingSink::Heard& Run(const HttpRequest& request) {
    const Status started = transport->Start(request);
    EXPECT_TRUE(started.ok()) << started.error().Text();
    EXPECT_TRUE(PollUntilEnded(*transport, clock, sink, sink.ended + 1));
    return sink.heard[request.id];
  }

  SteadyClock clock;
  std::unique_ptr<Transport> transport = MakeCurlTransport(clock, {}).value();
  RecordingSink sink;
};

TEST_F(CurlTransportTest, TellsOfAnAnswerInOrderWithLowerCaseHeaderNames) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(PlainAnswer("200 OK", "application/json", R"({"ok":true})", "X-Request-ID: 7\r\n"));
    return true;
  });
  const auto& heard = Run(Post(1, server.url() + "/v1/chat/completions"));
  EXPECT_EQ(heard.order, "shbe");
  EXPECT_EQ(heard.status, 200);
  EXPECT_EQ(heard.body, R"({"ok":true})");
  EXPECT_THAT(heard.headers, Contains(Pair("x-request-id", "7")));
  EXPECT_EQ(heard.end->kind, EndKind::kClean);
  EXPECT_FALSE(heard.end->timings.reused);
}

TEST_F(CurlTransportTest, SendsOneOrdinaryPostWithoutExpectOrCompression) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(PlainAnswer("200 OK", "text/plain", ""));
    return true;
  });
  const std::string body(2'000'000, 'x');  // libcurl would ask for "100 Continue" from 1 MB on
  Run(Post(1, server.url() + "/v1/completions", body));
  const std::string request = server.requests().at(0);
  EXPECT_TRUE(request.starts_with("POST /v1/completions HTTP/1.1\r\n"));
  EXPECT_TRUE(request.ends_with(body));
  EXPECT_THAT(request, HasSubstr("content-type: application/json"));
  EXPECT_EQ(request.find("Expect"), std::string::npos);
  EXPECT_EQ(request.find("Accept-Encoding"), std::string::npos);
}

TEST_F(CurlTransportTest, GivesEachEventTheKernelsStampOfItsOwnArrival) {
  std::counting_semaphore<> read(0);
  LoopbackServer server([&read](LoopbackConnection& connection, const std::string& request) {
    if (request.starts_with("POST /small")) {
      connection.Write(PlainAnswer("200 OK", "text/plain", "x", "Connection: close\r\n"));
      return false;
    }
    connection.Write(ChunkedHead());
    for (int event = 0; event < 20; ++event) {
      connection.Write(HttpChunk("data: x\n\n"));
      if (!read.try_acquire_for(10s)) return false;  // the next one only once this one was read
    }
    connection.Write(LastChunk());
    return true;
  });
  ASSERT_TRUE(WaitForKernelStamps(*transport, clock, server.url() + "/small"));
  const auto& heard = sink.heard[1];
  ASSERT_TRUE(transport->Start(Post(1, server.url() + "/stream")).ok());
  const MonoTime limit = clock.Now() + 10s;
  for (std::size_t pieces = 0; sink.ended == 0 && clock.Now() < limit;) {
    transport->Poll(limit, sink);
    // After the turn, not within it: libcurl reads on while there is something to read.
    if (std::exchange(pieces, heard.body.size()) < heard.body.size()) read.release();
  }
  ASSERT_EQ(heard.stamps.size(), 21U);
  MonoTime before = *heard.sent;
  for (const Stamp& stamp : heard.stamps) {
    EXPECT_TRUE(stamp.has_kernel());
    EXPECT_LE(stamp.kernel, stamp.user);
    EXPECT_GE(stamp.best(), before);
    before = stamp.best();
  }
  for (std::size_t event = 2; event < heard.stamps.size(); ++event) {
    EXPECT_GT(heard.stamps[event].user, heard.stamps[event - 1].user);
  }
  EXPECT_GE(heard.end->at, before);
}

TEST_F(CurlTransportTest, GivesEventsOfOneReadOneStamp) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(ChunkedHead() + HttpChunk("data: a\n\n") + HttpChunk("data: b\n\n") + LastChunk());
    return true;
  });
  const auto& heard = Run(Post(1, server.url()));
  EXPECT_EQ(heard.body, "data: a\n\ndata: b\n\n");
  ASSERT_EQ(heard.stamps.size(), 3U);
  EXPECT_EQ(heard.stamps[0].user, heard.stamps[2].user);
  EXPECT_EQ(heard.stamps[0].kernel, heard.stamps[2].kernel);
}

TEST_F(CurlTransportTest, HasNoKernelStampsWhenToldNotTo) {
  transport = MakeCurlTransport(clock, CurlOptions{64, false}).value();
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(PlainAnswer("200 OK", "text/plain", "x"));
    return true;
  });
  for (const Stamp& stamp : Run(Post(1, server.url())).stamps) EXPECT_FALSE(stamp.has_kernel());
}

TEST_F(CurlTransportTest, TellsOnlyTheFinalHeaders) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
    connection.Write(PlainAnswer("200 OK", "text/plain", "x"));
    return true;
  });
  const auto& heard = Run(Post(1, server.url()));
  EXPECT_EQ(heard.order, "shbe");
  EXPECT_EQ(heard.status, 200);
  EXPECT_THAT(heard.headers, Not(Contains(Pair("link", testing::_))));
}

TEST_F(CurlTransportTest, DoesNotFollowARedirect) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(PlainAnswer("302 Found", "text/html", "moved", "Location: /elsewhere\r\n"));
    return true;
  });
  const auto& heard = Run(Post(1, server.url()));
  EXPECT_EQ(heard.status, 302);
  EXPECT_EQ(heard.end->kind, EndKind::kClean);
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(CurlTransportTest, CallsABodyThatEndsEarlyCutShort) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(ChunkedHead() + HttpChunk("data: a\n\n"));
    return false;
  });
  const auto& heard = Run(Post(1, server.url()));
  EXPECT_EQ(heard.body, "data: a\n\n");
  EXPECT_EQ(heard.end->kind, EndKind::kCutShort);
  EXPECT_FALSE(heard.end->detail.empty());
}

// A body without a length ends with the connection, so nothing but the error tells a reset from a whole answer: peeking
// at the stamp must not take that error away.
TEST_F(CurlTransportTest, CallsAResetAResetEvenWhereTheBodyEndsWithTheConnection) {
  std::binary_semaphore read(0);
  LoopbackServer server([&read](LoopbackConnection& connection, const std::string&) {
    connection.Write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: a\n\n");
    if (!read.try_acquire_for(10s)) return false;
    connection.ResetOnClose();
    return false;
  });
  sink.on_bytes = [&read] { read.release(); };
  const auto& heard = Run(Post(1, server.url()));
  EXPECT_EQ(heard.body, "data: a\n\n");
  EXPECT_EQ(heard.end->kind, EndKind::kReset);
}

TEST_F(CurlTransportTest, CallsAConnectionClosedWithoutAnyAnswerAReset) {
  LoopbackServer server([](LoopbackConnection&, const std::string&) { return false; });
  const auto& heard = Run(Post(1, server.url()));
  EXPECT_EQ(heard.order, "se");
  EXPECT_EQ(heard.end->kind, EndKind::kReset);
}

TEST_F(CurlTransportTest, RefusesEndlessHeaders) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write("HTTP/1.1 200 OK\r\n");
    for (int line = 0; line < 100; ++line) connection.Write("x-filler: " + std::string(1000, 'a') + "\r\n");
    connection.Write("\r\n");
    return false;
  });
  const auto& heard = Run(Post(1, server.url()));
  EXPECT_EQ(heard.order, "se");
  EXPECT_EQ(heard.end->kind, EndKind::kOther);
  EXPECT_THAT(heard.end->detail, HasSubstr("64 KiB"));
}

TEST_F(CurlTransportTest, SaysThatNobodyListens) {
  std::string url;
  {
    LoopbackServer closed([](LoopbackConnection&, const std::string&) { return false; });
    url = closed.url();
  }
  const auto& heard = Run(Post(1, url));
  EXPECT_EQ(heard.order, "e");
  EXPECT_EQ(heard.end->kind, EndKind::kConnectFailed);
  EXPECT_FALSE(heard.end->timings.reused);
}

TEST_F(CurlTransportTest, EndsACancelledRequestInTheNextPollAndTellsNothingMoreOfIt) {
  LoopbackServer server([](LoopbackConnection& connection, const std::string&) {
    connection.Write(ChunkedHead() + HttpChunk("data: a\n\n"));
    connection.WaitUntilClosed();
    return false;
  });
  ASSERT_TRUE(transport->Start(Post(1, server.url())).ok());
  const MonoTime limit = clock.Now() + 10s;
  while (sink.heard[1].body.empty() && clock.Now() < limit) transport->Poll(limit, sink);
  transport->Cancel(1);
  EXPECT_FALSE(sink.heard[1].end.has_value());
  transport->Poll(clock.Now(), sink);
  ASSERT_TRUE(sink.heard[1].end.has_value());
  EXPECT_EQ(sink.heard[1].end->kind, EndKind::kCancelled);
  EXPECT_EQ(sink.heard[1].order, "shbe");
  transport->Cancel(1);
  transport->Poll(clock.Now(), sink);
  EXPECT_EQ(sink.ended, 1);
}

TEST_F(CurlTransportTest, RefusesWhatMustNotBeSent) {
  HttpRequest split = Post(1, "http://127.0.0.1:1/");
  split.headers.emplace_back("authorization", "Bearer a\r\nx-injected: 1");
  const Status injected = transport->Start(split);
  ASSERT_FALSE(injected.ok());
  EXPECT_THAT(injected.error().Text(), Not(HasSubstr("Bearer")));
  EXPECT_FALSE(transport->Start(Post(2, "no url at all")).ok());
  const Status file = transport->Start(Post(3, "file:///etc/hostname"));
  if (file.ok()) {
    ASSERT_TRUE(PollUntilEnded(*transport, clock, sink, 1));
    EXPECT_NE(sink.heard[3].end->kind, EndKind::kClean);
  }
  EXPECT_TRUE(sink.heard[3].body.empty());
}

TEST_F(CurlTransportTest, WakesAtTheMomentItWasGivenAndNotBefore) {
  const MonoTime until = clock.Now() + 30ms;
  transport->Poll(until, sink);
  EXPECT_GE(clock.Now(), until);
  EXPECT_LT(clock.Now() - until, Nanos(5s));  // wide: a shared machine may sleep for long
}

TEST_F(CurlTransportTest, GivesUpConnectingAfterItsTimeout) {
  // A full backlog drops further connections, so connecting hangs without any host being needed.
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = static_cast<sockaddr*>(static_cast<void*>(&address));
  ASSERT_EQ(bind(listener, generic, size), 0);
  ASSERT_EQ(listen(listener, 0), 0);
  getsockname(listener, generic, &size);
  HttpRequest request = Post(0, "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)));
  request.connect_timeout = 50ms;
  for (RequestId id = 0; id < 4; ++id) {
    request.id = id;
    ASSERT_TRUE(transport->Start(request).ok());
  }
  const MonoTime limit = clock.Now() + 10s;
  while (sink.ended == 0 && clock.Now() < limit) transport->Poll(limit, sink);
  for (RequestId id = 0; id < 4; ++id) transport->Cancel(id);
  transport->Poll(clock.Now(), sink);
  close(listener);
  EXPECT_EQ(std::count_if(sink.heard.begin(), sink.heard.end(),
                          [](const auto& entry) { return entry.second.end->kind == EndKind::kTimedOut; }) > 0,
            true);
}

}  // namespace
}  // namespace inferproof
