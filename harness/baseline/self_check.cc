#include <algorithm>
#include <string>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/check.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

constexpr char kSuccessRate[] = "success_rate";
constexpr std::size_t kLeastRuns = 2;

// The first line in which two texts differ.
void CompareForm(std::string_view text, const std::string& written, std::vector<FileDifference>& differences) {
  const std::vector<std::string> before = Split(text, '\n');
  const std::vector<std::string> after = Split(written, '\n');
  const auto line = [](const std::vector<std::string>& lines, std::size_t i) {
    return i < lines.size() ? Truncate(lines[i], 80) : std::string("nothing");
  };
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
    if (i < before.size() && i < after.size() && before[i] == after[i]) continue;
    differences.push_back({"line " + std::to_string(i + 1), line(before, i), line(after, i)});
    return;
  }
}

bool IsDigest(const std::string& text) {
  constexpr std::string_view kPrefix = "sha256:";
  if (!text.starts_with(kPrefix) || text.size() != kPrefix.size() + 16) return false;
  return text.find_first_not_of("0123456789abcdef", kPrefix.size()) == std::string::npos;
}

class SelfCheck {
 public:
  explicit SelfCheck(const Baseline& baseline) : baseline_(baseline) {}

  std::vector<FileDifference> Run() {
    CheckDigest("suite_digest", baseline_.suite_digest);
    for (const auto& [name, scenario] : baseline_.scenarios)
      CheckDigest("scenarios." + name + ".plan_digest", scenario.plan_digest);
    CheckSessions();
    CheckCases();
    return std::move(differences_);
  }

 private:
  void Add(const std::string& path, std::string committed, std::string would_be) {
    differences_.push_back({path, Truncate(committed, 80), std::move(would_be)});
  }

  void CheckDigest(const std::string& path, const std::string& digest) {
    if (!IsDigest(digest)) Add(path, digest, "sha256: and 16 hex digits");
  }

  void CheckSessions() {
    for (std::size_t i = 0; i < baseline_.sessions.size(); ++i) {
      const BaselineSession& session = baseline_.sessions[i];
      const std::string path = "sessions[" + std::to_string(i) + "]";
      CheckDigest(path + ".result_digest", session.result_digest);
      if (i > 0 && OlderSession(session, baseline_.sessions[i - 1]))
        Add(path + ".measured_at", session.measured_at, "after the session before it");
      for (const auto& [scenario, metrics] : session.values)
        CheckMetrics(path + ".values." + scenario, scenario, metrics);
    }
  }

  static std::size_t MostValues(const std::map<std::string, std::vector<double>>& metrics) {
    std::size_t most = 0;
    for (const auto& [metric, values] : metrics) most = std::max(most, values.size());
    return most;
  }

  void CheckMetrics(const std::string& path, const std::string& scenario,
                    const std::map<std::string, std::vector<double>>& metrics) {
    const auto rate = metrics.find(kSuccessRate);
    // A file of another tool may not say how many requests failed.
    const bool stated = rate != metrics.end();
    if (!stated && baseline_.suite != kImportedSuite)
      return Add(path + "." + kSuccessRate, "nothing", "1 for each run");
    const std::size_t runs = stated ? rate->second.size() : MostValues(metrics);
    if (runs < kLeastRuns) Add(path, std::to_string(runs) + " run", "at least " + std::to_string(kLeastRuns) + " runs");
    for (const auto& [metric, values] : metrics) CheckValues(path + "." + metric, scenario, metric, values, runs);
  }

  void CheckValues(const std::string& path, const std::string& scenario, const std::string& metric,
                   const std::vector<double>& values, std::size_t runs) {
    if (baseline_.metric_definitions == kMetricDefinitionsVersion && FindMetric(metric) == nullptr)
      Add(path, "a metric of that name", "nothing: no such metric is defined");
    if (values.size() > runs)
      Add(path, std::to_string(values.size()) + " values", "at most " + std::to_string(runs) + ", one for each run");
    const bool incomplete = std::any_of(values.begin(), values.end(), [](double value) { return value != 1; });
    if (metric == kSuccessRate && incomplete) Add(path, "a value that is not 1", "1: only complete runs are accepted");
    const auto anchors = baseline_.anchors.find(scenario);
    if (anchors == baseline_.anchors.end() || !anchors->second.contains(metric)) {
      Add("anchors." + scenario + "." + metric, "nothing", FormatShortest(*AcceptedMean(baseline_, scenario, metric)));
    }
  }

  void CheckCases() {
    for (const auto& [id, entry] : baseline_.cases) {
      CheckDigest("cases." + id + ".digest", entry.digest);
      const CaseClass expected = ClassifyCounts(entry.asks, entry.passes);
      if (entry.case_class == expected) continue;
      Add("cases." + id + ".class", CaseClassName(entry.case_class),
          CaseClassName(expected) + ", as " + std::to_string(entry.passes) + " of " + std::to_string(entry.asks) +
              " passed");
    }
  }

  const Baseline& baseline_;
  std::vector<FileDifference> differences_;
};

}  // namespace

Result<std::vector<FileDifference>> CheckBaselineFile(std::string_view text, const Baseline& baseline) {
  ASSIGN_OR_RETURN(const std::string written, WriteBaseline(baseline));
  std::vector<FileDifference> differences;
  if (text != written) CompareForm(text, written, differences);
  const std::vector<FileDifference> inside = SelfCheck(baseline).Run();
  differences.insert(differences.end(), inside.begin(), inside.end());
  return differences;
}

}  // namespace inferproof
