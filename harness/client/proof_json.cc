#include "harness/client/proof.h"
#include "harness/json/object_reader.h"

namespace inferproof {
namespace {

constexpr NumberRange kPositive = {.min = 0};
constexpr NumberRange kShare = {.min = 0, .max = 1};
constexpr std::size_t kMostLevels = 64;

struct SpreadField {
  const char* name;
  Spread ClientLevel::*member;
};
constexpr SpreadField kSpreads[] = {
    {"event_us", &ClientLevel::event}, {"event_user_us", &ClientLevel::event_user},
    {"gap_us", &ClientLevel::gap},     {"gap_user_us", &ClientLevel::gap_user},
    {"ttft_us", &ClientLevel::ttft},   {"ttft_user_us", &ClientLevel::ttft_user},
    {"start_us", &ClientLevel::start}, {"lag_us", &ClientLevel::lag},
};

Json SpreadToJson(const Spread& spread) {
  return {{"p50", spread.p50}, {"p99", spread.p99}, {"max", spread.max}, {"n", spread.n}};
}

Result<Spread> SpreadFromJson(const Node& node) {
  ObjectReader reader(node);
  Spread spread;
  spread.p50 = reader.Number("p50", kPositive);
  spread.p99 = reader.Number("p99", kPositive);
  spread.max = reader.Number("max", kPositive);
  spread.n = reader.Integer("n", {.min = 0});
  RETURN_IF_ERROR(reader.Finish());
  return spread;
}

Json LevelToJson(const ClientLevel& level) {
  Json json = {{"streams", level.streams},
               {"events_per_s", level.events_per_s},
               {"cpu_share", level.cpu_share},
               {"engine_cpu_share", level.engine_cpu_share},
               {"foreign_cpu_share", level.foreign_cpu_share},
               {"kernel_stamp_share", level.kernel_stamp_share},
               {"shared_read_share", level.shared_read_share},
               {"completed_share", level.completed_share}};
  for (const SpreadField& field : kSpreads) json[field.name] = SpreadToJson(level.*field.member);
  return json;
}

Result<ClientLevel> LevelFromJson(const Node& node) {
  ObjectReader reader(node);
  ClientLevel level;
  level.streams = static_cast<int>(reader.Integer("streams", {.min = 1, .max = 1'000'000}));
  level.events_per_s = reader.Number("events_per_s", kPositive);
  level.cpu_share = reader.Number("cpu_share", kPositive);
  level.engine_cpu_share = reader.Number("engine_cpu_share", kPositive);
  level.foreign_cpu_share = reader.Number("foreign_cpu_share", kPositive);
  level.kernel_stamp_share = reader.Number("kernel_stamp_share", kShare);
  level.shared_read_share = reader.Number("shared_read_share", kShare);
  level.completed_share = reader.Number("completed_share", kShare);
  for (const SpreadField& field : kSpreads) {
    const std::optional<Node> member = reader.Required(field.name);
    if (!member) continue;
    ASSIGN_OR_RETURN(level.*field.member, SpreadFromJson(*member));
  }
  RETURN_IF_ERROR(reader.Finish());
  return level;
}

Result<ProvenClient> ClientFromJson(const Node& node) {
  ObjectReader reader(node);
  ProvenClient client;
  client.host = reader.String("host", "");
  client.cpu_model = reader.String("cpu_model", "");
  client.kernel = reader.String("kernel", "");
  client.libcurl = reader.String("libcurl");
  client.inferproof = reader.String("inferproof");
  client.threads = static_cast<int>(reader.Integer("threads", {.min = 1, .max = 1024}));
  RETURN_IF_ERROR(reader.Finish());
  return client;
}

Result<ProofLimits> LimitsFromJson(const Node& node) {
  ObjectReader reader(node);
  ProofLimits limits;
  limits.event_us = reader.Number("event_us", {.min = 0, .above_min = true});
  limits.ttft_us = reader.Number("ttft_us", {.min = 0, .above_min = true});
  RETURN_IF_ERROR(reader.Finish());
  return limits;
}

}  // namespace

Json ProofToJson(const ClientProof& proof) {
  Json levels = Json::array();
  for (const ClientLevel& level : proof.levels) levels.push_back(LevelToJson(level));
  return {{"schema", "inferproof.client/1"},
          {"measured_at", proof.measured_at},
          {"client",
           {{"host", proof.client.host},
            {"cpu_model", proof.client.cpu_model},
            {"kernel", proof.client.kernel},
            {"libcurl", proof.client.libcurl},
            {"inferproof", proof.client.inferproof},
            {"threads", proof.client.threads}}},
          {"limits", {{"event_us", proof.limits.event_us}, {"ttft_us", proof.limits.ttft_us}}},
          {"levels", std::move(levels)}};
}

Result<ClientProof> ProofFromJson(const Node& node) {
  ObjectReader reader(node);
  ClientProof proof;
  reader.Schema("client");
  proof.measured_at = reader.String("measured_at");
  if (const auto member = reader.Required("client")) {
    ASSIGN_OR_RETURN(proof.client, ClientFromJson(*member));
  }
  if (const auto member = reader.Required("limits")) {
    ASSIGN_OR_RETURN(proof.limits, LimitsFromJson(*member));
  }
  const std::vector<Node> levels = reader.Elements("levels", true);
  if (levels.size() > kMostLevels) reader.Fail("levels", "must have at most " + std::to_string(kMostLevels));
  RETURN_IF_ERROR(reader.Finish());
  for (const Node& level : levels) {
    ASSIGN_OR_RETURN(ClientLevel read, LevelFromJson(level));
    if (!proof.levels.empty() && read.streams <= proof.levels.back().streams) {
      return level.Fail("must have more streams than the level before it");
    }
    proof.levels.push_back(read);
  }
  return proof;
}

Result<std::optional<ClientProof>> LoadProof(FileSystem& files, const std::string& path) {
  if (!files.Exists(path)) return std::optional<ClientProof>();
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  ASSIGN_OR_RETURN(const Document document, Document::Parse(text, path));
  ASSIGN_OR_RETURN(ClientProof proof, ProofFromJson(Node(document)));
  return std::optional<ClientProof>(std::move(proof));
}

}  // namespace inferproof
