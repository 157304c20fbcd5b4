#pragma once

#include <optional>
#include <string>

#include "harness/doctor/noise_model.h"
#include "harness/gate/looks.h"

namespace inferproof {

// How a gate of this suite is measured.
struct GateShape {
  int stored_runs = 6;     // of each accepted session
  int runs = 6;            // of the candidate (a side, with a base)
  bool with_base = false;  // base and candidate interleaved instead of a stored baseline
};

// One gate to judge: what was measured, and what it is held against.
struct Specimen {
  ResultFile candidate;
  std::optional<Baseline> baseline;
};

// Makes gates with nothing wrong in them: baseline and candidate drawn alike from the model, every request completed,
// every case answered as its class says.
class SpecimenMaker {
 public:
  // Both outlive it.
  SpecimenMaker(const Recorded& recorded, const NoiseModel& model, GateShape shape);

  Specimen Make(Random& random) const;

 private:
  Baseline MakeBaseline(Random& random) const;
  void AddRuns(const DrawnSession& session, int from, int count, const std::string& side, ResultFile& result) const;

  const Recorded& recorded_;
  const NoiseModel& model_;
  GateShape shape_;
  std::vector<CaseResult> answers_;
};

}  // namespace inferproof
