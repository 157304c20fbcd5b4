#include "harness/client/proof.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/client/load_of_run.h"
#include "tests/unit/client/client_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

TEST(ClientProof, ProvesTheHighestLoadBelowWhichNothingIsBeyond) {
  const ClientProof proof = ProofOf({LevelAt(16), LevelAt(64), LevelAt(256, 101), LevelAt(512)});
  ASSERT_NE(Proven(proof), nullptr);
  EXPECT_EQ(Proven(proof)->streams, 64);
  EXPECT_EQ(Proven(ProofOf({LevelAt(16, 101)})), nullptr);
}

TEST(ClientProof, SaysWhyALevelIsBeyond) {
  const auto why = [](const ClientLevel& level) { return WhyBeyond(level, {}, 1).value_or("within"); };
  EXPECT_EQ(why(LevelAt(16, 100)), "within");
  EXPECT_THAT(why(LevelAt(16, 110)), HasSubstr("event error p99 0.11 ms (limit 0.10 ms)"));
  ClientLevel late = LevelAt(16);
  late.ttft.p99 = 2100;
  EXPECT_THAT(why(late), HasSubstr("TTFT error p99 2.10 ms"));
  ClientLevel busy = LevelAt(16);
  busy.cpu_share = 0.95;
  EXPECT_THAT(why(busy), HasSubstr("95 % of each thread's core"));
  EXPECT_FALSE(WhyBeyond(busy, {}, 2));  // of two threads that is a half
  ClientLevel failing = LevelAt(16);
  failing.completed_share = 0.9;
  EXPECT_THAT(why(failing), HasSubstr("90.0 % of the requests"));
  EXPECT_THAT(why(ClientLevel()), HasSubstr("no event"));
}

TEST(ClientProof, HoldsForOneMachineAndOneClient) {
  const ProvenClient proven = ProofOf({}).client;
  EXPECT_FALSE(WhyAnother(proven, proven));
  ProvenClient now = proven;
  now.host = "123456";
  EXPECT_EQ(WhyAnother(proven, now), "another machine");
  now = proven;
  now.libcurl = "libcurl/8.14.1";
  EXPECT_EQ(WhyAnother(proven, now), "another libcurl (libcurl/7.88.1, now libcurl/8.14.1)");
  now = proven;
  now.threads = 2;
  EXPECT_EQ(WhyAnother(proven, now), "another number of threads (1, now 2)");
}

TEST(ClientProof, KnowsTheClientFromTheEvidence) {
  Evidence evidence;
  evidence.client["client.libcurl"] = {"libcurl/7.88.1 OpenSSL/3.0.15", std::string(kSourceMeasured)};
  evidence.client["client.host"] = {"abc", std::string(kSourceMeasured)};
  EXPECT_EQ(ClientOf(evidence, 2), (ProvenClient{"abc", "", "", "libcurl/7.88.1", "", 2}));
}

TEST(ClientProof, RefusesARunWithMoreStreamsOrAFasterOne) {
  const ClientProof proof = ProofOf({LevelAt(16), LevelAt(64)});  // 64 streams, 3,200 events/s
  EXPECT_FALSE(BeyondProof({64, 3500}, proof));                   // within a tenth
  EXPECT_THAT(BeyondProof({65, 100}, proof).value_or(""), HasSubstr("65 streams and 100 events/s (proven: 64"));
  EXPECT_TRUE(BeyondProof({2, 3521}, proof));
  EXPECT_TRUE(BeyondProof({1, 1}, ProofOf({LevelAt(16, 500)})));
}

}  // namespace
}  // namespace inferproof
