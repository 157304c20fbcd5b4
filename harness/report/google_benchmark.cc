#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/base/number.h"
#include "harness/report/neutralise.h"
#include "harness/report/report.h"

namespace inferproof {
namespace {

// compare.py prints whole numbers of the unit, so a millisecond would hide what is compared.
constexpr double kMicrosecondsInMillisecond = 1000;

std::string FactOr(const std::map<std::string, Fact>& facts, const std::string& name) {
  const auto found = facts.find(name);
  return found == facts.end() ? "" : NeutraliseForLog(found->second.value);
}

Json Context(const Report& report) {
  const ResultFile& result = report.result;
  return {{"date", NeutraliseForLog(result.measured_at)},
          {"host_name", FactOr(result.evidence.client, "client.host")},
          {"executable", "inferproof"},
          {"num_cpus", ParseInt(FactOr(result.evidence.client, "client.logical_cpus")).value_or(0)},
          {"mhz_per_cpu", 0},
          {"caches", Json::array()},
          {"load_avg", Json::array()},
          {"library_build_type", "release"},
          {"json_schema_version", 1},
          {"inferproof_version", report.version},
          {"inferproof_session", NeutraliseForLog(result.session_id)},
          {"inferproof_suite", NeutraliseForLog(result.suite_name) + " v" + std::to_string(result.suite_version)},
          {"inferproof_target", NeutraliseForLog(result.target_name) + "/" + NeutraliseForLog(result.environment)},
          {"inferproof_model", NeutraliseForLog(result.model)}};
}

// A run that cannot be trusted is left out: the format's own mark for an error still carries a time, and compare.py
// would compare it.
std::vector<const RunResult*> ValidRuns(const ResultFile& result, const std::string& scenario) {
  std::vector<const RunResult*> runs;
  for (const RunResult& run : result.runs) {
    if (run.scenario == scenario && run.side == "candidate" && run.invalid.empty()) runs.push_back(&run);
  }
  return runs;
}

bool IsTime(const std::string& metric) {
  const MetricDefinition* definition = FindMetric(metric);
  return definition != nullptr && (definition->unit == "ms" || definition->unit == "ms/token");
}

// What is no time rides along, as user counters do.
void AddCounters(const RunResult& run, Json& row) {
  for (const char* name : {"output_tps", "request_rps", "success_rate"}) {
    const auto found = run.metrics.values.find(name);
    if (found != run.metrics.values.end()) row[name] = found->second.value;
  }
}

class RowMaker {
 public:
  Json Make(const ResultFile& result) {
    for (const ScenarioSummary& scenario : result.scenarios) {
      const std::vector<const RunResult*> runs = ValidRuns(result, scenario.name);
      std::set<std::string> metrics;
      for (const RunResult* run : runs) {
        for (const auto& [name, value] : run->metrics.values) {
          if (IsTime(name)) metrics.insert(name);
        }
      }
      for (const std::string& metric : metrics) AddMetric(scenario, metric, runs);
    }
    return std::move(rows_);
  }

 private:
  void AddMetric(const ScenarioSummary& scenario, const std::string& metric,
                 const std::vector<const RunResult*>& runs) {
    const std::string name = NeutraliseForLog(scenario.name) + "/" + metric;
    std::vector<const RunResult*> having;
    for (const RunResult* run : runs) {
      // compare.py takes the logarithm of every time.
      const auto found = run->metrics.values.find(metric);
      if (found != run->metrics.values.end() && found->second.value > 0) having.push_back(run);
    }
    for (std::size_t i = 0; i < having.size(); ++i) {
      const MetricValue& value = having[i]->metrics.values.at(metric);
      const double time = value.value * kMicrosecondsInMillisecond;
      Json row = {{"name", name},
                  {"family_index", family_},
                  {"per_family_instance_index", 0},
                  {"run_name", name},
                  {"run_type", "iteration"},
                  {"repetitions", having.size()},
                  {"repetition_index", i},
                  {"threads", scenario.concurrency},
                  {"iterations", value.n},
                  {"real_time", time},
                  // The server's processor time is not known here, and readers want both: the same number twice.
                  {"cpu_time", time},
                  {"time_unit", "us"}};
      AddCounters(*having[i], row);
      rows_.push_back(std::move(row));
    }
    family_ += having.empty() ? 0 : 1;
  }

  Json rows_ = Json::array();
  int family_ = 0;
};

}  // namespace

Json GoogleBenchmarkJson(const Report& report) {
  return {{"context", Context(report)}, {"benchmarks", RowMaker().Make(report.result)}};
}

}  // namespace inferproof
