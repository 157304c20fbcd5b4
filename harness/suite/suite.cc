#include "harness/suite/suite.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/json/object_reader.h"
#include "harness/suite/gate_policy.h"
#include "harness/suite/names.h"
#include "harness/suite/repository.h"
#include "harness/suite/scenario_settings.h"
#include "harness/suite/waivers.h"

namespace inferproof {
namespace {

constexpr int kMostConcurrent = 4096;
constexpr int kMostRequests = 1'000'000;
// The largest whole number that every JSON reader keeps exact.
constexpr std::int64_t kLargestSuiteSeed = (std::int64_t{1} << 53) - 1;
// It tells a slow machine from another within a second; longer only costs.
constexpr double kLongestControlProbe_s = 5;
// Warm-up without a word about it (docs/metrics.md): one full wave and at least this many.
constexpr int kUsualWarmUp = 5;

// Prompt sets by resolved path: scenarios often share one.
class PromptSets {
 public:
  explicit PromptSets(FileSystem& files) : files_(files) {}

  Result<PromptSet> Load(const PromptSource& source) {
    if (source.synthetic) return PromptSet{{}, {}, {}, source.synthetic};
    const auto known = sets_.find(source.path);
    if (known != sets_.end()) return known->second;
    ASSIGN_OR_RETURN(const std::string text, files_.Read(source.path));
    ASSIGN_OR_RETURN(PromptSet set, ParsePromptSet(text, source.path));
    return sets_.emplace(source.path, std::move(set)).first->second;
  }

  Status Read(SharedPrefix& prefix) { return ReadPrefixText(files_, prefix); }

 private:
  FileSystem& files_;
  std::map<std::string, PromptSet> sets_;
};

Result<Load> ReadLoad(const Node& node) {
  ObjectReader reader(node);
  reader.Choice("shape", {"closed"});
  ClosedLoad closed;
  closed.concurrency = static_cast<int>(reader.Integer("concurrency", {1, kMostConcurrent}));
  closed.requests = static_cast<int>(reader.Integer("requests", {1, kMostRequests}));
  RETURN_IF_ERROR(reader.Finish());
  return Load(closed);
}

int ConcurrencyOf(const Load& load) { return std::get<ClosedLoad>(load).concurrency; }

Result<int> WarmUpFor(const Node& scenario, int concurrency, std::optional<std::int64_t> said) {
  if (!said) return std::max(concurrency, kUsualWarmUp);
  if (*said >= concurrency) return static_cast<int>(*said);
  const Node place = scenario->contains("warmup") ? scenario.Member("warmup") : scenario;
  return place.Fail("a warm-up of " + std::to_string(*said) + " requests is less than one full wave at concurrency " +
                        std::to_string(concurrency) +
                        ": the start burst would be measured, as if the load had been steady",
                    "Set warmup.requests to " + std::to_string(concurrency) + " or more here");
}

Generation GenerationFrom(const ScenarioSettings& settings, std::uint64_t suite_seed) {
  Generation generation;
  generation.max_tokens = static_cast<int>(settings.max_tokens.value_or(0));
  generation.temperature = settings.temperature.value_or(0);
  generation.seed = settings.seed.value_or(FoldSeed(suite_seed));
  generation.ignore_eos = settings.ignore_eos.value_or(false);
  generation.stop = settings.stop.value_or(std::vector<std::string>{});
  return generation;
}

// Reads one scenario over the defaults.
class ScenarioParser {
 public:
  ScenarioParser(const PathResolver& paths, PromptSets& prompts, ScenarioSettings defaults, std::uint64_t seed)
      : paths_(paths), prompts_(prompts), defaults_(std::move(defaults)), seed_(seed) {}

  Result<Scenario> Parse(const Node& node) {
    ObjectReader reader(node);
    Scenario scenario;
    scenario.name = ReadPlainName(reader, "name");
    ScenarioSettings settings = defaults_;
    ReadSettings(reader, paths_, settings);
    const std::optional<Node> load = reader.Required("load");
    if (!settings.prompts) reader.Fail(node.Fail("needs the key \"prompts\", here or in defaults"));
    if (!settings.max_tokens) {
      reader.Fail(
          node.Fail("needs generation.max_tokens, here or in defaults", "Work that is not fixed cannot be compared"));
    }
    RETURN_IF_ERROR(reader.Finish());
    scenario.position = node.Member("name").position();
    ASSIGN_OR_RETURN(scenario.load, ReadLoad(*load));
    ASSIGN_OR_RETURN(scenario.warmup_requests, WarmUpFor(node, ConcurrencyOf(scenario.load), settings.warmup_requests));
    ASSIGN_OR_RETURN(scenario.prompts, prompts_.Load(*settings.prompts));
    RETURN_IF_ERROR(SetCache(settings.cache.value_or(CacheSetting{}), scenario));
    scenario.endpoint = settings.endpoint.value_or(scenario.endpoint);
    scenario.stream = settings.stream.value_or(scenario.stream);
    scenario.generation = GenerationFrom(settings, seed_);
    scenario.timeouts = settings.timeouts;
    return scenario;
  }

 private:
  Status SetCache(CacheSetting cache, Scenario& scenario) {
    scenario.cache = cache.mode;
    scenario.prefix = std::move(cache.prefix);
    if (!scenario.prefix || scenario.prefix->path.empty()) return {};
    return prompts_.Read(*scenario.prefix);
  }

