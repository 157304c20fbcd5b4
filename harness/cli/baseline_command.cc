#include <memory>
#include <utility>

#include "harness/base/number.h"
#include "harness/base/shell.h"
#include "harness/base/text.h"
#include "harness/baseline/baseline.h"
#include "harness/cli/commands.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/with_world.h"
#include "harness/os/process.h"
#include "harness/report/neutralise.h"
#include "harness/report/rows.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

struct UpdateFlags {
  std::vector<std::string> results;
  std::string reason;
  std::string by;
  std::string baselines = "baselines";
  bool append = false;
  bool dry_run = false;
  std::vector<std::string> accepted_cases;
};

std::string GitOutput(const std::vector<std::string>& arguments) {
  std::vector<std::string> argv = {"git"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const Result<std::string> output = RunForOutput(argv, std::chrono::seconds(5));
  return output.ok() ? std::string(TrimAscii(*output)) : "";
}

Result<UpdateRequest> ReadRequest(RealWorld& world, const UpdateFlags& flags,
                                  const std::vector<std::string>& command_line) {
  UpdateRequest request;
  for (const std::string& path : flags.results) {
    ASSIGN_OR_RETURN(ResultFile result, LoadResult(world.files, path));
    request.results.push_back(std::move(result));
  }
  request.reason = flags.reason;
  request.by = flags.by.empty() ? GitOutput({"config", "user.name"}) : flags.by;
  request.commit = GitOutput({"rev-parse", "HEAD"});
  request.at = world.clock.Wall().Iso8601();
  request.command = command_line;
  request.append = flags.append;
  request.accepted_cases = flags.accepted_cases;
  return request;
}

// The command that gates against what is now accepted: the one that measured, with a result directory of its own.
std::string GateAgain(const std::vector<std::string>& measured) {
  std::vector<std::string> words = {"inferproof", "gate"};
  for (std::size_t i = 2; i < measured.size(); ++i) {
    if (measured[i].starts_with("--out=")) continue;
    if (measured[i] == "--out") {
      ++i;
      continue;
    }
    words.push_back(ShellQuoted(measured[i]));
  }
  return Join(words, " ");
}

Result<int> Update(RealWorld& world, const UpdateFlags& flags, const std::vector<std::string>& command_line) {
  ASSIGN_OR_RETURN(const UpdateRequest request, ReadRequest(world, flags, command_line));
  const ResultFile& first = request.results.front();
  const std::string path = BaselinePath(flags.baselines, first.target_name, first.environment, first.suite_name);
  ASSIGN_OR_RETURN(const std::optional<Baseline> old, LoadBaseline(world.files, path));
  ASSIGN_OR_RETURN(const UpdateOutcome outcome, UpdateBaseline(old, request));
  ASSIGN_OR_RETURN(const std::string text, WriteBaseline(outcome.baseline));
  for (const std::string& change : outcome.changes) world.console.Print(NeutraliseForLog(change) + "\n");
  for (const std::string& note : outcome.notes) world.console.Print("note: " + NeutraliseForLog(note) + "\n");
  if (flags.dry_run) {
    world.console.Print("not written (--dry-run): " + path + "\n");
    return kExitPass;
  }
  RETURN_IF_ERROR(world.files.MakeDirectories(DirectoryOf(path)));
  RETURN_IF_ERROR(world.files.WriteAtomic(path, world.redactor.Clean(text)));
  world.console.Print("wrote " + NeutraliseForLog(path) + ": commit it with the change that explains it\n");
  world.console.Print("next:    " + NeutraliseForLog(GateAgain(first.command_line), 600) + "\n");
  return kExitPass;
}

Result<int> Show(RealWorld& world, const std::string& path) {
  ASSIGN_OR_RETURN(const std::optional<Baseline> loaded, LoadBaseline(world.files, path));
  if (!loaded) return MakeError(ErrorCode::kConfig, path, "no such baseline");
  const Baseline& baseline = *loaded;
  std::string text = NeutraliseForLog(baseline.suite) + " v" + std::to_string(baseline.suite_version) + " on " +
                     NeutraliseForLog(baseline.target) + "/" + NeutraliseForLog(baseline.environment) + ", " +
                     std::to_string(baseline.sessions.size()) + " session(s), accepted " +
                     NeutraliseForLog(baseline.acceptance.at) + " by " + NeutraliseForLog(baseline.acceptance.by) +
                     ": " + NeutraliseForLog(baseline.acceptance.reason) + "\n";
  for (const auto& [name, value] : baseline.fingerprint)
    text += "  " + NeutraliseForLog(name) + ": " + NeutraliseForLog(value) + "\n";
  for (const BaselineSession& session : baseline.sessions) {
    for (const auto& [scenario, metrics] : session.values) {
      for (const auto& [metric, values] : metrics) {
        const MetricDefinition* definition = FindMetric(metric);
        text += NeutraliseForLog(session.session_id, 8) + "  " + NeutraliseForLog(scenario, 64) + "  " +
                NeutraliseForLog(metric, 64) + "  " +
                FormatValue(Mean(values), definition == nullptr ? "" : definition->unit) + " (" +
                std::to_string(values.size()) + " runs)\n";
      }
    }
  }
  for (const auto& [id, known] : baseline.cases) {
    text += "case " + NeutraliseForLog(id, 80) + ": " + CaseClassName(known.case_class) + " (" +
            std::to_string(known.passes) + " of " + std::to_string(known.asks) + ")\n";
  }
  world.console.Print(text);
  return kExitPass;
}

}  // namespace

void AddBaselineCommand(CLI::App& app, const std::vector<std::string>& command_line, Action* action) {
  CLI::App* group = app.add_subcommand("baseline", "Accept results as the baseline, or show one");
  group->require_subcommand(1);
  CLI::App* update =
      group->add_subcommand("update", "Write the baseline from results, one a session; nothing else ever writes it");
  auto flags = std::make_shared<UpdateFlags>();
  update->add_option("results", flags->results, "Result directories or result.json files")->required();
  update->add_option("--reason", flags->reason, "Why this is the new normal; kept in the file")->required();
  update->add_option("--by", flags->by, "Who accepts it; default: git's user.name");
  update->add_option("--baselines", flags->baselines, "Directory of committed baselines")->capture_default_str();
  update->add_flag("--append", flags->append, "Add sessions of the same fingerprint to those that are there");
  update->add_option("--accept-case", flags->accepted_cases,
                     "Id of a quality case that passed before and may fail now");
  update->add_flag("--dry-run", flags->dry_run, "Print what would change and write nothing");
  update->callback([=] {
    *action = [=] { return WithWorld([&](RealWorld& world) { return Update(world, *flags, command_line); }); };
  });
  CLI::App* show = group->add_subcommand("show", "Print a baseline");
  auto path = std::make_shared<std::string>();
  show->add_option("file", *path, "Baseline file")->required();
  show->callback([=] { *action = [=] { return WithWorld([&](RealWorld& world) { return Show(world, *path); }); }; });
}

}  // namespace inferproof
