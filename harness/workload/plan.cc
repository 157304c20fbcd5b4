#include "harness/workload/plan.h"

#include <algorithm>
#include <utility>

#include "harness/base/digest.h"
#include "harness/base/random.h"
#include "harness/suite/prompt_set.h"
#include "harness/workload/cache_use.h"
#include "harness/workload/prompt_order.h"

namespace inferproof {
namespace {

std::string PlaceOf(const std::string& file, Position at, const std::string& name) {
  return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + name;
}

// An encoder's error with the place in the user's file that asked for it.
Error AskedForAt(Error error, const std::string& place) {
  error.where = error.where.empty() ? place : place + ": " + error.where;
  return error;
}

std::int64_t CharsOf(const std::vector<Message>& messages) {
  std::int64_t chars = 0;
  for (const Message& message : messages) chars += CountScalars(message.content);
  return chars;
}

// Encodes `spec` as the next request of `plan`.
Status Append(RequestPlan& plan, const DialectProfile& dialect, const RequestSpec& spec, Phase phase,
              const std::string& prompt_id, std::optional<std::int64_t> prompt_tokens = {}) {
  ASSIGN_OR_RETURN(std::string body, EncodeRequest(dialect, spec));
  PlannedRequest request;
  request.id = plan.requests.size();
  request.phase = phase;
  request.prompt_id = prompt_id;
  request.body = std::move(body);
  request.stream = spec.stream;
  request.max_tokens = spec.generation.max_tokens;
  request.prompt_chars = CharsOf(spec.messages);
  request.prompt_tokens = prompt_tokens;
  plan.requests.push_back(std::move(request));
  return {};
}

// Appends one phase of a scenario: a prompt a request, with what its cache mode wants at its head or in its body.
Status AppendPrompts(RequestPlan& plan, const Scenario& scenario, const DialectProfile& dialect, RequestSpec spec,
                     Phase phase, const std::vector<std::size_t>& order, CacheUses& cache) {
  for (const std::size_t index : order) {
    const Prompt& prompt = scenario.prompts.prompts[index];
    CacheUse use = cache.Next();
    spec.messages = {{"user", use.head + prompt.text}};
    spec.bypass_cache = use.bypass;
    spec.cache_salt = std::move(use.salt);
    RETURN_IF_ERROR(Append(plan, dialect, spec, phase, prompt.id, prompt.tokens));
  }
  return {};
}

RequestSpec SpecFor(const QualityCase& quality_case, const Suite& suite, const Target& target) {
  RequestSpec spec;
  spec.model = target.model;
  spec.messages = quality_case.messages;
  spec.generation.max_tokens = quality_case.parameters.max_tokens;
  spec.generation.temperature = quality_case.parameters.temperature;
  spec.generation.seed = FoldSeed(suite.seed);
  spec.generation.stop = quality_case.parameters.stop;
  spec.stream = quality_case.stream;
  spec.bypass_cache = true;
  return spec;
}

}  // namespace

std::int64_t RequestPlan::CountOf(Phase phase) const {
  return std::ranges::count_if(requests, [&](const PlannedRequest& request) { return request.phase == phase; });
}

Result<RequestPlan> BuildPlan(const Suite& suite, const Scenario& scenario, const Target& target,
                              const DialectProfile& dialect, int run) {
  const ClosedLoad& load = std::get<ClosedLoad>(scenario.load);
  RequestPlan plan;
  plan.scenario = scenario.name;
  plan.endpoint = scenario.endpoint;
  plan.concurrency = load.concurrency;
  plan.timeouts = scenario.timeouts;
  RequestSpec spec;
  spec.endpoint = scenario.endpoint;
  spec.model = target.model;
  spec.generation = scenario.generation;
  spec.stream = scenario.stream;
  ASSIGN_OR_RETURN(const PromptOrder order, OrderPrompts(scenario, load.requests, suite.seed));
  CacheUses cache(suite.seed, scenario, dialect, run);
  Status encoded = AppendPrompts(plan, scenario, dialect, spec, Phase::kWarmUp, order.warm_up, cache);
  if (encoded.ok()) encoded = AppendPrompts(plan, scenario, dialect, spec, Phase::kMeasured, order.measured, cache);
  if (!encoded.ok()) {
    return AskedForAt(encoded.error(), PlaceOf(suite.path, scenario.position, "scenario \"" + scenario.name + "\""));
  }
  return plan;
}

Result<RequestPlan> BuildCasePlan(const std::vector<QualityCase>& cases, const Suite& suite, const Target& target,
                                  const DialectProfile& dialect, int concurrency) {
  RequestPlan plan;
  plan.scenario = "quality";
  plan.concurrency = concurrency;
  if (!suite.scenarios.empty()) plan.timeouts = suite.scenarios.front().timeouts;
  for (const QualityCase& quality_case : cases) {
    const Status encoded =
        Append(plan, dialect, SpecFor(quality_case, suite, target), Phase::kQuality, quality_case.id);
    if (!encoded.ok()) {
      return AskedForAt(encoded.error(),
                        PlaceOf(quality_case.file, {quality_case.line, 1}, "case \"" + quality_case.id + "\""));
    }
  }
  return plan;
}

std::string PlanDigest(const RequestPlan& plan) {
  std::string bodies;
  for (const PlannedRequest& request : plan.requests) bodies += request.body + "\n";
  return ShortDigest(bodies);
}

}  // namespace inferproof
