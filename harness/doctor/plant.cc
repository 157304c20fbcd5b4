#include "harness/doctor/plant.h"

#include <algorithm>
#include <utility>

#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

bool OfCandidate(const RunResult& run, const std::string& scenario) {
  return run.side != "base" && run.scenario == scenario;
}

// Applies `change` to each of the candidate's runs of a scenario.
Plant InEachRun(std::string scenario, std::function<void(RunResult&)> change) {
  return [scenario = std::move(scenario), change = std::move(change)](ResultFile& result) {
    for (RunResult& run : result.runs) {
      if (OfCandidate(run, scenario)) change(run);
    }
  };
}

Plant InEachValue(std::string scenario, std::string metric, std::function<double(double)> change) {
  return InEachRun(std::move(scenario), [metric = std::move(metric), change = std::move(change)](RunResult& run) {
    const auto found = run.metrics.values.find(metric);
    if (found != run.metrics.values.end()) found->second.value = change(found->second.value);
  });
}

void FailSome(std::int64_t count, RunResult& run) {
  std::int64_t& completed = run.conservation.by_outcome["completed"];
  const std::int64_t failed = std::min(count, completed);
  completed -= failed;
  run.conservation.by_outcome["http_error"] += failed;
  run.metrics.values["success_rate"].value =
      static_cast<double>(completed) / static_cast<double>(std::max<std::int64_t>(1, run.conservation.planned));
  run.failures.push_back(std::to_string(failed) + " http_error (planted)");
}

std::string MostFrequent(const std::map<std::string, std::int64_t>& reasons) {
  const auto most = std::max_element(reasons.begin(), reasons.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == reasons.end() ? "" : most->first;
}

}  // namespace

Plant SlowDown(std::string scenario, std::string metric, double factor) {
  const MetricDefinition* definition = FindMetric(metric);
  const bool higher_is_better = definition != nullptr && definition->better == Better::kHigher;
  return Scaled(std::move(scenario), std::move(metric), higher_is_better ? 1 / factor : factor);
}

Plant Shift(std::string scenario, std::string metric, double difference) {
  return InEachValue(std::move(scenario), std::move(metric), [=](double value) { return value + difference; });
}

Plant Scaled(std::string scenario, std::string metric, double factor) {
  return InEachValue(std::move(scenario), std::move(metric), [=](double value) { return value * factor; });
}

Plant OtherFinish(std::string scenario, std::int64_t count) {
  return InEachRun(std::move(scenario), [count](RunResult& run) {
    const std::string usual = MostFrequent(run.finish_reasons);
    const std::int64_t moved = std::min(count, run.finish_reasons[usual]);
    run.finish_reasons[usual] -= moved;
    run.finish_reasons[usual == "stop" ? "length" : "stop"] += moved;
    std::erase_if(run.finish_reasons, [](const auto& entry) { return entry.second == 0; });
  });
}

Plant FailedRequests(std::string scenario, std::int64_t count, bool only_first) {
  return InEachRun(std::move(scenario), [=](RunResult& run) {
    if (!only_first || run.run == 0) FailSome(count, run);
  });
}

Plant ServerDeath(std::string scenario) {
  return InEachRun(std::move(scenario), [](RunResult& run) {
    if (run.run != 0) return;
    FailSome((run.conservation.planned + 1) / 2, run);
    run.server_died = "killed by signal 9 (planted)";
  });
}

Plant MissingScenario(std::string scenario) {
  return [scenario = std::move(scenario)](ResultFile& result) {
    std::erase_if(result.runs, [&](const RunResult& run) { return OfCandidate(run, scenario); });
  };
}

Plant MissingMetric(std::string scenario, std::string metric) {
  return InEachRun(std::move(scenario),
                   [metric = std::move(metric)](RunResult& run) { run.metrics.values.erase(metric); });
}

Plant FailedCase(std::string id) {
  return [id = std::move(id)](ResultFile& result) {
    for (CaseResult& entry : result.quality) {
      for (Ask& ask : entry.asks) ask.grade = entry.id == id ? Grade::kFail : ask.grade;
    }
  };
}

Plant MissingCase(std::string id) {
  return [id = std::move(id)](ResultFile& result) {
    std::erase_if(result.quality, [&](const CaseResult& entry) { return entry.id == id; });
  };
}

}  // namespace inferproof
