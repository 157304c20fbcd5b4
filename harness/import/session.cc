#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "harness/base/digest.h"
#include "harness/base/text.h"
#include "harness/import/import.h"

namespace inferproof {
namespace {

constexpr char kNotStated[] = "not stated";
constexpr std::size_t kMostNotes = 20;

std::string StatedOr(const std::string& text) { return text.empty() ? kNotStated : text; }

std::string WorkText(const ForeignRun& run) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : run.work) parts.push_back(name + "=" + value);
  return parts.empty() ? kNotStated : Join(parts, " ");
}

Error Differ(const ForeignFile& file, const std::string& what, const std::string& first, const std::string& other) {
  return MakeError(
      ErrorCode::kIncomparable, file.path,
      "differs in " + what + " (the first file: " + Truncate(first, 120) + ", this: " + Truncate(other, 120) + ")",
      "The files of one side must be runs of one thing");
}

Status CheckSameTool(const ForeignFile& first, const ForeignFile& file) {
  if (first.format != file.format) return Differ(file, "the tool", first.format, file.format);
  if (first.model != file.model) return Differ(file, "model", StatedOr(first.model), StatedOr(file.model));
  if (first.server != file.server) {
    for (const auto& [field, fact] : file.server) {
      const auto known = first.server.find(field);
      if (known == first.server.end() || known->second.value != fact.value)
        return Differ(file, field, known == first.server.end() ? kNotStated : known->second.value, fact.value);
    }
    return Differ(file, "what it states of the server", "more", "less");
  }
  return {};
}

ScenarioSummary SummaryOf(const ForeignRun& run) {
  ScenarioSummary summary;
  summary.name = run.scenario;
  summary.concurrency = run.concurrency;
  summary.requests = run.requests;
  summary.max_tokens = run.max_tokens;
  summary.plan_digest = ShortDigest(WorkText(run));
  summary.suite_line = run.line;
  return summary;
}

RunResult RunOf(ForeignRun run, int number) {
  RunResult result;
  result.scenario = std::move(run.scenario);
  result.run = number;
  result.metrics = std::move(run.metrics);
  result.conservation = std::move(run.conservation);
  result.failures = std::move(run.failures);
  result.invalid = std::move(run.invalid);
  result.started_at = std::move(run.started_at);
  return result;
}

// Adds the runs of a file; the scenario is described by its first run, the fewest requests of all count.
Status AddRuns(ForeignFile& file, ResultFile& result, std::map<std::string, std::string>& works,
               std::map<std::string, int>& next) {
  for (ForeignRun& run : file.runs) {
    const std::string work = WorkText(run);
    const auto [known, fresh] = works.emplace(run.scenario, work);
    if (known->second != work) return Differ(file, "what was asked for in " + run.scenario, known->second, work);
    if (fresh) result.scenarios.push_back(SummaryOf(run));
    for (ScenarioSummary& summary : result.scenarios) {
      if (summary.name == run.scenario) summary.requests = std::min(summary.requests, run.requests);
    }
    if (result.measured_at == kNotStated && !run.started_at.empty()) result.measured_at = run.started_at;
    const int number = next[run.scenario]++;
    result.runs.push_back(RunOf(std::move(run), number));
  }
  return {};
}

void AddNote(ResultFile& result, const std::string& note) {
  std::vector<std::string>& notes = result.evidence.notes;
  if (notes.size() < kMostNotes && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

void DescribeServer(const ForeignFile& file, ResultFile& result) {
  result.evidence.server = file.server;
  result.evidence.client = file.client;
  result.evidence.client[kImportFormat] = {file.format, std::string(kSourceReported)};
  if (!file.model.empty()) result.evidence.server["model.id"] = {file.model, std::string(kSourceReported)};
  for (const char* field : {"engine.name", "engine.version", "hardware.gpu"})
    result.evidence.server.try_emplace(field, Fact{"", std::string(kSourceNotStated)});
}

void DescribeRuns(ResultFile& result) {
  int most = 1;
  for (const RunResult& run : result.runs) {
    most = std::max(most, run.run + 1);
    for (const std::string& warning : run.metrics.warnings) AddNote(result, run.scenario + ": " + warning);
  }
  result.runs_a_side = most;
  result.looks = {most};
}

}  // namespace

Result<ResultFile> SessionOf(std::vector<ForeignFile> files, std::string_view bytes_of_all) {
  if (files.empty()) return MakeError(ErrorCode::kUsage, "", "no file was given");
  ResultFile result;
  result.suite_name = kImportedSuite;
  result.suite_digest = ShortDigest(kImportedSuite);
  result.suite_path = files.front().path;
  result.target_name = StatedOr(files.front().model);
  result.environment = files.front().format;
  result.model = files.front().model;
  result.session_id = "import-" + ShortDigest(bytes_of_all).substr(std::string_view("sha256:").size());
  result.measured_at = kNotStated;
  result.restart = "endpoint";
  DescribeServer(files.front(), result);
  std::map<std::string, std::string> works;
  std::map<std::string, int> next;
  for (ForeignFile& file : files) {
    RETURN_IF_ERROR(CheckSameTool(files.front(), file));
    RETURN_IF_ERROR(AddRuns(file, result, works, next));
    AddNote(result, "not stated: " + Join(file.not_stated, ", "));
    for (const std::string& note : file.notes) AddNote(result, note);
  }
  for (const auto& [scenario, work] : works) AddNote(result, scenario + " was asked with: " + Truncate(work, 400));
  DescribeRuns(result);
  return result;
}

bool IsImported(const ResultFile& result) {
  return result.suite_name == kImportedSuite && result.evidence.client.contains(kImportFormat);
}

std::vector<std::string> ImportCaveats(const ResultFile& result) {
  std::vector<std::string> caveats;
  if (!IsImported(result)) return caveats;
  const std::string head =
      "imported " + result.suite_path + " (" + result.evidence.client.at(kImportFormat).value + "): ";
  for (const std::string& note : result.evidence.notes) caveats.push_back(head + note);
  return caveats;
}

}  // namespace inferproof
