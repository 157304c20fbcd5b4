#include <cstdio>
#include <memory>
#include <utility>

#include "harness/base/secret.h"
#include "harness/base/text.h"
#include "harness/cli/app.h"
#include "harness/cli/commands.h"
#include "harness/cli/console.h"
#include "harness/cli/exit_code.h"
#include "harness/os/environment.h"
#include "harness/refserver/server.h"

namespace inferproof {
namespace {

struct ServeFlags {
  ServeOptions options;
  std::vector<std::string> profile;
  std::vector<std::string> faults;
  std::string stream;
  std::string api_key_env;
};

Status ChooseStream(const std::string& name, ServeOptions& options) {
  options.stream = FindConformanceStream(name);
  if (options.stream != nullptr) return {};
  std::vector<std::string> names;
  for (const ConformanceStream& stream : ConformanceStreams()) names.push_back(stream.name);
  const std::optional<std::string> nearest = NearestWord(name, names);
  return MakeError(ErrorCode::kUsage, "--stream '" + Truncate(name, 60) + "'", "unknown stream",
                   nearest ? "did you mean '" + *nearest + "'?" : "known: " + Join(names, ", "));
}

Status Complete(ServeFlags& flags) {
  if (!flags.stream.empty()) RETURN_IF_ERROR(ChooseStream(flags.stream, flags.options));
  for (const std::string& field : flags.profile) RETURN_IF_ERROR(ParseProfileField(field, flags.options.profile));
  for (const std::string& fault : flags.faults) RETURN_IF_ERROR(ParseFault(fault, flags.options.faults));
  if (flags.api_key_env.empty()) return {};
  const std::optional<std::string> key = ProcessEnvironment().Get(flags.api_key_env);
  if (!key || key->empty()) {
    return MakeError(ErrorCode::kConfig, "--api-key-env",
                     "the environment variable " + flags.api_key_env + " is not set");
  }
  flags.options.api_key = *key;
  return {};
}

Result<int> Serve(ServeFlags flags) {
  RETURN_IF_ERROR(Complete(flags));
  ASSIGN_OR_RETURN(const std::unique_ptr<ReferenceServer> server, ReferenceServer::Listen(std::move(flags.options)));
  RETURN_IF_ERROR(server->Run());
  return kExitPass;
}

}  // namespace

void AddServeCommand(CLI::App& app, Action* action) {
  CLI::App* command =
      app.add_subcommand("serve", "Run the reference engine: an OpenAI-compatible server that is paced, not a model");
  auto flags = std::make_shared<ServeFlags>();
  flags->options.announce_version = Version();
  command->add_option("--host", flags->options.host, "Address to listen on")->capture_default_str();
  command->add_flag("--allow-remote", flags->options.allow_remote, "Allow an address that is not loopback");
  command->add_option("--port", flags->options.port, "Port; 0: any free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command->add_option("--model", flags->options.profile.model, "Model id to serve")->capture_default_str();
  command->add_option(
      "--profile", flags->profile,
      "Pacing, such as ttft-ms=40, token-ms=3, slots=16, run-noise=0.005; cache-blocks=1000 gives it a prefix cache");
  command->add_option(
      "--fault", flags->faults,
      "Fault to plant, such as slow=0.2, wrong, truncated=0.1, 429=0.1, hang=0.1, clump=8, die-after=30 "
      "(docs/validity.md lists them)");
  command->add_option("--stream", flags->stream,
                      "Answer every streaming request with one awkward stream, such as crlf, keep-open, "
                      "reset-at-token-5 (docs/validity.md lists them)");
  command->add_flag("--send-times", flags->options.send_times,
                    "Write into each streamed event when it was sent, for `doctor --client`");
  command->add_option("--api-key-env", flags->api_key_env,
                      "NAME of the environment variable with the key that requests must carry");
  command->add_option("--noise-seed", flags->options.noise_seed, "Seed of the run noise; 0: drawn at start and printed")
      ->capture_default_str();
  command->add_option("--announce-name", flags->options.announce_name, "Name the server gives itself")
      ->capture_default_str();
  command->add_option("--announce-version", flags->options.announce_version, "Version the server gives itself")
      ->capture_default_str();
  command->callback([=] {
    *action = [=] {
      const Result<int> code = Serve(*flags);
      if (code.ok()) return *code;
      const Redactor nothing_known;
      Console(nothing_known).PrintError(code.error());
      return ExitCodeFor(code.error().code);
    };
  });
}

}  // namespace inferproof
