#pragma once

#include <string>

#include "harness/suite/suite.h"
#include "harness/suite/target.h"
#include "harness/workload/plan.h"

namespace inferproof {

// Prompts "p0", "p1" ... whose text is "Prompt number 0." and so on.
inline PromptSet Prompts(int count) {
  PromptSet set;
  set.path = "prompts/made.jsonl";
  for (int i = 0; i < count; ++i) {
    Prompt prompt;
    prompt.id = "p" + std::to_string(i);
    prompt.text = "Prompt number " + std::to_string(i) + ".";
    prompt.chars = static_cast<std::int64_t>(prompt.text.size());
    set.prompts.push_back(prompt);
  }
  return set;
}

inline Scenario ClosedScenario(int prompts, int concurrency, int requests, int warmups) {
  Scenario scenario;
  scenario.name = "single";
  scenario.prompts = Prompts(prompts);
  scenario.load = ClosedLoad{concurrency, requests};
  scenario.warmup_requests = warmups;
  scenario.generation.max_tokens = 8;
  scenario.generation.seed = 7;
  return scenario;
}

inline Suite SuiteOf(std::uint64_t seed) {
  Suite suite;
  suite.path = "suites/demo.json";
  suite.name = "demo";
  suite.seed = seed;
  return suite;
}

inline Target TargetForModel(std::string model) {
  Target target;
  target.name = "mine";
  target.model = std::move(model);
  return target;
}

}  // namespace inferproof
