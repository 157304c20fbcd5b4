#include <set>
#include <utility>

#include "harness/base/text.h"
#include "harness/metrics/definitions.h"
#include "harness/quality/grading.h"
#include "harness/session/estimate.h"
#include "harness/session/measured_side.h"
#include "harness/session/plan_requests.h"
#include "harness/session/session.h"
#include "harness/workload/synthetic.h"

namespace inferproof {
namespace {

bool Selected(const QualityCase& quality_case, const std::vector<std::string>& tags) {
  if (tags.empty()) return true;
  for (const std::string& tag : quality_case.tags) {
    for (const std::string& wanted : tags) {
      if (tag == wanted) return true;
    }
  }
  return false;
}

// The cases the suite names, each checked to be gradable before any request is sent.
Result<std::vector<QualityCase>> LoadCases(FileSystem& files, const Suite& suite) {
  std::vector<QualityCase> cases;
  if (!suite.quality) return cases;
  std::set<std::string> ids;
  for (const std::string& path : suite.quality->files) {
    ASSIGN_OR_RETURN(const std::string text, files.Read(path));
    ASSIGN_OR_RETURN(CaseFile file, ParseCases(text, path));
    for (QualityCase& quality_case : file.cases) {
      const std::string where = path + ":" + std::to_string(quality_case.line);
      if (!ids.insert(quality_case.id).second) {
        return MakeError(ErrorCode::kConfig, where, "the case id \"" + quality_case.id + "\" is used twice");
      }
      Result<Grader> grader = Grader::Make(quality_case);
      if (!grader.ok()) return std::move(grader).error();
      if (Selected(quality_case, suite.quality->tags)) cases.push_back(std::move(quality_case));
    }
  }
  if (cases.empty()) {
    return MakeError(ErrorCode::kConfig, suite.path, "no quality case is left by the tags of `quality`",
                     "Zero executed cases would be no verdict");
  }
  return cases;
}

Status CheckBudget(const SessionPlan& plan) {
  const CostEstimate& least = plan.estimate.least;
  if (plan.suite.budget.max_cost > 0 && !least.cost_at_most) {
    return MakeError(ErrorCode::kConfig, plan.suite.path, "has budget.max_cost, but the target states no prices",
                     "Add `prices` to the target or drop the cost budget");
  }
  if (const std::optional<std::string> why = WhyOverBudget(plan.suite, least)) {
    return MakeError(ErrorCode::kConfig, plan.suite.path, *why,
                     "Nothing was sent. Raise the budget or lower requests, tokens or runs");
  }
  return {};
}

// A rule on a metric that does not exist would gate nothing, silently.
Status CheckRules(const Suite& suite) {
  for (const GateRule& rule : suite.gates.rules) {
    if (FindMetric(rule.metric) != nullptr) continue;
    std::vector<std::string> names;
    for (const MetricDefinition& definition : MetricDefinitions()) {
      names.push_back(definition.distribution ? definition.name + ".p50" : definition.name);
    }
    const std::optional<std::string> nearest = NearestWord(rule.metric, names);
    return MakeError(ErrorCode::kConfig,
                     suite.path + ":" + std::to_string(rule.position.line) + ":" + std::to_string(rule.position.column),
                     "a gate rule names the unknown metric \"" + Truncate(rule.metric, 60) + "\"",
                     nearest ? "Did you mean \"" + *nearest + "\"?" : "docs/metrics.md lists the metrics");
  }
  return {};
}

// A flag that does nothing would be believed.
Status CheckFlush(const Target& target, const DialectProfile& dialect) {
  if (!target.flush || !dialect.flush_path.empty()) return {};
  return MakeError(ErrorCode::kConfig, target.path,
                   "asks for flush, but a server of the dialect " + dialect.name + " has no endpoint for it",
                   "Name the engine as the dialect (vllm and sglang have one), or remove flush");
}

Result<SidePlan> PlanSide(const Suite& suite, const Target& target) {
  ASSIGN_OR_RETURN(const DialectProfile dialect, FindDialect(target.dialect));
  RETURN_IF_ERROR(CheckFlush(target, dialect));
  SidePlan side{target, dialect, {}, {}};
  RETURN_IF_ERROR(PlanRequests(suite, side));
  return side;
}

// Two currencies have no sum.
Status CheckCurrencies(const Target& candidate, const Target& base) {
  if (!candidate.prices || !base.prices || candidate.prices->currency == base.prices->currency) return {};
  return MakeError(ErrorCode::kConfig, base.path,
                   "states prices in " + base.prices->currency + ", the target in " + candidate.prices->currency,
                   "State both in one currency");
}

// The same prompts in the same order with the same bounds, or an error that says what the base cannot be asked for. It
// is the base's dialect that may refuse; how a dialect spells what is asked for is no difference of work.
Result<SidePlan> PlanBase(const Suite& suite, const Target& candidate) {
  const Target& target = *candidate.base;
  RETURN_IF_ERROR(CheckCurrencies(candidate, target));
  Result<SidePlan> side = PlanSide(suite, target);
  if (!side.ok()) return OfSide(Side::kBase, std::move(side).error());
  // The server of one side has no business with the other's key.
  side->target.withheld = candidate.api_key_env;
  return side;
}

}  // namespace

Result<SessionPlan> PlanSession(World& world, const Suite& suite, const Target& target, const SessionOptions& options) {
  RETURN_IF_ERROR(CheckRules(suite));
  SessionPlan plan{suite, {}, {}, {}, {}, options, {}};
  // Before a server is up nobody can count their tokens.
  const Result<std::vector<std::string>> made = MakeSynthetic(plan.suite, {});
  if (!made.ok()) return made.error();
  ASSIGN_OR_RETURN(plan.candidate, PlanSide(plan.suite, target));
  if (target.base != nullptr) {
    ASSIGN_OR_RETURN(plan.base, PlanBase(plan.suite, target));
    plan.candidate.target.withheld = target.base->api_key_env;
  }
  ASSIGN_OR_RETURN(plan.cases, LoadCases(world.files, suite));
  if (!plan.cases.empty()) {
    ASSIGN_OR_RETURN(plan.quality, BuildCasePlan(plan.cases, suite, target, plan.candidate.dialect, 1));
  }
  const CostEstimate once = EstimateOnce(plan);
  const std::vector<std::size_t> all = AllScenarios(plan);
  plan.estimate.least = Sum(once, EstimateRuns(plan, all, 0, options.looks.front()));
  plan.estimate.most = Sum(once, EstimateRuns(plan, all, 0, options.looks.back()));
  RETURN_IF_ERROR(CheckBudget(plan));
  return plan;
}

}  // namespace inferproof
