#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/baseline/doctor.h"

namespace inferproof {
namespace {

std::string Percent(double share) { return FormatFixed(share * 100, share < 0.01 ? 2 : 1) + " %"; }

std::string SpreadInWords(const Diagnosis& diagnosis) {
  std::string text = "run spread ";
  text += diagnosis.run_spread ? Percent(*diagnosis.run_spread) : std::string("not known: one run a session");
  text += "; session spread ";
  if (!diagnosis.session_spread) return text + "not known: one session";
  return text + Percent(diagnosis.session_spread->value) + " from " + std::to_string(diagnosis.sessions) +
         " sessions (90 % sure: " + Percent(diagnosis.session_spread->lo) + " to " +
         Percent(diagnosis.session_spread->hi) + ")";
}

std::string PatternInWords(const Diagnosis& diagnosis) {
  std::string text = "lag-1 autocorrelation ";
  if (const auto& found = diagnosis.autocorrelation) {
    text += FormatFixed(found->value, 2) + " (by chance " + FormatFixed(found->expected - found->limit, 2) + " to " +
            FormatFixed(found->expected + found->limit, 2) + ")";
  } else {
    text += "not known: too few runs";
  }
  text += "; bimodality ";
  if (!diagnosis.bimodality) return text + "not known: fewer than " + std::to_string(kFewestForBimodality) + " runs";
  return text + FormatFixed(*diagnosis.bimodality, 2) + " (two heaps above 0.56)";
}

// Which of the two would narrow the interval: more runs, or more requests in each.
std::string LimitInWords(const Diagnosis& diagnosis) {
  if (!diagnosis.request_error || !diagnosis.run_spread || *diagnosis.run_spread <= 0)
    return "limit: not known (give result directories that hold samples.jsonl)";
  const double ratio = *diagnosis.request_error / *diagnosis.run_spread;
  const std::string share = FormatFixed(std::min(1.0, ratio * ratio) * 100, 0) + " %";
  if (ratio * ratio < 0.5)
    return "limit: runs; the requests of one run explain " + share + " of the spread between runs, so more runs help";
  return "limit: requests a run; they explain " + share + " of the spread between runs, so longer runs help";
}

std::string DetectableInWords(const Diagnosis& diagnosis) {
  std::vector<std::string> parts;
  if (diagnosis.stored_from)
    parts.push_back("stored baseline " + Percent(*diagnosis.stored_from) + " (" + std::to_string(diagnosis.sessions) +
                    " session" + (diagnosis.sessions == 1 ? ")" : "s)"));
  for (const Diagnosis::Detectable& look : diagnosis.interleaved_from)
    parts.push_back("beside a base at " + std::to_string(look.runs) + " runs a side " + Percent(look.from));
  return "finds with 90 % probability: " + Join(parts, ", ");
}

}  // namespace

std::vector<std::string> DiagnosisInWords(const Diagnosis& diagnosis) {
  std::vector<std::string> lines = {diagnosis.scenario + "  " + diagnosis.metric + "  " +
                                    std::to_string(diagnosis.runs) + " runs in " + std::to_string(diagnosis.sessions) +
                                    " session" + (diagnosis.sessions == 1 ? "" : "s")};
  lines.push_back("  " + SpreadInWords(diagnosis));
  lines.push_back("  " + PatternInWords(diagnosis));
  lines.push_back("  " + LimitInWords(diagnosis));
  lines.push_back(diagnosis.band ? "  band " + Percent(*diagnosis.band) + "; " + DetectableInWords(diagnosis)
                                 : std::string("  band not known: give --suite"));
  for (const std::string& warning : diagnosis.warnings) lines.push_back("  warning: " + warning);
  return lines;
}

}  // namespace inferproof
