#include "harness/cli/doctor_output.h"

#include <algorithm>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/neutralise.h"
#include "harness/report/text_table.h"

namespace inferproof {
namespace {

std::string InPercent(double share) { return FormatFixed(100 * share, share > 0 && share < 0.1 ? 1 : 0) + " %"; }

// "98 % (95-99)"
std::string RateInWords(const Rate& rate) {
  if (rate.trials == 0) return "-";
  const Bounds bounds = rate.bounds();
  return InPercent(rate.share()) + " (" + FormatFixed(100 * bounds.lo, 0) + "-" + FormatFixed(100 * bounds.hi, 0) + ")";
}

// Up to the first that is always caught: what is larger is too, and stands in the JSON.
std::string DosesInWords(const GateCheck& check) {
  std::vector<std::string> parts;
  for (const CaughtDose& dose : check.doses) {
    parts.push_back(dose.what + ": " + RateInWords(dose.caught));
    const bool sized = check.subject != "presence" && check.subject != "quality cases";
    if (sized && dose.caught.trials > 0 && dose.caught.hits == dose.caught.trials) break;
  }
  return Join(parts, ", ");
}

std::string NameOf(const GateCheck& check) {
  return check.scenario.empty() ? check.subject : check.scenario + " " + check.subject;
}

void AddLive(const std::vector<LiveGate>& live, std::string& text) {
  if (live.empty()) return;
  text += "\nlive gates against the reference engine (paced, not a model):\n";
  TextTable table({"planted", "expected", "verdict", "", "says"}, {false, false, false, false, false});
  for (const LiveGate& gate : live) {
    table.AddRow({gate.planted, gate.expected_red ? "red" : "not red", gate.word, gate.ok ? "ok" : "NOT SEEN",
                  NeutraliseForLog(gate.headline, 100)});
  }
  for (const std::string& line : table.Lines()) text += line + "\n";
}

Json RateToJson(const Rate& rate) {
  const Bounds bounds = rate.trials > 0 ? rate.bounds() : Bounds();
  return {{"hits", rate.hits}, {"trials", rate.trials}, {"lo", bounds.lo}, {"hi", bounds.hi}};
}

Json CheckToJson(const GateCheck& check) {
  Json doses = Json::array();
  for (const CaughtDose& dose : check.doses) {
    doses.push_back({{"planted", dose.what}, {"caught", RateToJson(dose.caught)}});
  }
  Json json = {{"subject", check.subject},
               {"role", check.role},
               {"false_alarms", RateToJson(check.false_alarms)},
               {"doses", std::move(doses)}};
  if (!check.scenario.empty()) json["scenario"] = check.scenario;
  if (check.band) json["band"] = *check.band;
  if (check.why) json["inert"] = {{"why", *check.why}, {"advice", check.advice}};
  return json;
}

}  // namespace

std::string RenderDoctor(const GateReport& report, const std::vector<LiveGate>& live) {
  const std::string against =
      report.with_base ? "interleaved with a base" : "against " + std::to_string(report.sessions) + " stored sessions";
  std::string text = "\n" + std::to_string(report.judged) + " gates judged, " + against + ", made of " +
                     std::to_string(report.recorded_runs) + " recorded runs of " + NeutraliseForLog(report.source) +
                     "; typically " + FormatFixed(report.typical_runs, 0) + " runs a side\n\n";
  TextTable table({"gate", "role", "", "band", "red, nothing planted", "planted: caught (95 %)"},
                  {false, false, false, true, false, false});
  for (const GateCheck& check : report.checks) {
    table.AddRow({NameOf(check), check.role, check.why ? "INERT" : "ok",
                  check.band ? FormatPercent(*check.band).substr(1) : "", RateInWords(check.false_alarms),
                  DosesInWords(check)});
  }
  for (const std::string& line : table.Lines()) text += line + "\n";
  text += "\nthe whole gate with nothing planted: red in " + RateInWords(report.false_alarms) + "\n";
  AddLive(live, text);
  for (const GateCheck& check : report.checks) {
    if (check.why) {
      text += "\ninert: " + NameOf(check) + ": " + NeutraliseForLog(*check.why, 300) + "\n  " + check.advice + "\n";
    }
  }
  const bool seen = std::all_of(live.begin(), live.end(), [](const LiveGate& gate) { return gate.ok; });
  if (!seen) text += "\na live gate did not say what it should: see the table\n";
  if (report.sound() && seen) text += "\nevery gate can fail\n";
  return text;
}

Json DoctorToJson(const GateReport& report, const std::vector<LiveGate>& live, const std::string& suite,
                  std::uint64_t seed) {
  Json checks = Json::array();
  for (const GateCheck& check : report.checks) checks.push_back(CheckToJson(check));
  Json played = Json::array();
  for (const LiveGate& gate : live) {
    played.push_back({{"planted", gate.planted},
                      {"expected_red", gate.expected_red},
                      {"verdict", gate.word},
                      {"headline", gate.headline},
                      {"ok", gate.ok}});
  }
  return {{"schema", "inferproof.doctor/1"},
          {"suite", suite},
          {"seed", seed},
          {"source", report.source},
          {"recorded_runs", report.recorded_runs},
          {"sessions", report.sessions},
          {"with_base", report.with_base},
          {"gates_judged", report.judged},
          {"typical_runs", report.typical_runs},
          {"false_alarms", RateToJson(report.false_alarms)},
          {"checks", std::move(checks)},
          {"live", std::move(played)}};
}

}  // namespace inferproof
