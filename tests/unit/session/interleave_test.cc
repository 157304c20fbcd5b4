#include "harness/session/interleave.h"

#include <gtest/gtest.h>

#include <string>

namespace inferproof {
namespace {

// "A" is a turn of the base, "B" one of the candidate.
std::string Letters(const std::vector<Turn>& turns) {
  std::string letters;
  for (const Turn& turn : turns) letters += turn.side == Side::kBase ? 'A' : 'B';
  return letters;
}

TEST(Interleave, GoesInWholeBlocksWithEachLook) {
  EXPECT_EQ(Letters(InterleavedTurns(0, 4)), "ABBABAAB");
  EXPECT_EQ(Letters(InterleavedTurns(4, 6)), "ABBA");
  EXPECT_EQ(Letters(InterleavedTurns(6, 8)), "BAAB");
  EXPECT_EQ(Letters(InterleavedTurns(0, 8)), "ABBABAABABBABAAB");
}

TEST(Interleave, MakesEveryRunOfEachSideOnceAndInOrder) {
  for (int to = 1; to <= 9; ++to) {
    int base_runs = 0;
    int candidate_runs = 0;
    for (const Turn& turn : InterleavedTurns(0, to)) {
      int& runs = turn.side == Side::kBase ? base_runs : candidate_runs;
      EXPECT_EQ(turn.run, runs++);
    }
    EXPECT_EQ(base_runs, to);
    EXPECT_EQ(candidate_runs, to);
  }
}

// A machine that gets slower at a steady pace slows both sides by the same sum in each whole block.
TEST(Interleave, IsBalancedAgainstASteadyDrift) {
  for (int to = 2; to <= 8; to += 2) {
    int base_sum = 0;
    int candidate_sum = 0;
    int at = 0;
    for (const Turn& turn : InterleavedTurns(0, to)) (turn.side == Side::kBase ? base_sum : candidate_sum) += at++;
    EXPECT_EQ(base_sum, candidate_sum) << to;
  }
}

TEST(Interleave, EndsAnOddNumberWithHalfABlock) {
  EXPECT_EQ(Letters(InterleavedTurns(0, 1)), "AB");
  EXPECT_EQ(Letters(InterleavedTurns(0, 3)), "ABBABA");
}

TEST(Interleave, ACandidateAloneHasNoTurnsToShare) {
  EXPECT_EQ(Letters(TurnsAlone(0, 3)), "BBB");
  ASSERT_EQ(TurnsAlone(4, 6).size(), 2u);
  EXPECT_EQ(TurnsAlone(4, 6)[0].run, 4);
}

}  // namespace
}  // namespace inferproof
