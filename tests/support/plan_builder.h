#pragma once

#include <string>
#include <utility>

#include "harness/load/load_generator.h"
#include "harness/workload/plan.h"

namespace inferproof {

// A plan made by hand: bodies are short and different, everything else as it is by default.
class PlanBuilder {
 public:
  PlanBuilder& Concurrency(int concurrency) {
    plan_.concurrency = concurrency;
    return *this;
  }
  PlanBuilder& WarmUp(int count) { return Add(Phase::kWarmUp, count); }
  PlanBuilder& Measured(int count) { return Add(Phase::kMeasured, count); }
  PlanBuilder& Quality(int count) { return Add(Phase::kQuality, count); }
  PlanBuilder& RequestTimeout(Nanos limit) {
    plan_.timeouts.request = limit;
    return *this;
  }
  PlanBuilder& FirstRequestTimeout(Nanos limit) {
    plan_.timeouts.first_request = limit;
    return *this;
  }
  PlanBuilder& IdleTimeout(Nanos limit) {
    plan_.timeouts.idle = limit;
    return *this;
  }
  // What is added from here on asks for one JSON answer.
  PlanBuilder& NotStreamed() {
    stream_ = false;
    return *this;
  }
  RequestPlan Build() const { return plan_; }

 private:
  PlanBuilder& Add(Phase phase, int count) {
    plan_.scenario = "scripted";
    for (int i = 0; i < count; ++i) {
      PlannedRequest request;
      request.id = plan_.requests.size();
      request.phase = phase;
      request.prompt_id = "prompt-" + std::to_string(request.id);
      request.body = R"({"n":)" + std::to_string(request.id) + "}";
      request.stream = stream_;
      plan_.requests.push_back(std::move(request));
    }
    return *this;
  }

  RequestPlan plan_;
  bool stream_ = true;
};

inline Destination DestinationAt(std::string base_url) {
  Destination destination;
  destination.base_url = std::move(base_url);
  destination.dialect.name = "openai-compatible";
  return destination;
}

}  // namespace inferproof
