#include "harness/cli/ci_output.h"

#include <utility>

#include "harness/json/canonical.h"
#include "harness/json/redact.h"
#include "harness/report/neutralise.h"

namespace inferproof {
namespace {

// GitHub takes 1 MiB of summaries from a step and drops all of them when there is more.
constexpr std::size_t kMostSummary = 1'000'000;

std::string BuildkiteStyle(FindingLevel level) {
  switch (level) {
    case FindingLevel::kError:
      return "error";
    case FindingLevel::kWarning:
      return "warning";
    case FindingLevel::kNotice:
      return "success";
  }
  return "info";
}

}  // namespace

CiOutput::CiOutput(RealWorld& world, CiSystem ci) : world_(world), ci_(ci) {
  const std::string workspace = CiWorkspace(*world.environment, ci);
  Result<std::string> root = world.files.Canonical(workspace.empty() ? "." : workspace);
  if (root.ok()) root_ = std::move(root).value();
}

std::string CiOutput::Placed(const std::string& path) const {
  if (path.empty() || root_.empty() || !world_.files.Exists(path)) return "";
  const Result<std::string> absolute = world_.files.Canonical(path);
  if (!absolute.ok() || !absolute->starts_with(root_ + "/")) return "";
  return absolute->substr(root_.size() + 1);
}

void CiOutput::Anchor(Verdict& verdict) const {
  const auto place = [this](std::string& file, int& line) {
    file = Placed(file);
    if (file.empty()) line = 0;
  };
  for (ScenarioVerdict& scenario : verdict.scenarios) {
    place(scenario.file, scenario.line);
    for (MetricVerdict& metric : scenario.metrics) place(metric.file, metric.line);
  }
  for (CaseVerdict& judged : verdict.cases) place(judged.file, judged.line);
}

std::vector<Finding> CiOutput::Findings(const Report& report) const {
  std::vector<Finding> findings = FindingsOf(report);
  // Before it is escaped for a format: a secret that was escaped would not be known again.
  for (Finding& finding : findings) {
    finding.title = world_.redactor.Clean(finding.title);
    finding.message = world_.redactor.Clean(finding.message);
  }
  return findings;
}

std::vector<Finding> CiOutput::Findings(const FailureReport& failure) const {
  std::vector<Finding> findings = FindingsOf(failure);
  for (Finding& finding : findings) {
    finding.message = world_.redactor.Clean(finding.message);
    finding.file = Placed(finding.file);
    if (finding.file.empty()) finding.line = 0;
  }
  return findings;
}

void CiOutput::Write(const std::string& path, const Result<std::string>& text) const {
  const Status written = text.ok() ? world_.files.WriteAtomic(path, world_.redactor.Clean(*text)) : text.error();
  if (!written.ok()) world_.console.PrintError(written.error());
}

void CiOutput::WriteFindings(const std::string& directory, const std::string& fallback_file,
                             const std::vector<Finding>& findings) const {
  if (ci_ == CiSystem::kGitlab) {
    Write(JoinPath(directory, "gl-code-quality.json"), WriteCanonical(GitlabCodeQuality(findings, fallback_file)));
  } else if (ci_ == CiSystem::kJenkins) {
    Write(JoinPath(directory, "jenkins-warnings.json"), WriteCanonical(JenkinsWarnings(findings, fallback_file)));
  }
}

void CiOutput::WriteFiles(const Report& report) const {
  const std::string& suite = report.suite_file;
  WriteFindings(report.result_directory, suite.empty() ? NeutraliseForLog(report.result.suite_path) : suite,
                Findings(report));
  if (ci_ == CiSystem::kBuildkite) {
    Write(JoinPath(report.result_directory, "buildkite.md"), RenderJobSummary(report));
  }
}

void CiOutput::WriteFiles(const FailureReport& failure) const {
  const std::string suite = Placed(failure.suite);
  WriteFindings(failure.result_directory, suite.empty() ? NeutraliseForLog(failure.suite) : suite, Findings(failure));
  if (ci_ == CiSystem::kBuildkite) {
    Write(JoinPath(failure.result_directory, "buildkite.md"), RenderJobSummary(failure));
  }
}

void CiOutput::PrintFindings(const std::vector<Finding>& findings, const std::string& directory,
                             const std::string& context) const {
  if (findings.empty()) return;
  switch (ci_) {
    case CiSystem::kNone:
      return;
    case CiSystem::kGithub:
      return world_.console.Print(RenderGithubAnnotations(findings));
    case CiSystem::kAzure:
      return world_.console.Print(RenderAzureCommands(findings, root_));
    case CiSystem::kTeamcity:
      return world_.console.Print(RenderTeamcityMessages(findings));
    case CiSystem::kBuildkite:
      world_.console.Print(RenderPlainAnnotations(findings));
      if (directory.empty() || !world_.files.Exists(JoinPath(directory, "buildkite.md"))) return;
      return world_.console.Print("annotate: buildkite-agent annotate --style " +
                                  BuildkiteStyle(findings.front().level) + " --context " + context + " < " +
                                  NeutraliseForLog(JoinPath(directory, "buildkite.md")) + "\n");
    case CiSystem::kPlain:
    case CiSystem::kGitlab:
    case CiSystem::kJenkins:
      return world_.console.Print(RenderPlainAnnotations(findings));
  }
}

void CiOutput::AppendTo(const std::string& variable, const std::string& text, std::size_t most) const {
  const std::string path = world_.environment->Get(variable).value_or("");
  if (path.empty() || text.empty()) return;
  const Result<std::string> before = world_.files.Read(path);
  if (before.ok() && before->size() + text.size() > most) {
    return world_.console.PrintError(MakeError(ErrorCode::kIo, variable, "is full; the rest is in report.md"));
  }
  Result<std::unique_ptr<Appender>> file = world_.files.OpenAppend(path);
  const Status written = file.ok() ? (*file)->Append(world_.redactor.Clean(text)) : Status(file.error());
  if (!written.ok()) world_.console.PrintError(written.error());
}

void CiOutput::PrintOutputs(const std::string& verdict, int exit_code, const std::string& directory) const {
  const std::string report = directory.empty() ? "" : JoinPath(directory, "report.md");
  const bool written = !report.empty() && world_.files.Exists(report);
  if (ci_ == CiSystem::kGithub) {
    AppendTo("GITHUB_OUTPUT",
             RenderGithubOutputs({{"verdict", verdict},
                                  {"exit_code", std::to_string(exit_code)},
                                  {"result_directory", directory},
                                  {"report", written ? report : ""}}),
             kMostSummary);
  }
  if (ci_ != CiSystem::kAzure) return;
  world_.console.Print(RenderAzureVariables({{"inferproofVerdict", verdict},
                                             {"inferproofExitCode", std::to_string(exit_code)},
                                             {"inferproofResultDirectory", NeutraliseForLog(directory)}}));
  const Result<std::string> absolute = world_.files.Canonical(report);
  if (written && absolute.ok()) world_.console.Print(RenderAzureSummary(NeutraliseForLog(*absolute, 4000)));
}

void CiOutput::Print(const Report& report) const {
  if (!report.verdict) return;
  PrintOutputs(VerdictName(report.verdict->word), report.exit_code, report.result_directory);
  if (ci_ == CiSystem::kGithub) AppendTo("GITHUB_STEP_SUMMARY", RenderJobSummary(report), kMostSummary);
  PrintFindings(Findings(report), report.result_directory,
                "inferproof-" + NeutraliseForLog(report.result.suite_name, 64));
}

void CiOutput::Print(const FailureReport& failure) const {
  PrintOutputs("error", failure.exit_code, failure.result_directory);
  if (ci_ == CiSystem::kGithub) AppendTo("GITHUB_STEP_SUMMARY", RenderJobSummary(failure), kMostSummary);
  PrintFindings(Findings(failure), failure.result_directory, "inferproof");
}

}  // namespace inferproof
