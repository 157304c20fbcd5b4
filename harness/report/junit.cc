#include <utility>
#include <vector>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/findings.h"
#include "harness/report/neutralise.h"
#include "harness/report/xml.h"

namespace inferproof {
namespace {

enum class TestOutcome { kPassed, kFailure, kError, kSkipped };

struct TestCase {
  std::string classname;
  std::string name;
  TestOutcome outcome = TestOutcome::kPassed;
  std::string type;
  std::string message;  // one line
  std::string file;
  int line = 0;
};

struct TestSuite {
  std::string name;
  std::string timestamp;  // without a zone, as the format has it
  double seconds = 0;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<TestCase> cases;

  std::size_t CountOf(TestOutcome outcome) const {
    std::size_t count = 0;
    for (const TestCase& test : cases) count += test.outcome == outcome ? 1 : 0;
    return count;
  }
};

TestOutcome OutcomeOf(VerdictWord word) {
  switch (word) {
    case VerdictWord::kPass:
    case VerdictWord::kImproved:
      return TestOutcome::kPassed;
    case VerdictWord::kRegressed:
    case VerdictWord::kMissing:
      return TestOutcome::kFailure;
    case VerdictWord::kInvalid:
    case VerdictWord::kIncomparable:
      return TestOutcome::kError;
    case VerdictWord::kInconclusive:
    case VerdictWord::kNew:
      return TestOutcome::kSkipped;
  }
  return TestOutcome::kError;
}

std::string Attribute(const std::string& name, std::string_view value) {
  return " " + name + "=\"" + XmlAttribute(value) + "\"";
}

std::string Element(const TestCase& test) {
  const std::string body =
      Attribute("message", test.message) + Attribute("type", test.type) + ">" + XmlText(test.message);
  switch (test.outcome) {
    case TestOutcome::kPassed:
      return "";
    case TestOutcome::kFailure:
      return "      <failure" + body + "</failure>\n";
    case TestOutcome::kError:
      return "      <error" + body + "</error>\n";
    case TestOutcome::kSkipped:
      return "      <skipped" + Attribute("message", test.message) + "/>\n";
  }
  return "";
}

// `time` is the time of a test, not the metric, and a metric has none of its own: readers that draw trends of it would
// take the metric for it.
std::string CaseText(const TestCase& test) {
  std::string text =
      "    <testcase" + Attribute("classname", test.classname) + Attribute("name", test.name) + " time=\"0.000\"";
  if (!test.file.empty() && test.line > 0) {
    text += Attribute("file", test.file) + Attribute("line", std::to_string(test.line));
  }
  const std::string element = Element(test);
  return element.empty() ? text + "/>\n" : text + ">\n" + element + "    </testcase>\n";
}

std::string SuiteText(const TestSuite& suite) {
  const std::string counts = Attribute("tests", std::to_string(suite.cases.size())) +
                             Attribute("failures", std::to_string(suite.CountOf(TestOutcome::kFailure))) +
                             Attribute("errors", std::to_string(suite.CountOf(TestOutcome::kError)));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + Attribute("name", "inferproof") +
                     counts + ">\n  <testsuite" + Attribute("name", suite.name) + counts +
                     Attribute("skipped", std::to_string(suite.CountOf(TestOutcome::kSkipped))) +
                     Attribute("time", FormatFixed(suite.seconds, 3));
  if (!suite.timestamp.empty()) text += Attribute("timestamp", suite.timestamp);
  text += ">\n    <properties>\n";
  for (const auto& [name, value] : suite.properties) {
    text += "      <property" + Attribute("name", name) + Attribute("value", value) + "/>\n";
  }
  text += "    </properties>\n";
  for (const TestCase& test : suite.cases) text += CaseText(test);
  return text + "  </testsuite>\n</testsuites>\n";
}

std::string Name(std::string_view text) { return NeutraliseForLog(text, 80); }

// "2026-01-01T00:00:00Z" less its zone; nothing when it is no such time.
std::string Timestamp(const std::string& iso) {
  if (iso.size() < 19 || iso[4] != '-' || iso[10] != 'T' || iso[13] != ':') return "";
  for (const std::size_t digit : {0u, 1u, 2u, 3u, 5u, 6u, 8u, 9u, 11u, 12u, 14u, 15u, 17u, 18u}) {
    if (iso[digit] < '0' || iso[digit] > '9') return "";
  }
  return iso.substr(0, 19);
}

class JunitMaker {
 public:
  explicit JunitMaker(const Report& report) : report_(report), prefix_(Name(report.result.suite_name) + ".") {}

