#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/shell.h"
#include "harness/base/text.h"
#include "harness/cli/commands.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/with_world.h"
#include "harness/init/plan.h"
#include "harness/report/neutralise.h"

namespace inferproof {
namespace {

struct InitFlags {
  std::string directory = ".";
  InitChoice choice;
  std::string ci = "auto";
  bool dry_run = false;
  bool force = false;
};

std::string ReadOrNothing(FileSystem& files, const std::string& path) {
  const Result<std::string> text = files.Read(path);
  return text.ok() ? *text : "";
}

RepositoryFacts LookAround(FileSystem& files, const std::string& directory) {
  RepositoryFacts facts;
  facts.git_config = ReadOrNothing(files, JoinPath(directory, ".git/config"));
  std::vector<std::string> paths = CiMarkerPaths();
  for (const std::string& path : InitMarkerPaths()) paths.push_back(path);
  for (const std::string& path : paths) {
    if (files.Exists(JoinPath(directory, path))) facts.present.insert(path);
  }
  return facts;
}

enum class Change { kCreate, kExtend, kReplace, kNone };

const char* ChangeName(Change change) {
  switch (change) {
    case Change::kCreate:
      return "create";
    case Change::kExtend:
      return "extend";
    case Change::kReplace:
      return "replace";
    case Change::kNone:
      return "keep";
  }
  return "keep";
}

Result<Change> ChangeOf(FileSystem& files, const std::string& path, const InitFile& file) {
  if (!files.Exists(path)) return Change::kCreate;
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  if (text == file.text) return Change::kNone;
  return file.extends ? Change::kExtend : Change::kReplace;
}

// All or nothing: one file that would be lost keeps every file from being written.
Status RefuseConflicts(const std::vector<std::string>& conflicts) {
  if (conflicts.empty()) return {};
  return MakeError(ErrorCode::kUsage, "init", "would replace " + Join(conflicts, ", ") + "; nothing was written",
                   "Move them away, or give --force to replace them");
}

Status WriteAll(FileSystem& files, const InitFlags& flags, const std::vector<InitFile>& planned,
                const std::vector<Change>& changes) {
  std::vector<std::string> created;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (changes[i] == Change::kNone) continue;
    const std::string path = JoinPath(flags.directory, planned[i].path);
    Status written = files.MakeDirectories(DirectoryOf(path));
    if (written.ok()) written = files.WriteAtomic(path, planned[i].text);
    if (!written.ok()) {
      for (const std::string& one : created) (void)files.Remove(one).ok();
      return written;
    }
    if (changes[i] == Change::kCreate) created.push_back(path);
  }
  return {};
}

Result<int> Init(RealWorld& world, const InitFlags& flags) {
  const RepositoryFacts facts = LookAround(world.files, flags.directory);
  InitChoice choice = flags.choice;
  const DetectedCi detected = DetectCiSystem(facts);
  choice.ci = flags.ci == "auto" ? detected.name : flags.ci;
  ASSIGN_OR_RETURN(const InitPlan plan,
                   PlanInit(choice, facts, ReadOrNothing(world.files, JoinPath(flags.directory, ".gitignore"))));
  std::vector<Change> changes;
  std::vector<std::string> conflicts;
  for (const InitFile& file : plan.files) {
    ASSIGN_OR_RETURN(const Change change, ChangeOf(world.files, JoinPath(flags.directory, file.path), file));
    changes.push_back(change);
    if (change == Change::kReplace) conflicts.push_back(file.path);
  }
  if (!flags.force) RETURN_IF_ERROR(RefuseConflicts(conflicts));
  if (!flags.dry_run) RETURN_IF_ERROR(WriteAll(world.files, flags, plan.files, changes));

  std::string text = "CI: " + choice.ci;
  text += flags.ci == "auto" ? " (" + NeutraliseForLog(detected.because) + "; --ci names another)\n" : "\n";
  for (std::size_t i = 0; i < plan.files.size(); ++i)
    text += std::string(ChangeName(changes[i])) + "  " + plan.files[i].path + "\n";
  for (const std::string& note : plan.notes) text += "note: " + note + "\n";
  const std::string there = flags.directory == "." ? "" : "cd " + ShellQuoted(flags.directory) + " && ";
  text += flags.dry_run ? "nothing was written (--dry-run)\n"
                        : "next:    " + NeutraliseForLog(there + plan.next_command, 600) + "\n";
  world.console.Print(text);
  return kExitPass;
}

}  // namespace

void AddInitCommand(CLI::App& app, Action* action) {
  CLI::App* command =
      app.add_subcommand("init", "Write what a new repository needs: suite, target, quality cases and the CI workflow");
  auto flags = std::make_shared<InitFlags>();
  command->add_option("directory", flags->directory, "Root of the repository")->capture_default_str();
  command
      ->add_option("--engine", flags->choice.engine,
                   "What is measured; default: endpoint when --endpoint is given, else the reference engine")
      ->check(CLI::IsMember(EngineNames()));
  command->add_option("--endpoint", flags->choice.endpoint, "Base URL of an OpenAI-compatible endpoint that is there");
  command->add_option("--model", flags->choice.model, "Model id, as the server knows it");
  command->add_option("--api-key-env", flags->choice.api_key_env,
                      "NAME of the environment variable that holds the API key");
  std::vector<std::string> systems = CiSystemNames();
  systems.insert(systems.begin(), "auto");
  command->add_option("--ci", flags->ci, "Whose workflow to write")
      ->check(CLI::IsMember(systems))
      ->capture_default_str();
  command->add_option("--source", flags->choice.source,
                      "OWNER/NAME@COMMIT that GitHub workflows build inferproof from; default: two variables of the "
                      "repository");
  command->add_flag("--dry-run", flags->dry_run, "Print what would be written and write nothing");
  command->add_flag("--force", flags->force, "Replace files that are there");
  command->callback(
      [=] { *action = [=] { return WithWorld([&](RealWorld& world) { return Init(world, *flags); }); }; });
}

}  // namespace inferproof
