#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/time.h"
#include "harness/protocol/dialect.h"
#include "harness/record/record.h"
#include "harness/suite/case.h"
#include "harness/suite/suite.h"
#include "harness/suite/target.h"

namespace inferproof {

struct PlannedRequest {
  std::uint64_t id = 0;
  Phase phase = Phase::kMeasured;
  Nanos due{0};           // after the phase's start; closed loads: 0, sent when a place is free
  std::string prompt_id;  // or the case's id
  std::string body;       // encoded before the clock starts
  bool stream = true;
  int max_tokens = 0;                              // asked for in the body
  std::optional<std::int64_t> prompt_tokens = {};  // of the prompt as its file records them; no nonce, prefix, template
  std::int64_t prompt_chars = 0;                   // Unicode scalar values of all messages, a nonce included
};

// Who is sent what and when. Ids dense from 0, phases contiguous (warm-up first), `due` non-decreasing within a phase;
// equal (suite, seed) gives equal bytes on every platform.
struct RequestPlan {
  std::string scenario;
  Endpoint endpoint = Endpoint::kChat;
  int concurrency = 1;
  Timeouts timeouts;
  std::vector<PlannedRequest> requests;

  std::int64_t CountOf(Phase phase) const;
};

// The same prompts in the same order for every run and both sides: repetition must not change the work. Warm-up prompts
// are disjoint from the measured ones. What keeps caches from serving (CacheUses) is the run's own, of fixed length.
Result<RequestPlan> BuildPlan(const Suite& suite, const Scenario& scenario, const Target& target,
                              const DialectProfile& dialect, int run = 0);

// The cases as a plan of phase kQuality at `concurrency`, each once, in order, with the timeouts of the first scenario.
// The engine's prompt cache is bypassed where the dialect can say so: it makes answers depend on what was asked before.
Result<RequestPlan> BuildCasePlan(const std::vector<QualityCase>& cases, const Suite& suite, const Target& target,
                                  const DialectProfile& dialect, int concurrency);

// ShortDigest over all bodies in order: two plans with one digest send the same bytes. The plan of run 0 stands for all
// runs of a session: the others differ from it by their nonces, which follow from the same seed.
std::string PlanDigest(const RequestPlan& plan);

// What running a suite will cost, for the budget and --dry-run. Each scenario's plan counts `runs` times; a plan of
// quality cases once, without the cases that are asked again because they failed.
struct CostEstimate {
  std::int64_t starts = 0;
  std::int64_t requests = 0;
  std::int64_t output_tokens_at_most = 0;
  std::int64_t prompt_chars = 0;
  std::optional<double>
      cost_at_most;  // when the target has prices; prompt tokens taken as chars / 2, an upper estimate
};
CostEstimate EstimateCost(const std::vector<RequestPlan>& plans, const Target& target, int runs);

}  // namespace inferproof
