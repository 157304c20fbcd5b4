#include <memory>
#include <utility>

#include "harness/base/shell.h"
#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/anchors.h"
#include "harness/cli/any_result.h"
#include "harness/cli/baseline_command.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/suite_rules.h"
#include "harness/cli/with_world.h"
#include "harness/gate/gate.h"
#include "harness/import/import.h"
#include "harness/os/process.h"
#include "harness/report/neutralise.h"

namespace inferproof {
namespace {

struct UpdateFlags {
  std::vector<std::string> results;
  std::string reason;
  std::string by;
  std::string baselines = "baselines";
  std::optional<std::string> message;
  bool append = false;
  bool new_anchor = false;
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
    ASSIGN_OR_RETURN(ResultFile result, LoadAnyResult(world, path));
    request.results.push_back(std::move(result));
  }
  request.reason = flags.reason;
  request.by = flags.by.empty() ? GitOutput({"config", "user.name"}) : flags.by;
  request.commit = GitOutput({"rev-parse", "HEAD"});
  request.at = world.clock.Wall().Iso8601();
  request.command = command_line;
  request.append = flags.append;
  request.new_anchor = flags.new_anchor;
  request.accepted_cases = flags.accepted_cases;
  return request;
}

// The message, line by line harmless in a log, and without the secrets that this program knows.
std::string SafeMessage(const RealWorld& world, const UpdateOutcome& outcome) {
  std::string safe;
  for (const std::string& line : Split(CommitMessage(outcome), '\n')) safe += NeutraliseForLog(line, 500) + "\n";
  return world.redactor.Clean(safe.substr(0, safe.size() - 1));
}

Result<std::vector<std::string>> Drift(RealWorld& world, const ResultFile& result, const Baseline& baseline) {
  ASSIGN_OR_RETURN(const SuiteRules rules, RulesFor(world, std::nullopt, result));
  return DriftBeyondBands(baseline, [&](const std::string& scenario, const std::string& metric) -> std::optional<Band> {
    for (const ScenarioSummary& summary : result.scenarios) {
      if (summary.name != scenario) continue;
      const EffectiveRule rule = RuleFor(rules.suite, summary, metric);
      if (rule.role == Role::kGate) return rule.band;
    }
    return std::nullopt;
  });
}

// The command that gates against what is now accepted: the one that measured, with a result directory of its own; for
// what another tool measured, a comparison.
std::string GateAgain(const ResultFile& result, const std::string& baseline) {
  if (IsImported(result)) return "inferproof compare " + ShellQuoted(baseline) + " CANDIDATE";
  const std::vector<std::string>& measured = result.command_line;
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
  ASSIGN_OR_RETURN(const std::vector<std::string> drift, Drift(world, first, outcome.baseline));
  const std::string message = SafeMessage(world, outcome);
  world.console.Print(message);
  for (const std::string& line : drift) world.console.Print("warning: " + NeutraliseForLog(line) + "\n");
  if (flags.dry_run) {
    world.console.Print("not written (--dry-run): " + NeutraliseForLog(path) + "\n");
    return kExitPass;
  }
  RETURN_IF_ERROR(world.files.MakeDirectories(DirectoryOf(path)));
  RETURN_IF_ERROR(world.files.WriteAtomic(path, world.redactor.Clean(text)));
  if (flags.message) RETURN_IF_ERROR(world.files.WriteAtomic(*flags.message, message));
  world.console.Print("wrote " + NeutraliseForLog(path) + ": commit it with the change that explains it\n");
  world.console.Print("next:    " + NeutraliseForLog(world.redactor.Clean(GateAgain(first, path)), 600) + "\n");
  return kExitPass;
}

}  // namespace

void AddBaselineUpdate(CLI::App& group, const std::vector<std::string>& command_line, Action* action) {
  CLI::App* update =
      group.add_subcommand("update", "Write the baseline from results, one a session; nothing else ever writes it");
  auto flags = std::make_shared<UpdateFlags>();
  update
      ->add_option("results", flags->results,
                   "Result directories or result.json files; or a result file of another tool, or a directory of them "
                   "(one a run)")
      ->required();
  update->add_option("--reason", flags->reason, "Why this is the new normal; kept in the file")->required();
  update->add_option("--by", flags->by, "Who accepts it; default: git's user.name");
  update->add_option("--baselines", flags->baselines, "Directory of committed baselines")->capture_default_str();
  update->add_option("--message", flags->message, "File to write the body of a commit message to");
  update->add_flag("--append", flags->append, "Add sessions of the same fingerprint to those that are there");
  update->add_flag("--new-anchor", flags->new_anchor,
                   "Count drift from what is accepted now; the old anchors stay listed in the file");
  update->add_option("--accept-case", flags->accepted_cases,
                     "Id of a quality case that passed before and may fail now");
  update->add_flag("--dry-run", flags->dry_run, "Print what would change and write nothing");
  update->callback([=] {
    *action = [=] { return WithWorld([&](RealWorld& world) { return Update(world, *flags, command_line); }); };
  });
}

}  // namespace inferproof
