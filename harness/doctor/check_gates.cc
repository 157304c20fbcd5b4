#include "harness/doctor/check_gates.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "harness/base/number.h"
#include "harness/doctor/doses.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

constexpr double kHalf = 0.5;
constexpr char kSuccessRate[] = "success_rate";

std::string InPercent(const Rate& rate) { return FormatFixed(100 * rate.share(), 0) + " %"; }

// The sizes in which one metric is compared.
struct Measure {
  bool relative = false;
  double size = 0;  // the middle of its values
  double band = 0;  // effective, as people read it
  bool higher_is_better = false;
};

// The makers of one report. Members hold what lives as long as it.
class Checker {
 public:
  Checker(const Suite& suite, const Recorded& recorded, const GateShape& shape, const LookPlan& looks,
          const Referee& referee, const CheckOptions& options)
      : suite_(suite),
        recorded_(recorded),
        shape_(shape),
        looks_(looks),
        referee_(referee),
        options_(options),
        model_(recorded, recorded.header.session_spread),
        maker_(recorded, model_, shape) {}

  GateReport Run() {
    report_.source = recorded_.source;
    report_.sessions = recorded_.sessions;
    for (const RecordedScenario& scenario : recorded_.scenarios) report_.recorded_runs += scenario.runs.size();
    report_.with_base = shape_.with_base;
    JudgeClean();
    for (const RecordedScenario& scenario : recorded_.scenarios) CheckScenario(scenario);
    CheckCases();
    return std::move(report_);
  }

 private:
  bool Stopped() const { return options_.interrupted && options_.interrupted(); }

  Judged JudgeOne(Random& random, const Plant& plant) {
    Specimen specimen = maker_.Make(random);
    if (plant) plant(specimen.candidate);
    ++report_.judged;
    return JudgeSpecimen(referee_, suite_, specimen, shape_, looks_);
  }

