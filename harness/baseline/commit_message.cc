#include "harness/baseline/acceptance.h"

namespace inferproof {
namespace {

std::string SessionLine(const BaselineSession& session) {
  return "  " + session.session_id + " of " + session.measured_at + " (" + session.result_digest + ")\n";
}

std::string QualityLine(const Baseline& baseline) {
  if (baseline.cases.empty()) return "Quality: no cases\n";
  int stable = 0;
  for (const auto& [id, entry] : baseline.cases) stable += entry.case_class == CaseClass::kStablePass ? 1 : 0;
  return "Quality: " + std::to_string(stable) + " of " + std::to_string(baseline.cases.size()) +
         " cases pass in every ask and gate\n";
}

}  // namespace

std::string CommitMessage(const UpdateOutcome& outcome) {
  const Baseline& baseline = outcome.baseline;
  const Acceptance& acceptance = baseline.acceptance;
  std::string text = "Baseline of " + baseline.suite + " v" + std::to_string(baseline.suite_version) + " on " +
                     baseline.target + "/" + baseline.environment + "\n\n";
  text += "Reason: " + acceptance.reason + "\n";
  if (!acceptance.by.empty()) text += "Accepted by: " + acceptance.by + "\n";
  text += "\n";
  for (const std::string& change : outcome.changes) text += change + "\n";
  text += QualityLine(baseline);
  for (const std::string& note : outcome.notes) text += "Note: " + note + "\n";
  text += "\nSessions, oldest first:\n";
  for (const BaselineSession& session : baseline.sessions) text += SessionLine(session);
  return text;
}

}  // namespace inferproof