  TestSuite Make() {
    const ResultFile& result = report_.result;
    suite_.name = Name(result.suite_name);
    suite_.timestamp = Timestamp(result.measured_at);
    for (const RunResult& run : result.runs) suite_.seconds += run.client.wall_s;
    suite_.properties = {{"inferproof", report_.version},           {"target", Name(result.target_name)},
                         {"environment", Name(result.environment)}, {"model", Name(result.model)},
                         {"session", Name(result.session_id)},      {"exit_code", std::to_string(report_.exit_code)}};
    if (report_.verdict) {
      AddVerdict(*report_.verdict);
    } else {
      for (const ScenarioSummary& scenario : result.scenarios) AddMeasured(scenario.name);
    }
    return std::move(suite_);
  }

 private:
  void Add(const std::string& group, std::string name, TestOutcome outcome, std::string type, std::string message,
           const std::string& file, int line) {
    suite_.cases.push_back(
        {prefix_ + group, std::move(name), outcome, std::move(type), std::move(message), NeutraliseForLog(file), line});
  }

  void AddVerdict(const Verdict& verdict) {
    suite_.properties.emplace_back("verdict", VerdictName(verdict.word));
    for (const ScenarioVerdict& scenario : verdict.scenarios) AddScenario(scenario);
    for (const CaseVerdict& judged : verdict.cases) AddCase(judged);
    const bool told = suite_.CountOf(TestOutcome::kFailure) + suite_.CountOf(TestOutcome::kError) > 0;
    if (!suite_.cases.empty() && (told || report_.exit_code == 0)) return;
    const bool red = report_.exit_code != 0;
    Add("verdict", "verdict", red ? TestOutcome::kError : OutcomeOf(verdict.word), VerdictName(verdict.word),
        NeutraliseForLog(verdict.headline, 600), report_.suite_file, 1);
  }

  void AddScenario(const ScenarioVerdict& scenario) {
    bool told = false;
    for (const MetricVerdict& metric : scenario.metrics) {
      if (metric.role == Role::kWatch) continue;
      told = told || metric.word == scenario.word;
      const TestOutcome outcome = metric.waived ? TestOutcome::kSkipped : OutcomeOf(metric.word);
      Add(Name(scenario.name), Name(metric.metric), outcome, VerdictName(metric.word), DescribeMetric(metric),
          metric.file, metric.line);
    }
    if (told) return;
    Add(Name(scenario.name), "scenario", OutcomeOf(scenario.word), VerdictName(scenario.word),
        NeutraliseForLog(scenario.reason, 600), scenario.file, scenario.line);
  }

  void AddCase(const CaseVerdict& judged) {
    const TestOutcome outcome = OutcomeOf(judged.word);
    const bool quiet = outcome == TestOutcome::kPassed || judged.gates;
    Add("quality", Name(judged.id) + " (" + Name(judged.mode) + ")", quiet ? outcome : TestOutcome::kSkipped,
        VerdictName(judged.word), (quiet ? "" : "does not gate: ") + DescribeCase(judged), judged.file, judged.line);
  }

  // Without a verdict the only question is whether it was measured.
  void AddMeasured(const std::string& scenario) {
    std::string problem = "no run was made";
    for (const RunResult& run : report_.result.runs) {
      if (run.scenario != scenario || run.side != "candidate") continue;
      if (problem == "no run was made") problem.clear();
      if (!problem.empty()) break;
      if (run.server_died) problem = *run.server_died;
      if (!run.invalid.empty()) problem = run.invalid.front();
    }
    Add(Name(scenario), "measured", problem.empty() ? TestOutcome::kPassed : TestOutcome::kError, "invalid",
        NeutraliseForLog(problem, 600), report_.suite_file, 1);
  }

  const Report& report_;
  std::string prefix_;
  TestSuite suite_;
};

}  // namespace

std::string RenderJunit(const Report& report) { return SuiteText(JunitMaker(report).Make()); }

std::string RenderJunit(const FailureReport& failure) {
  TestSuite suite;
  suite.name = NeutraliseForLog(failure.suite);
  suite.properties = {{"inferproof", failure.version}, {"exit_code", std::to_string(failure.exit_code)}};
  const Finding finding = FindingsOf(failure).front();
  suite.cases.push_back(
      {"inferproof", "measured", TestOutcome::kError, "error", finding.message, finding.file, finding.line});
  return SuiteText(suite);
}

}  // namespace inferproof
