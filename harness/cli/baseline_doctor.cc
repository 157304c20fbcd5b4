#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "harness/base/number.h"
#include "harness/baseline/band_edit.h"
#include "harness/baseline/doctor.h"
#include "harness/baseline/request_error.h"
#include "harness/cli/baseline_command.h"
#include "harness/cli/edited_file.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/with_world.h"
#include "harness/gate/gate.h"
#include "harness/report/neutralise.h"

namespace inferproof {
namespace {

struct DoctorFlags {
  BaselineChoice choice;
  bool apply = false;
};

// What the rules need to know of a scenario, from the suite.
std::optional<ScenarioSummary> SummaryIn(const Suite& suite, const Baseline& baseline, const std::string& name) {
  for (const Scenario& scenario : suite.scenarios) {
    if (scenario.name != name) continue;
    ScenarioSummary summary;
    summary.name = name;
    summary.concurrency = std::get<ClosedLoad>(scenario.load).concurrency;
    summary.requests = std::get<ClosedLoad>(scenario.load).requests;
    summary.fixed_length = baseline.scenarios.at(name).fixed_length;
    return summary;
  }
  return std::nullopt;
}

// Without a suite: the metrics that gate somewhere by default (docs/gate.md, rule 7).
bool GatesSomewhere(const std::string& metric) {
  return metric == "ttft_ms.p50" || metric == "tpot_ms.p50" || metric == "output_tps";
}

Result<RequestValues> ReadSamples(RealWorld& world, const std::vector<std::string>& directories) {
  RequestValues all;
  int offset = 0;
  for (const std::string& directory : directories) {
    const std::string path = JoinPath(directory, "samples.jsonl");
    ASSIGN_OR_RETURN(const std::string text, world.files.Read(path));
    ASSIGN_OR_RETURN(const RequestValues values, ReadRequestValues(text, path));
    int most = 0;
    for (const auto& [scenario, runs] : values) {
      for (const auto& [run, families] : runs) {
        all[scenario][offset + run] = families;
        most = std::max(most, run + 1);
      }
    }
    offset += most;
  }
  return all;
}

std::set<std::string> MetricsOf(const Baseline& baseline, const std::string& scenario) {
  std::set<std::string> names;
  for (const BaselineSession& session : baseline.sessions) {
    const auto metrics = session.values.find(scenario);
    if (metrics == session.values.end()) continue;
    for (const auto& [metric, values] : metrics->second) names.insert(metric);
  }
  return names;
}

std::vector<ExaminedMetric> Examined(const Baseline& baseline, const std::optional<Suite>& suite,
                                     const RequestValues& requests) {
  std::vector<ExaminedMetric> examined;
  for (const auto& [scenario, described] : baseline.scenarios) {
    const auto summary = suite ? SummaryIn(*suite, baseline, scenario) : std::nullopt;
    for (const std::string& metric : MetricsOf(baseline, scenario)) {
      const MetricDefinition* definition = FindMetric(metric);
      if (definition == nullptr || definition->unit == "ratio") continue;  // judged by counts
      std::optional<Band> band;
      if (summary) {
        const EffectiveRule rule = RuleFor(*suite, *summary, metric);
        if (rule.role != Role::kGate) continue;
        band = rule.band;
      } else if (!GatesSomewhere(metric)) {
        continue;
      }
      examined.push_back({scenario, metric, band, RequestError(requests, scenario, metric)});
    }
  }
  return examined;
}

Result<GatePlan> PlanOf(RealWorld& world, const BaselineChoice& choice, const std::optional<Suite>& suite) {
  const GateOptions options;
  GatePlan plan;
  plan.alpha_stored = options.alpha_stored;
  for (const Look& look : options.looks.looks) plan.interleaved.push_back({look.runs, look.alpha});
  if (!suite) return plan;
  plan.min_effect = suite->min_effect;
  const std::optional<std::string> path = choice.target ? choice.target : suite->target;
  if (!path) return plan;
  ASSIGN_OR_RETURN(const Target target, LoadTarget(world.files, *world.environment, *path));
  plan.session_spread = target.session_spread;
  return plan;
}

std::vector<BandChange> Proposed(const std::vector<Diagnosis>& found, const std::vector<ExaminedMetric>& examined) {
  std::vector<BandChange> changes;
  for (const Diagnosis& diagnosis : found) {
    if (!diagnosis.proposed_band) continue;
    for (const ExaminedMetric& metric : examined) {
      if (metric.scenario == diagnosis.scenario && metric.metric == diagnosis.metric)
        changes.push_back({metric.scenario, metric.metric, *diagnosis.proposed_band, metric.band->absolute});
    }
  }
  return changes;
}

// The edited text is read as a suite before it replaces the file, and again after.
Status Apply(RealWorld& world, const Suite& suite, const std::vector<BandChange>& changes) {
  ASSIGN_OR_RETURN(const std::string text, world.files.Read(suite.path));
  ASSIGN_OR_RETURN(const std::string edited, WithBands(text, suite.path, changes));
  EditedFile overlay(world.files, suite.path, edited);
  ASSIGN_OR_RETURN(const Suite changed, LoadSuite(overlay, suite.path));
  if (changed.digest != suite.digest)
    return MakeError(ErrorCode::kInternal, suite.path, "the edit would change what is measured; nothing was written");
  RETURN_IF_ERROR(world.files.WriteAtomic(suite.path, edited));
  RETURN_IF_ERROR(LoadSuite(world.files, suite.path));
  return {};
}

Result<int> Doctor(RealWorld& world, const DoctorFlags& flags) {
  if (flags.apply && !flags.choice.suite)
    return MakeError(ErrorCode::kUsage, "--apply", "needs --suite", "Name the suite whose bands are to change");
  ASSIGN_OR_RETURN(const ChosenBaseline chosen, ReadChosen(world, flags.choice));
  std::optional<Suite> suite;
  if (flags.choice.suite) {
    ASSIGN_OR_RETURN(suite, LoadSuite(world.files, *flags.choice.suite));
  }
  ASSIGN_OR_RETURN(const RequestValues requests, ReadSamples(world, chosen.results));
  ASSIGN_OR_RETURN(const GatePlan plan, PlanOf(world, flags.choice, suite));
  const std::vector<ExaminedMetric> examined = Examined(chosen.baseline, suite, requests);
  std::vector<Diagnosis> found;
  for (const ExaminedMetric& metric : examined) {
    const std::optional<Diagnosis> diagnosis = Examine(chosen.baseline, metric, plan);
    if (!diagnosis) continue;
    found.push_back(*diagnosis);
    for (const std::string& line : DiagnosisInWords(*diagnosis))
      world.console.Print(NeutraliseForLog(line, 500) + "\n");
  }
  if (found.empty()) return MakeError(ErrorCode::kConfig, chosen.path, "holds no metric that gates");
  const std::vector<BandChange> changes = Proposed(found, examined);
  for (const BandChange& change : changes) {
    world.console.Print("proposed: " + NeutraliseForLog(change.scenario + " " + change.metric) + " relative band " +
                        FormatShortest(change.relative) + "\n");
  }
  if (changes.empty()) world.console.Print("no band needs to be wider\n");
  if (!flags.apply || changes.empty()) return kExitPass;
  RETURN_IF_ERROR(Apply(world, *suite, changes));
  world.console.Print("wrote " + NeutraliseForLog(suite->path) + ": " + std::to_string(changes.size()) + " band(s)\n");
  return kExitPass;
}

}  // namespace

void AddBaselineDoctor(CLI::App& group, Action* action) {
  CLI::App* command = group.add_subcommand(
      "doctor", "Say what the accepted runs' noise lets the gate see, and which bands it makes untestable");
  auto flags = std::make_shared<DoctorFlags>();
  flags->choice.AddTo(*command);
  command->add_flag("--apply", flags->apply, "Write the proposed bands into the suite's rules");
  command->callback(
      [=] { *action = [=] { return WithWorld([&](RealWorld& world) { return Doctor(world, *flags); }); }; });
}

}  // namespace inferproof
