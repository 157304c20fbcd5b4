#include <cmath>

#include "harness/base/text.h"
#include "harness/protocol/token_count.h"
#include "harness/record/record.h"

namespace inferproof {
namespace {

constexpr std::size_t kDetailBytes = 400;

// Milliseconds with whole microseconds: finer digits would be noise, and long.
double RoundedMs(Nanos d) { return std::round(ToMillis(d) * 1000) / 1000; }

Json UsageToJson(const Usage& usage) {
  Json json = Json::object();
  if (usage.prompt_tokens) json["prompt_tokens"] = *usage.prompt_tokens;
  if (usage.output_tokens) json["output_tokens"] = *usage.output_tokens;
  if (usage.cached_tokens) json["cached_tokens"] = *usage.cached_tokens;
  return json;
}

Json TimingsToJson(const ServerTimings& timings) {
  Json json = Json::object();
  if (timings.prompt_ms) json["prompt_ms"] = *timings.prompt_ms;
  if (timings.predicted_ms) json["predicted_ms"] = *timings.predicted_ms;
  if (timings.cached_tokens) json["cached_tokens"] = *timings.cached_tokens;
  return json;
}

// What both lines say: which request, and how it ended.
Json Heading(const RequestRecord& record, const std::string& scenario, int run) {
  Json json = {{"scenario", scenario},
               {"run", run},
               {"id", record.id},
               {"phase", PhaseName(record.phase)},
               {record.phase == Phase::kQuality ? "case" : "prompt", record.prompt_id},
               {"outcome", OutcomeName(record.outcome)}};
  if (!IsCompleted(record.outcome)) {
    json["detail"] = Truncate(RepairUtf8(DescribeOutcome(record.outcome)), kDetailBytes);
  }
  if (record.response.finish_reason) json["finish_reason"] = RepairUtf8(*record.response.finish_reason);
  if (record.response.usage) json["usage"] = UsageToJson(*record.response.usage);
  return json;
}

void AddMoments(const RequestRecord& record, MonoTime origin, Json& json) {
  const auto put = [&](const char* key, std::optional<MonoTime> at) {
    if (at) json[key] = RoundedMs(*at - origin);
  };
  put("due_ms", record.due);
  put("started_ms", record.started);
  put("sent_ms", record.sent);
  if (record.response.headers_at) put("headers_ms", record.response.headers_at->best());
  put("first_ms", FirstTextAt(record));
  put("first_visible_ms", FirstVisibleAt(record));
  put("last_ms", LastTextAt(record));
  put("ended_ms", record.ended);
  json["connect"] = {{"dns_ms", RoundedMs(record.connect.dns)},
                     {"connect_ms", RoundedMs(record.connect.connect)},
                     {"tls_ms", RoundedMs(record.connect.tls)},
                     {"reused", record.connect.reused}};
}

void AddDeltas(const std::vector<Delta>& deltas, Json& json) {
  Json gaps = Json::array();
  Json tokens = Json::array();
  std::int64_t kernel_stamped = 0;
  std::int64_t sharing_a_read = 0;
  bool tokens_told = false;
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    if (i > 0) gaps.push_back(RoundedMs(deltas[i].at() - deltas[i - 1].at()));
    tokens.push_back(deltas[i].tokens);
    tokens_told = tokens_told || deltas[i].tokens > 0;
    kernel_stamped += deltas[i].kernel.ns != 0 ? 1 : 0;
    sharing_a_read += deltas[i].shared_read;
  }
  json["deltas"] = deltas.size();
  json["deltas_with_kernel_stamp"] = kernel_stamped;
  json["deltas_sharing_a_read"] = sharing_a_read;
  json["gaps_ms"] = std::move(gaps);
  if (tokens_told) json["delta_tokens"] = std::move(tokens);
}

}  // namespace

Json RecordToJson(const RequestRecord& record, const std::string& scenario, int run, MonoTime origin) {
  const Response& response = record.response;
  Json json = Heading(record, scenario, run);
  AddMoments(record, origin, json);
  AddDeltas(response.deltas, json);
  if (const std::optional<TokenCount> count = OutputTokensOf(response)) {
    json["output_tokens"] = count->tokens;
    json["token_source"] = TokenSourceName(count->source);
  }
  if (const auto disagrees = UsageDisagreement(response, record.max_tokens)) json["usage_disagrees"] = *disagrees;
  json["http_status"] = response.http_status;
  json["streamed"] = response.streamed;
  json["done_marker"] = response.done_marker;
  json["events"] = response.events;
  json["comments"] = response.comments;
  json["body_bytes"] = response.body_bytes;
  json["in_flight"] = record.in_flight;
  json["body_digest"] = record.body_digest;
  if (response.other_choices > 0) json["other_choices"] = response.other_choices;
  if (response.timings) json["timings"] = TimingsToJson(*response.timings);
  if (!response.model.empty()) json["model"] = RepairUtf8(response.model);
  if (!response.system_fingerprint.empty()) json["system_fingerprint"] = RepairUtf8(response.system_fingerprint);
  return json;
}

Json TranscriptToJson(const RequestRecord& record, const std::string& scenario, int run) {
  const Response& response = record.response;
  Json json = Heading(record, scenario, run);
  json["content"] = RepairUtf8(response.content);
  if (!response.reasoning.empty()) json["reasoning"] = RepairUtf8(response.reasoning);
  if (!response.refusal.empty()) json["refusal"] = RepairUtf8(response.refusal);
  for (const ToolCall& call : response.tool_calls) {
    json["tool_calls"].push_back(
        {{"id", RepairUtf8(call.id)}, {"name", RepairUtf8(call.name)}, {"arguments", RepairUtf8(call.arguments)}});
  }
  return json;
}

}  // namespace inferproof
