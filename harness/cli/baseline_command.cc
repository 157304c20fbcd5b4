#include "harness/cli/baseline_command.h"

#include <memory>

#include "harness/cli/exit_code.h"
#include "harness/cli/with_world.h"
#include "harness/report/neutralise.h"
#include "harness/report/rows.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

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
  for (const PastAnchors& past : baseline.past_anchors) {
    text += "anchors until " + NeutraliseForLog(past.ended_at) + ", replaced by " + NeutraliseForLog(past.by) + ": " +
            NeutraliseForLog(past.reason) + "\n";
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
  CLI::App* group = app.add_subcommand("baseline", "Accept results as the baseline, prove, examine or show one");
  group->require_subcommand(1);
  AddBaselineUpdate(*group, command_line, action);
  AddBaselineCheck(*group, action);
  AddBaselineDoctor(*group, action);
  CLI::App* show = group->add_subcommand("show", "Print a baseline");
  auto path = std::make_shared<std::string>();
  show->add_option("file", *path, "Baseline file")->required();
  show->callback([=] { *action = [=] { return WithWorld([&](RealWorld& world) { return Show(world, *path); }); }; });
}

}  // namespace inferproof
