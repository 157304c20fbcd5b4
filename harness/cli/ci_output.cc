#include "harness/cli/ci_output.h"

#include <utility>

namespace inferproof {
namespace {

void WriteSummary(RealWorld& world, const Report& report) {
  const std::optional<std::string> path = world.environment->Get("GITHUB_STEP_SUMMARY");
  if (!path || path->empty()) return;
  Result<std::unique_ptr<Appender>> summary = world.files.OpenAppend(*path);
  Status written =
      summary.ok() ? (*summary)->Append(world.redactor.Clean(RenderJobSummary(report))) : Status(summary.error());
  if (!written.ok()) world.console.PrintError(written.error());
}

void Anchor(RealWorld& world, std::string& file, int& line) {
  if (file.empty()) return;
  file = world.RepositoryPath(file).value_or("");
  if (file.empty()) line = 0;
}

}  // namespace

std::string DetectCi(const Environment& environment, const std::string& asked) {
  if (asked != "auto") return asked;
  return environment.Get("GITHUB_ACTIONS") == "true" ? "github" : "none";
}

void PrintForCi(RealWorld& world, const std::string& ci, const Report& report) {
  if (ci != "github") return;
  world.console.Print(RenderGithubAnnotations(report));
  WriteSummary(world, report);
}

void PrintErrorForCi(RealWorld& world, const std::string& ci, const Error& error) {
  if (ci == "github") world.console.Print(RenderGithubError(error));
}

void AnchorInRepository(RealWorld& world, Verdict& verdict) {
  for (ScenarioVerdict& scenario : verdict.scenarios) {
    Anchor(world, scenario.file, scenario.line);
    for (MetricVerdict& metric : scenario.metrics) Anchor(world, metric.file, metric.line);
  }
  for (CaseVerdict& judged : verdict.cases) Anchor(world, judged.file, judged.line);
}

}  // namespace inferproof
