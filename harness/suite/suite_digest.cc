#include "harness/base/digest.h"
#include "harness/base/overloaded.h"
#include "harness/json/canonical.h"
#include "harness/suite/scenario_settings.h"
#include "harness/suite/suite.h"

namespace inferproof {
namespace {

Json GenerationToJson(const Generation& generation) {
  Json json = {{"max_tokens", generation.max_tokens},
               {"temperature", generation.temperature},
               {"ignore_eos", generation.ignore_eos},
               {"stop", generation.stop}};
  if (generation.seed) json["seed"] = *generation.seed;
  return json;
}

// A made set by what it is made from, which with the suite's seed tells its bytes.
Json PromptsToJson(const PromptSet& prompts) {
  if (!prompts.synthetic) return prompts.digest;
  return {{"synthetic", {{"tokens", prompts.synthetic->tokens}, {"count", prompts.synthetic->count}}}};
}

Json CacheToJson(const Scenario& scenario) {
  if (!scenario.prefix) return CacheModeName(scenario.cache);
  const SharedPrefix& prefix = *scenario.prefix;
  if (prefix.path.empty()) return {{"shared_prefix", {{"tokens", prefix.synthetic_tokens}}}};
  return {{"shared_prefix", {{"file", prefix.digest}}}};
}

}  // namespace

Json LoadToJson(const Load& load) {
  return std::visit(Overloaded{[](const ClosedLoad& closed) -> Json {
                      return {{"shape", "closed"}, {"concurrency", closed.concurrency}, {"requests", closed.requests}};
                    }},
                    load);
}

Json ScenarioToJson(const Scenario& scenario) {
  return {{"name", scenario.name},
          {"endpoint", EndpointName(scenario.endpoint)},
          {"stream", scenario.stream},
          {"prompts", PromptsToJson(scenario.prompts)},
          {"load", LoadToJson(scenario.load)},
          {"warmup", {{"requests", scenario.warmup_requests}}},
          {"generation", GenerationToJson(scenario.generation)},
          {"cache", CacheToJson(scenario)}};
}

Result<std::string> MeasuredDigest(const Suite& suite) {
  Json scenarios = Json::array();
  for (const Scenario& scenario : suite.scenarios) scenarios.push_back(ScenarioToJson(scenario));
  ASSIGN_OR_RETURN(const std::string canonical,
                   WriteCanonical({{"name", suite.name}, {"seed", suite.seed}, {"scenarios", std::move(scenarios)}}));
  return ShortDigest(canonical);
}

}  // namespace inferproof
