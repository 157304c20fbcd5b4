#include "harness/cli/plan_words.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/neutralise.h"

namespace inferproof {
namespace {

constexpr char kRate[] = "request_rps";

// "18 to 34", or "18" where there is one answer.
std::string Range(const std::string& least, const std::string& most) {
  return least == most ? least : least + " to " + most;
}

std::string Range(std::int64_t least, std::int64_t most) { return Range(std::to_string(least), std::to_string(most)); }

// The newest session's mean; nothing when a run of it is no rate.
std::optional<double> RateIn(const BaselineSession& session, const std::string& scenario) {
  const auto metrics = session.values.find(scenario);
  if (metrics == session.values.end()) return std::nullopt;
  const auto values = metrics->second.find(kRate);
  if (values == metrics->second.end() || values->second.empty()) return std::nullopt;
  double sum = 0;
  for (const double value : values->second) {
    if (!std::isfinite(value) || value <= 0) return std::nullopt;
    sum += value;
  }
  return sum / static_cast<double>(values->second.size());
}

// Minutes of requests after `runs` runs a side.
double Minutes(const SessionPlan& plan, const Rates& rates, int runs) {
  double seconds = 0;
  for (const RequestPlan& scenario : plan.candidate.scenarios) {
    const double one = static_cast<double>(scenario.requests.size()) / rates.at(scenario.scenario);
    seconds += one * runs * (plan.base ? 2 : 1);
  }
  return seconds / 60;
}

std::string MinutesInWords(const SessionPlan& plan, const std::optional<Rates>& rates) {
  std::string text = "minutes unknown until the first run";
  if (rates) {
    const std::string least = FormatFixed(Minutes(plan, *rates, plan.options.looks.front()), 1);
    const std::string most = FormatFixed(Minutes(plan, *rates, plan.options.looks.back()), 1);
    text = "about " + Range(least, most) + " minutes of requests by the baseline's rate";
  }
  const Nanos limit = plan.suite.budget.max_duration;
  return limit.count() > 0 ? text + ", at most " + HumanDuration(limit) : text;
}

std::string LooksInWords(const SessionPlan& plan) {
  const std::vector<int>& looks = plan.options.looks;
  std::vector<std::string> numbers;
  for (const int look : looks) numbers.push_back(std::to_string(look));
  const std::string runs = Join(numbers, looks.size() > 1 ? ", " : "");
  if (!plan.base) return runs + " runs of each scenario";
  return runs + " runs a side of each scenario, beside " + NeutraliseForLog(plan.base->target.name) + ", in turn";
}

}  // namespace

std::optional<Rates> RatesOf(const std::optional<Baseline>& baseline, const SessionPlan& plan) {
  if (!baseline || baseline->sessions.empty()) return std::nullopt;
  Rates rates;
  for (const RequestPlan& scenario : plan.candidate.scenarios) {
    const std::optional<double> rate = RateIn(baseline->sessions.back(), scenario.scenario);
    if (!rate) return std::nullopt;
    rates[scenario.scenario] = *rate;
  }
  return rates;
}

std::string DescribeEstimate(const SessionPlan& plan, const std::optional<Rates>& rates) {
  const CostEstimate& least = plan.estimate.least;
  const CostEstimate& most = plan.estimate.most;
  std::string text = Range(least.starts, most.starts) + " server starts, " + Range(least.requests, most.requests) +
                     " requests, at most " + Range(least.output_tokens_at_most, most.output_tokens_at_most) +
                     " output tokens";
  if (least.cost_at_most && most.cost_at_most) {
    text += ", at most " + Range(FormatFixed(*least.cost_at_most, 4), FormatFixed(*most.cost_at_most, 4)) + " " +
            NeutraliseForLog(plan.candidate.target.prices->currency);
  }
  return text + ", " + MinutesInWords(plan, rates);
}

std::string DescribePlan(const SessionPlan& plan, const std::optional<Rates>& rates) {
  std::string text = "suite " + plan.suite.name + " v" + std::to_string(plan.suite.version) + " (" + plan.suite.digest +
                     "), seed " + std::to_string(plan.suite.seed) + ", target " +
                     NeutraliseForLog(plan.candidate.target.name) + ", " + LooksInWords(plan) + "\n";
  for (const RequestPlan& scenario : plan.candidate.scenarios) {
    text += scenario.scenario + ": concurrency " + std::to_string(scenario.concurrency) + ", " +
            std::to_string(scenario.CountOf(Phase::kWarmUp)) + " warm-up and " +
            std::to_string(scenario.CountOf(Phase::kMeasured)) + " measured requests a run, bodies " +
            PlanDigest(scenario) + "\n";
    for (const PlannedRequest& request : scenario.requests) {
      text += "  " + std::to_string(request.id) + " " + PhaseName(request.phase) + " " +
              NeutraliseForLog(request.prompt_id) + " " + NeutraliseForLog(request.body, 160) + "\n";
    }
  }
  text += "quality: " + std::to_string(plan.cases.size()) + " cases, asked " +
          std::to_string(plan.options.quality_asks) + " times\n";
  return text + "in all: " + DescribeEstimate(plan, rates) + "\n";
}

}  // namespace inferproof