  void JudgeClean() {
    Random random(DeriveSeed(options_.seed, "clean"));
    std::vector<double> runs;
    for (int i = 0; i < options_.clean && !Stopped(); ++i) {
      Judged judged = JudgeOne(random, {});
      report_.false_alarms.Count(IsRed(judged.verdict.word));
      runs.push_back(judged.runs);
      clean_.push_back(std::move(judged.verdict));
    }
    if (runs.empty()) return;
    std::nth_element(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2), runs.end());
    report_.typical_runs = runs[runs.size() / 2];
  }

  // What the first clean gate says of a metric; nullptr when it says nothing.
  const MetricVerdict* Clean(const std::string& scenario, const std::string& metric) const {
    return clean_.empty() ? nullptr : VerdictOn(clean_.front(), scenario, metric);
  }

  Rate CleanAlarms(const std::string& scenario, const std::string& metric) const {
    Rate rate;
    for (const Verdict& verdict : clean_) {
      const MetricVerdict* entry = VerdictOn(verdict, scenario, metric);
      rate.Count(entry != nullptr && entry->role != Role::kWatch && IsRed(entry->word));
    }
    return rate;
  }

  // Caught: the whole verdict is red, and by this metric where it is named.
  CaughtDose Try(const Dose& dose, int trials, const std::string& scenario, const std::string& metric) {
    CaughtDose caught{dose.what, {}};
    Random random(DeriveSeed(options_.seed, scenario + "/" + metric + "/" + dose.what));
    for (int i = 0; i < trials && !Stopped(); ++i) {
      const Verdict verdict = JudgeOne(random, dose.plant).verdict;
      const MetricVerdict* entry = metric.empty() ? nullptr : VerdictOn(verdict, scenario, metric);
      caught.caught.Count(IsRed(verdict.word) && (metric.empty() || (entry != nullptr && IsRed(entry->word))));
    }
    return caught;
  }

  void CheckScenario(const RecordedScenario& scenario) {
    std::set<std::string> metrics;
    for (const RecordedRun& run : scenario.runs) {
      for (const auto& [metric, value] : run.values) metrics.insert(metric);
    }
    for (const GateRule& rule : suite_.gates.rules) {
      const bool here = rule.scenario == scenario.summary.name;
      if (here && rule.role && *rule.role != Role::kWatch) metrics.insert(rule.metric);
    }
    std::erase_if(metrics, [](const std::string& metric) { return metric.starts_with("finish_"); });
    for (const std::string& metric : metrics) {
      if (metric == kSuccessRate) {
        CheckFailures(scenario.summary);
      } else {
        CheckMetric(scenario, metric);
      }
    }
    CheckFinish(scenario);
    CheckPresence(scenario.summary);
  }

  Measure MeasureOf(const RecordedScenario& scenario, const std::string& metric, const Band& band) const {
    Measure measure;
    const MetricDefinition* definition = FindMetric(metric);
    measure.higher_is_better = definition != nullptr && definition->better == Better::kHigher;
    if (const NoiseModel::Spread* spread = model_.SpreadOf(scenario.summary.name, metric)) {
      measure.relative = true;
      measure.size = spread->center;
      measure.band = std::max(band.relative, band.absolute / spread->center);
      return measure;
    }
    double sum = 0;
    int count = 0;
    for (const RecordedRun& run : scenario.runs) {
      const auto found = run.values.find(metric);
      if (found == run.values.end()) continue;
      sum += found->second.value;
      ++count;
    }
    measure.size = count > 0 ? sum / count : 0;
    measure.band = std::max(band.absolute, band.relative * std::abs(measure.size));
    return measure;
  }

  std::vector<Dose> DosesFor(const std::string& scenario, const std::string& metric, Role role,
                             const Measure& measure) const {
    if (role == Role::kEqual) return WorkDrifts(scenario, metric, measure.size);
    if (!measure.relative) {
      return Differences(scenario, metric, measure.band, std::max(1.0, std::abs(measure.size)),
                         measure.higher_is_better);
    }
    const MetricVerdict* clean = Clean(scenario, metric);
    return SlowDowns(scenario, metric, measure.band, measure.higher_is_better,
                     clean == nullptr ? std::nullopt : clean->fails_from);
  }

  void CheckMetric(const RecordedScenario& scenario, const std::string& metric) {
    const std::string& name = scenario.summary.name;
    const EffectiveRule rule = RuleFor(suite_, scenario.summary, metric);
    GateCheck check{name, metric, RoleName(rule.role), {}, CleanAlarms(name, metric), {}, {}, {}};
    const Measure measure = MeasureOf(scenario, metric, rule.band);
    if (rule.role == Role::kGate) check.band = measure.band;
    const int trials = rule.role == Role::kGate ? options_.planted : options_.work;
    for (const Dose& dose : DosesFor(name, metric, rule.role, measure)) {
      check.doses.push_back(Try(dose, trials, name, metric));
    }
    const MetricVerdict* clean = Clean(name, metric);
    if (clean != nullptr && clean->role == Role::kWatch && rule.role != Role::kWatch) {
      check.why = "the gate does not let it decide: " + clean->reason;
      check.advice = "Give it what it lacks (docs/gate.md, rule 7), or the role \"watch\"";
    }
    Conclude(rule.role == Role::kGate ? "Narrow its band, make more runs, or measure beside a base"
                                      : "Narrow its band in gates.rules",
             std::move(check));
  }

  void CheckFailures(const ScenarioSummary& scenario) {
    GateCheck check{scenario.name, kSuccessRate, "gate", {}, CleanAlarms(scenario.name, kSuccessRate), {}, {}, {}};
    const EffectiveRule rule = RuleFor(suite_, scenario, kSuccessRate);
    check.band = std::max(rule.band.absolute, rule.band.relative);
    for (const Dose& dose : FailureDoses(scenario.name, scenario.requests)) {
      check.doses.push_back(Try(dose, options_.work, scenario.name, kSuccessRate));
    }
    Conclude("Make more requests a run, or narrow its band in gates.rules", std::move(check));
  }

  void CheckFinish(const RecordedScenario& scenario) {
    const std::string& name = scenario.summary.name;
    GateCheck check{name, "finish reasons", "equal", {}, {}, {}, {}, {}};
    for (const Verdict& verdict : clean_) check.false_alarms.Count(FinishIsRed(verdict, name));
    for (const Dose& dose : FinishDrifts(name, scenario.summary.requests)) {
      check.doses.push_back(Try({dose.what, dose.plant}, options_.work, name, ""));
    }
    Conclude("Narrow the bands of finish_* in gates.rules", std::move(check));
  }

  static bool FinishIsRed(const Verdict& verdict, const std::string& scenario) {
    for (const ScenarioVerdict& judged : verdict.scenarios) {
      if (judged.name != scenario) continue;
      for (const MetricVerdict& entry : judged.metrics) {
        if (entry.metric.starts_with("finish_") && entry.role != Role::kWatch && IsRed(entry.word)) return true;
      }
    }
    return false;
  }

  // A scenario of which nothing is there cannot be judged, which is no pass either.
  void CheckPresence(const ScenarioSummary& scenario) {
    GateCheck check{scenario.name, "presence", "gate", {}, {}, {}, {}, {}};
    check.doses.push_back(Try({"server dies once", ServerDeath(scenario.name)}, options_.work, scenario.name, ""));
    CaughtDose missing{"scenario missing", {}};
    Random random(DeriveSeed(options_.seed, scenario.name + "/missing"));
    for (int i = 0; i < options_.work && !Stopped(); ++i) {
      const VerdictWord word = JudgeOne(random, MissingScenario(scenario.name)).verdict.word;
      missing.caught.Count(IsRed(word) || word == VerdictWord::kInvalid);
    }
    check.doses.push_back(missing);
    RequireAll(check);
    Conclude("This is a defect of the gate itself: report it", std::move(check));
  }

  // Each case by itself, once: its answers do not vary.
  void CheckCases() {
    if (recorded_.cases.empty()) return;
    GateCheck check{"", "quality cases", "gate", {}, {}, {}, {}, {}};
    for (const Verdict& verdict : clean_) check.false_alarms.Count(IsRed(verdict.quality));
    CaughtDose failing{"a case fails", {}};
    CaughtDose missing{"a case is missing", {}};
    Random random(DeriveSeed(options_.seed, "cases"));
    for (const auto& [id, known] : recorded_.cases) {
      if (known.case_class != CaseClass::kStablePass || Stopped()) continue;
      failing.caught.Count(CaseIsRed(JudgeOne(random, FailedCase(id)).verdict, id));
      missing.caught.Count(CaseIsRed(JudgeOne(random, MissingCase(id)).verdict, id));
    }
    if (failing.caught.trials == 0) {
      check.why = "none of " + std::to_string(recorded_.cases.size()) + " cases passes every time";
      check.advice = "Name cases that the model passes, or raise the limit on its answers";
    } else {
      check.doses = {failing, missing};
      RequireAll(check);
    }
    Conclude("This is a defect of the gate itself: report it", std::move(check));
  }

  static bool CaseIsRed(const Verdict& verdict, const std::string& id) {
    return IsRed(verdict.word) &&
           std::any_of(verdict.cases.begin(), verdict.cases.end(),
                       [&](const CaseVerdict& entry) { return entry.id == id && IsRed(entry.word); });
  }

  static void RequireAll(GateCheck& check) {
    for (const CaughtDose& dose : check.doses) {
      if (dose.caught.hits < dose.caught.trials && !check.why) {
        check.why = "\"" + dose.what + "\" is caught for " + std::to_string(dose.caught.hits) + " of " +
                    std::to_string(dose.caught.trials);
      }
    }
  }

  // A gate that does not see even the largest thing planted, or that is red anyhow, says nothing.
  void Conclude(const std::string& advice, GateCheck check) {
    const bool judged = !check.doses.empty() && check.doses.back().caught.trials > 0;
    if (!check.why && judged && check.doses.back().caught.share() < kHalf) {
      check.why = "cannot fail: " + check.doses.back().what + " is caught in " + InPercent(check.doses.back().caught);
      if (check.band) check.why = *check.why + " (band " + FormatPercent(*check.band).substr(1) + ")";
    }
    if (!check.why && check.false_alarms.share() > kHalf) {
      check.why = "red in " + InPercent(check.false_alarms) + " of the gates with nothing planted";
      check.advice = "Widen its band, or make the metric exist";
    }
    if (check.why && check.advice.empty()) check.advice = advice;
    report_.checks.push_back(std::move(check));
  }

  const Suite& suite_;
  const Recorded& recorded_;
  const GateShape& shape_;
  const LookPlan& looks_;
  const Referee& referee_;
  const CheckOptions& options_;
  NoiseModel model_;
  SpecimenMaker maker_;
  std::vector<Verdict> clean_;
  GateReport report_;
};

}  // namespace

bool GateReport::sound() const {
  return std::none_of(checks.begin(), checks.end(), [](const GateCheck& check) { return check.why.has_value(); });
}

GateReport CheckGates(const Suite& suite, const Recorded& recorded, const GateShape& shape, const LookPlan& looks,
                      const Referee& referee, const CheckOptions& options) {
  return Checker(suite, recorded, shape, looks, referee, options).Run();
}

}  // namespace inferproof
