#include "harness/suite/target.h"

#include <algorithm>
#include <utility>

#include "harness/json/object_reader.h"
#include "harness/suite/endpoint_url.h"
#include "harness/suite/fill_in.h"
#include "harness/suite/names.h"
#include "harness/suite/target_fields.h"
#include "harness/suite/target_file_guard.h"

namespace inferproof {
namespace {

// What every target says, however its server comes about.
Status ReadCommon(ObjectReader& reader, FillIn& fill, Target& target) {
  target.name = ReadPlainName(reader, "name");
  target.environment = ReadPlainName(reader, "environment", target.environment);
  target.model = reader.String("model");
  target.dialect = reader.String("dialect", target.dialect);
  target.api_key_env = ReadKeyVariable(reader);
  target.readiness = ReadReadiness(reader);
  target.declared = ReadDeclared(reader);
  target.prices = ReadPrices(reader);
  target.flush = reader.Bool("flush", target.flush);
  target.session_spread =
      reader.Number("session_spread", {.min = 0, .max = 1, .above_min = true}, target.session_spread);
  ASSIGN_OR_RETURN(target.headers, ReadHeaders(reader, fill));
  return {};
}

void AddSecretsOf(const Target& server, std::vector<std::string>& secrets) {
  for (std::string& secret : SecretsOf(server.command, server.command_environment)) {
    const bool known = std::ranges::find(secrets, secret) != secrets.end();
    if (!secret.empty() && !known) secrets.push_back(std::move(secret));
  }
}

}  // namespace

std::string RestartName(Restart restart) {
  switch (restart) {
    case Restart::kRun:
      return "run";
    case Restart::kSide:
      return "side";
    case Restart::kNever:
      break;
  }
  return "never";
}

Result<Target> LoadTarget(FileSystem& files, const Environment& environment, const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  ASSIGN_OR_RETURN(const Document document, Document::Parse(text, path));
  const Node root(document);
  RETURN_IF_ERROR(RefuseLiteralSecrets(root));
  ObjectReader reader(root);
  FillIn fill(environment);
  Target target;
  target.path = path;
  reader.Schema("target");
  if (reader.failed()) return reader.Finish().error();
  RETURN_IF_ERROR(ReadServer(files, reader, fill, target));
  if (target.managed()) target.restart = ReadRestart(reader);
  RETURN_IF_ERROR(ReadCommon(reader, fill, target));
  if (const auto member = reader.Optional("base")) {
    ASSIGN_OR_RETURN(Target base, ReadBase(files, *member, fill, target));
    target.base = std::make_shared<const Target>(std::move(base));
  }
  RETURN_IF_ERROR(reader.Finish());
  target.secrets = fill.secrets();
  AddSecretsOf(target, target.secrets);
  if (target.base != nullptr) AddSecretsOf(*target.base, target.secrets);
  return target;
}

Result<Target> TargetFromFlags(std::string endpoint, std::string model, std::optional<std::string> api_key_env) {
  EndpointUrl parsed = ParseEndpointUrl(endpoint);
  if (!parsed.ok()) {
    return MakeError(ErrorCode::kUsage, "--endpoint", std::move(parsed.problem), std::move(parsed.hint));
  }
  if (model.empty()) return MakeError(ErrorCode::kUsage, "--model", "must name the model, got nothing");
  if (api_key_env && !IsKeyVariable(*api_key_env)) {
    return MakeError(ErrorCode::kUsage, "--api-key-env", std::string(kKeyVariableRule));
  }
  Target target;
  target.name = "endpoint";
  target.endpoint = std::move(parsed.url);
  target.model = std::move(model);
  target.api_key_env = std::move(api_key_env);
  target.restart = Restart::kNever;
  return target;
}

}  // namespace inferproof
