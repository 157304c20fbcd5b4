#pragma once

#include <string>
#include <vector>

#include "harness/cli/real_world.h"
#include "harness/suite/suite.h"

namespace inferproof {

// One real gate against the reference engine, with something planted or nothing.
struct LiveGate {
  std::string planted;
  bool expected_red = true;
  std::string word;      // of the verdict
  std::string headline;  // of the verdict, or why it was not played
  bool ok = false;
};

// The suite cut to what takes seconds: at most 24 requests of 16 tokens at concurrency 16, 4 runs, no control probe.
Result<Suite> CutShort(Suite suite);

// How long PlayOpponent will take, about.
Nanos OpponentEstimate(const Suite& cut, std::size_t cases);

// Starts the embedded reference engine as an opponent of its own, measures it through the whole session twice, and then
// with each fault of a list: slower decoding, a later first token, wrong answers, dropped streams, early stops, a
// death. The results stay below `directory`. kInterrupted when it was.
Result<std::vector<LiveGate>> PlayOpponent(RealWorld& world, const Suite& cut, const std::string& directory);

}  // namespace inferproof
