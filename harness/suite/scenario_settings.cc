#include "harness/suite/scenario_settings.h"

#include "harness/suite/names.h"

namespace inferproof {
namespace {

constexpr std::int64_t kMostTokens = 1'000'000;
constexpr std::int64_t kMostWarmUps = 100'000;
// What every engine takes as `seed`: a positive signed 32-bit number.
constexpr std::int64_t kLargestSeed = 2'147'483'647;

// Calls read(inner) for the object under `key`, and then refuses the keys that were not asked for.
template <typename Read>
void ReadObject(ObjectReader& reader, const std::string& key, Read read) {
  const std::optional<Node> node = reader.Optional(key);
  if (!node) return;
  ObjectReader inner(*node);
  read(inner);
  reader.Absorb(inner.Finish());
}

template <typename Value>
void Override(std::optional<Value>& setting, std::optional<Value> said) {
  if (said) setting = std::move(said);
}

std::optional<bool> OptionalBool(ObjectReader& reader, const std::string& key) {
  if (!reader.Has(key)) return std::nullopt;
  return reader.Bool(key, false);
}

void ReadGeneration(ObjectReader& inner, ScenarioSettings& settings) {
  Override(settings.max_tokens, inner.OptionalInteger("max_tokens", {1, kMostTokens}));
  Override(settings.temperature, inner.OptionalNumber("temperature", {.min = 0, .max = 2}));
  Override(settings.seed, inner.OptionalInteger("seed", {0, kLargestSeed}));
  Override(settings.ignore_eos, OptionalBool(inner, "ignore_eos"));
  if (inner.Has("stop")) settings.stop = ReadStop(inner);
}

void ReadTimeouts(ObjectReader& inner, Timeouts& timeouts) {
  const auto read = [&](const std::string& key, Nanos& timeout) {
    const auto seconds = inner.OptionalNumber(key, {.min = 0, .max = 86'400, .above_min = true});
    if (seconds) timeout = FromSeconds(*seconds);
  };
  read("connect_s", timeouts.connect);
  read("first_request_s", timeouts.first_request);
  read("request_s", timeouts.request);
  read("idle_s", timeouts.idle);
}

// A value whose own reader answers it whole.
template <typename Value, typename Read>
void ReadWhole(ObjectReader& reader, const std::string& key, std::optional<Value>& setting, Read read) {
  const std::optional<Node> node = reader.Optional(key);
  if (!node) return;
  Result<Value> value = read(*node);
  if (value.ok()) {
    setting = std::move(value).value();
  } else {
    reader.Fail(value.error());
  }
}

void ReadCache(ObjectReader& reader, const PathResolver& paths, ScenarioSettings& settings) {
  const std::optional<Node> node = reader.Optional("cache");
  if (!node) return;
  if ((*node)->is_object()) {
    ReadWhole(reader, "cache", settings.cache, [&](const Node& cache) { return ReadCacheSetting(cache, paths); });
    return;
  }
  const std::string mode = reader.Choice("cache", {"bust", "shared_prefix", "as_is"});
  settings.cache = CacheSetting{mode == "bust"            ? CacheMode::kBust
                                : mode == "shared_prefix" ? CacheMode::kSharedPrefix
                                                          : CacheMode::kAsIs,
                                {}};
}

}  // namespace

std::string EndpointName(Endpoint endpoint) { return endpoint == Endpoint::kChat ? "chat" : "completions"; }

std::string CacheModeName(CacheMode cache) {
  switch (cache) {
    case CacheMode::kBust:
      return "bust";
    case CacheMode::kSharedPrefix:
      return "shared_prefix";
    case CacheMode::kAsIs:
      break;
  }
  return "as_is";
}

void ReadSettings(ObjectReader& reader, const PathResolver& paths, ScenarioSettings& settings) {
  if (reader.Has("endpoint")) {
    const std::string endpoint = reader.Choice("endpoint", {"chat", "completions"});
    settings.endpoint = endpoint == "chat" ? Endpoint::kChat : Endpoint::kCompletions;
  }
  ReadCache(reader, paths, settings);
  Override(settings.stream, OptionalBool(reader, "stream"));
  ReadWhole(reader, "prompts", settings.prompts, [&](const Node& node) { return ReadPromptSource(node, paths); });
  ReadObject(reader, "generation", [&](ObjectReader& inner) { ReadGeneration(inner, settings); });
  ReadObject(reader, "timeouts", [&](ObjectReader& inner) { ReadTimeouts(inner, settings.timeouts); });
  ReadObject(reader, "warmup", [&](ObjectReader& inner) {
    Override(settings.warmup_requests, inner.OptionalInteger("requests", {0, kMostWarmUps}));
  });
}

}  // namespace inferproof
