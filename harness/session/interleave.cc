#include "harness/session/interleave.h"

#include <array>

namespace inferproof {
namespace {

using Block = std::array<Side, 4>;
constexpr Block kBaseFirst = {Side::kBase, Side::kCandidate, Side::kCandidate, Side::kBase};
constexpr Block kCandidateFirst = {Side::kCandidate, Side::kBase, Side::kBase, Side::kCandidate};

}  // namespace

std::string SideName(Side side) { return side == Side::kBase ? "base" : "candidate"; }

std::vector<Turn> InterleavedTurns(int from, int to) {
  std::vector<Turn> turns;
  int base_runs = 0;
  int candidate_runs = 0;
  for (int at = 0; base_runs < to || candidate_runs < to; ++at) {
    const Block& block = (at / 4) % 2 == 0 ? kBaseFirst : kCandidateFirst;
    const Side side = block[static_cast<std::size_t>(at % 4)];
    const int run = (side == Side::kBase ? base_runs : candidate_runs)++;
    if (run >= from && run < to) turns.push_back({side, run});
  }
  return turns;
}

std::vector<Turn> TurnsAlone(int from, int to) {
  std::vector<Turn> turns;
  for (int run = from; run < to; ++run) turns.push_back({Side::kCandidate, run});
  return turns;
}

}  // namespace inferproof
