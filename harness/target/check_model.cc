#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/text.h"
#include "harness/os/command_line.h"
#include "harness/protocol/models.h"
#include "harness/target/managed_target.h"
#include "harness/transport/fetch.h"

namespace inferproof {
namespace {

constexpr Nanos kTimeout = std::chrono::seconds(10);
constexpr RequestId kModelsId = (RequestId{1} << 62U) + 1;
constexpr std::size_t kNamedModels = 10;
constexpr std::size_t kModelBytes = 100;

std::string HintForKey(const Target& target) {
  if (target.api_key_env) return "Check the key in " + *target.api_key_env;
  return "Name the variable that holds the key: api_key_env in the target, or --api-key-env";
}

bool HasNoList(int status) { return status == 404 || status == 405 || status == 501; }

// Why the answer is not a list of models; nothing when it may be one.
std::optional<Error> Refusal(const Target& target, const std::string& url, const Fetched& answer) {
  const std::string what = "HTTP " + std::to_string(answer.status) + ": " + ErrorMessageOf(answer.body);
  if (answer.status == 200) return std::nullopt;
  if (answer.status == 401 || answer.status == 403) {
    return MakeError(ErrorCode::kUnauthorized, url, what, HintForKey(target));
  }
  if (answer.status >= 500)
    return MakeError(ErrorCode::kUnreachable, url, what, "The server is not able to answer yet");
  std::string hint = "Check that the URL is that of an OpenAI-compatible server";
  if (answer.status >= 300 && answer.status < 400) hint = "Redirects are not followed: give the URL they lead to";
  return MakeError(ErrorCode::kConfig, url, what, hint);
}

Error NoList(const std::string& url, const Fetched& answer, const Error& error) {
  const bool html = StartsWithIgnoringCase(answer.content_type, "text/html");
  return MakeError(ErrorCode::kConfig, url, html ? "answers with an HTML page, not with a list of models" : error.what,
                   "Check that the URL is that of an OpenAI-compatible server, without \"/v1\"");
}

std::string Quoted(const std::string& id) { return "\"" + OneLine(id, kModelBytes) + "\""; }

Error UnknownModel(const std::string& url, const std::string& model, const std::vector<std::string>& ids) {
  std::string what = "does not serve " + Quoted(model) + "; it serves ";
  if (ids.empty()) what += "no model";
  for (std::size_t i = 0; i < ids.size() && i < kNamedModels; ++i) what += (i == 0 ? "" : ", ") + Quoted(ids[i]);
  if (ids.size() > kNamedModels) what += " and " + std::to_string(ids.size() - kNamedModels) + " more";
  const std::optional<std::string> nearest = NearestWord(model, ids);
  return MakeError(ErrorCode::kUnknownModel, url, what, nearest ? "Did you mean " + Quoted(*nearest) + "?" : "");
}

}  // namespace

Status CheckModel(const Target& target, const std::string& base_url,
                  const std::vector<std::pair<std::string, std::string>>& headers, Clock& clock, Transport& transport) {
  HttpRequest request;
  request.id = kModelsId;
  request.method = "GET";
  request.url = base_url + "/v1/models";
  request.headers = headers;
  const std::string url = UrlForPeople(request.url);
  ASSIGN_OR_RETURN(const Fetched answer, Fetch(transport, clock, std::move(request), kTimeout));
  if (HasNoList(answer.status)) return {};
  if (std::optional<Error> refusal = Refusal(target, url, answer)) return *std::move(refusal);
  const Result<std::vector<std::string>> ids = ParseModels(answer.body, url);
  if (!ids.ok()) return NoList(url, answer, ids.error());
  if (std::find(ids->begin(), ids->end(), target.model) != ids->end()) return {};
  return UnknownModel(url, target.model, *ids);
}

}  // namespace inferproof