  const PathResolver& paths_;
  PromptSets& prompts_;
  ScenarioSettings defaults_;
  std::uint64_t seed_;
};

Result<ScenarioSettings> ReadDefaults(ObjectReader& suite, const PathResolver& paths) {
  ScenarioSettings defaults;
  const std::optional<Node> node = suite.Optional("defaults");
  if (!node) return defaults;
  ObjectReader reader(*node);
  ReadSettings(reader, paths, defaults);
  RETURN_IF_ERROR(reader.Finish());
  return defaults;
}

Result<std::vector<Scenario>> ReadScenarios(ObjectReader& suite, ScenarioParser parser) {
  std::vector<Scenario> scenarios;
  std::set<std::string> names;
  for (const Node& node : suite.Elements("scenarios", true)) {
    ASSIGN_OR_RETURN(Scenario scenario, parser.Parse(node));
    if (!names.insert(scenario.name).second) {
      return node.Member("name").Fail("another scenario has the name " + DescribeJson(scenario.name));
    }
    scenarios.push_back(std::move(scenario));
  }
  return scenarios;
}

Result<std::optional<QualityRef>> ReadQuality(ObjectReader& suite, const PathResolver& paths) {
  const std::optional<Node> node = suite.Optional("quality");
  if (!node) return std::optional<QualityRef>();
  ObjectReader reader(*node);
  QualityRef quality;
  for (const Node& element : reader.Elements("cases", true)) {
    ASSIGN_OR_RETURN(std::string path, paths.Resolve(element));
    quality.files.push_back(std::move(path));
  }
  quality.tags = reader.Strings("tags");
  RETURN_IF_ERROR(reader.Finish());
  return std::optional<QualityRef>(std::move(quality));
}

Result<Budget> ReadBudget(ObjectReader& suite) {
  Budget budget;
  const std::optional<Node> node = suite.Optional("budget");
  if (!node) return budget;
  ObjectReader reader(*node);
  budget.max_requests = reader.Integer("max_requests", {0, 1'000'000'000}, 0);
  budget.max_duration = FromSeconds(reader.Number("max_duration_s", {.min = 0, .max = 31'536'000}, 0));
  budget.max_cost = reader.Number("max_cost", {.min = 0}, 0);
  RETURN_IF_ERROR(reader.Finish());
  return budget;
}

Transcripts ReadTranscripts(ObjectReader& suite) {
  const std::string kept = suite.Choice("transcripts", {"full", "cases", "none"}, "cases");
  if (kept == "full") return Transcripts::kFull;
  return kept == "none" ? Transcripts::kNone : Transcripts::kCases;
}

Result<std::optional<std::string>> ReadTargetPath(ObjectReader& suite, const PathResolver& paths) {
  const std::optional<Node> node = suite.Optional("target");
  if (!node) return std::optional<std::string>();
  ASSIGN_OR_RETURN(std::string path, paths.Resolve(*node));
  return std::optional<std::string>(std::move(path));
}

}  // namespace

std::int64_t FoldSeed(std::uint64_t seed) {
  return static_cast<std::int64_t>((seed ^ (seed >> 31) ^ (seed >> 62)) & 0x7FFF'FFFFU);
}

Result<Suite> LoadSuite(FileSystem& files, const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  ASSIGN_OR_RETURN(const Document document, Document::Parse(text, path));
  ASSIGN_OR_RETURN(const PathResolver paths, PathResolver::For(files, path));
  PromptSets prompts(files);
  ObjectReader reader{Node(document)};
  Suite suite;
  suite.path = path;
  reader.Schema("suite");
  suite.name = ReadPlainName(reader, "name");
  suite.version = static_cast<int>(reader.Integer("version", {1, 1'000'000}));
  suite.seed = static_cast<std::uint64_t>(reader.Integer("seed", {0, kLargestSuiteSeed}));
  suite.min_effect = reader.Number("min_effect", {.min = 0, .max = 1, .above_min = true}, suite.min_effect);
  suite.control_probe = FromSeconds(reader.Number("control_probe_s", {.min = 0, .max = kLongestControlProbe_s}, 1.0));
  suite.transcripts = ReadTranscripts(reader);
  if (reader.failed()) return reader.Finish().error();
  ASSIGN_OR_RETURN(suite.target, ReadTargetPath(reader, paths));
  ASSIGN_OR_RETURN(ScenarioSettings defaults, ReadDefaults(reader, paths));
  ASSIGN_OR_RETURN(suite.scenarios,
                   ReadScenarios(reader, ScenarioParser(paths, prompts, std::move(defaults), suite.seed)));
  if (reader.failed()) return reader.Finish().error();
  ASSIGN_OR_RETURN(suite.gates, ReadGates(reader, suite.scenarios));
  ASSIGN_OR_RETURN(suite.waivers, ReadWaivers(reader, suite.scenarios));
  ASSIGN_OR_RETURN(suite.quality, ReadQuality(reader, paths));
  ASSIGN_OR_RETURN(suite.budget, ReadBudget(reader));
  RETURN_IF_ERROR(reader.Finish());
  ASSIGN_OR_RETURN(suite.digest, MeasuredDigest(suite));
  return suite;
}

}  // namespace inferproof
