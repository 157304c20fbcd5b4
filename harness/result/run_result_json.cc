#include "harness/result/run_result_json.h"

#include <limits>

#include "harness/base/text.h"
#include "harness/json/object_reader.h"

namespace inferproof {
namespace {

constexpr IntRange kCount = {.min = 0};
constexpr NumberRange kSeconds = {.min = 0};
constexpr std::size_t kMostFailures = 10;

Json ConservationToJson(const Conservation& conservation) {
  Json json = {{"planned", conservation.planned},
               {"by_outcome", conservation.by_outcome},
               {"not_started", conservation.not_started}};
  if (!conservation.failures_stated) json["failures_stated"] = false;
  return json;
}

std::map<std::string, std::int64_t> ReadCounts(ObjectReader& reader, const std::string& key) {
  std::map<std::string, std::int64_t> counts;
  reader.Members(key, [&](const std::string& name, const Node& member) {
    const Json& count = member.json();
    if (!count.is_number_integer() || count < 0 || count > std::numeric_limits<std::int64_t>::max()) {
      reader.Fail(member.Fail("must be a whole number >= 0, got " + DescribeJson(count)));
      return;
    }
    counts[name] = count.get<std::int64_t>();
  });
  return counts;
}

Result<Conservation> ConservationFromJson(const Node& node) {
  ObjectReader reader(node);
  Conservation conservation;
  conservation.planned = reader.Integer("planned", kCount);
  reader.Required("by_outcome");
  conservation.by_outcome = ReadCounts(reader, "by_outcome");
  conservation.not_started = reader.Integer("not_started", kCount);
  conservation.failures_stated = reader.Bool("failures_stated", true);
  RETURN_IF_ERROR(reader.Finish());
  return conservation;
}

Json ClientToJson(const ClientStats& client) {
  Json json = {{"cpu_s", client.cpu_s},
               {"wall_s", client.wall_s},
               {"foreign_cpu_s", client.foreign_cpu_s},
               {"events", client.events},
               {"events_with_kernel_stamp", client.events_with_kernel_stamp},
               {"events_sharing_a_read", client.events_sharing_a_read}};
  if (client.threads != 1) json["threads"] = client.threads;
  return json;
}

Result<ClientStats> ClientFromJson(const Node& node) {
  ObjectReader reader(node);
  ClientStats client;
  client.cpu_s = reader.Number("cpu_s", kSeconds);
  client.wall_s = reader.Number("wall_s", kSeconds);
  client.foreign_cpu_s = reader.Number("foreign_cpu_s", {});
  client.events = static_cast<std::uint64_t>(reader.Integer("events", kCount));
  client.events_with_kernel_stamp = static_cast<std::uint64_t>(reader.Integer("events_with_kernel_stamp", kCount));
  client.events_sharing_a_read = static_cast<std::uint64_t>(reader.Integer("events_sharing_a_read", kCount));
  client.threads = static_cast<int>(reader.Integer("threads", {.min = 1, .max = 1024}, 1));
  RETURN_IF_ERROR(reader.Finish());
  return client;
}

// Finish reasons are server text: two that are ill-formed in different ways become one key when they are written.
std::map<std::string, std::int64_t> RepairedKeys(const std::map<std::string, std::int64_t>& counts) {
  std::map<std::string, std::int64_t> repaired;
  for (const auto& [name, count] : counts) repaired[RepairUtf8(name)] += count;
  return repaired;
}

}  // namespace

Json RunResultToJson(const RunResult& run) {
  Json json = {{"scenario", run.scenario},
               {"run", run.run},
               {"side", run.side},
               {"started_at", run.started_at},
               {"metrics", RunMetricsToJson(run.metrics)},
               {"requests", ConservationToJson(run.conservation)},
               {"finish_reasons", RepairedKeys(run.finish_reasons)},
               {"failures", run.failures},
               {"invalid", run.invalid},
               {"client", ClientToJson(run.client)}};
  if (run.server_died) json["server_died"] = *run.server_died;
  if (run.server_restarted) json["server_restarted"] = *run.server_restarted;
  if (run.usage_disagrees) json["usage_disagrees"] = *run.usage_disagrees;
  if (!run.token_sources.empty()) json["token_sources"] = run.token_sources;
  return json;
}

Result<RunResult> RunResultFromJson(const Node& node) {
  ObjectReader reader(node);
  RunResult run;
  run.scenario = reader.String("scenario");
  run.run = static_cast<int>(reader.Integer("run", {.min = 0, .max = 1'000'000}));
  run.side = reader.Choice("side", {"candidate", "base"});
  run.started_at = reader.String("started_at", "");
  if (const auto member = reader.Required("metrics")) {
    ASSIGN_OR_RETURN(run.metrics, RunMetricsFromJson(*member));
  }
  if (const auto member = reader.Required("requests")) {
    ASSIGN_OR_RETURN(run.conservation, ConservationFromJson(*member));
  }
  reader.Required("finish_reasons");
  run.finish_reasons = ReadCounts(reader, "finish_reasons");
  run.failures = reader.Strings("failures");
  if (run.failures.size() > kMostFailures)
    reader.Fail("failures", "must have at most " + std::to_string(kMostFailures) + " elements");
  run.invalid = reader.Strings("invalid");
  run.server_died = reader.OptionalString("server_died");
  run.server_restarted = reader.OptionalString("server_restarted");
  run.usage_disagrees = reader.OptionalString("usage_disagrees");
  run.token_sources = ReadCounts(reader, "token_sources");
  if (const auto member = reader.Required("client")) {
    ASSIGN_OR_RETURN(run.client, ClientFromJson(*member));
  }
  RETURN_IF_ERROR(reader.Finish());
  return run;
}

}  // namespace inferproof
