#pragma once

#include <string>
#include <vector>

namespace inferproof {

enum class Side { kBase, kCandidate };
std::string SideName(Side side);  // "base", "candidate": RunResult::side

// One turn of one side, in which each scenario that still runs is measured once.
struct Turn {
  Side side = Side::kCandidate;
  int run = 0;  // of that side, from 0
};

// The turns that bring both sides from `from` to `to` runs, in blocks of two runs a side: base, candidate, candidate,
// base and its mirror image in turn (ABBA BAAB, A the base), so that a machine that drifts or goes to and fro weighs on
// both sides alike. An odd number of runs ends with half a block.
std::vector<Turn> InterleavedTurns(int from, int to);

// The same for a candidate alone.
std::vector<Turn> TurnsAlone(int from, int to);

}  // namespace inferproof
