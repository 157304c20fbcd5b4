#include <limits>
#include <set>
#include <utility>

#include "harness/baseline/baseline.h"
#include "harness/json/object_reader.h"

namespace inferproof {
namespace {

constexpr IntRange kPositive{1, std::numeric_limits<int>::max()};
constexpr IntRange kCount{0, std::numeric_limits<int>::max()};

std::map<std::string, std::string> ReadTexts(ObjectReader& reader, const std::string& key) {
  std::map<std::string, std::string> texts;
  reader.Members(key, [&](const std::string& name, const Node& value) {
    if (!value.json().is_string())
      return reader.Fail(value.Fail("must be a string, got " + DescribeJson(*value.operator->())));
    texts[name] = value.json().get<std::string>();
  });
  return texts;
}

Result<std::vector<double>> ReadValues(const Node& node) {
  if (!node.json().is_array() || node.json().empty()) return node.Fail("must be an array of at least one number");
  std::vector<double> values;
  for (std::size_t i = 0; i < node.json().size(); ++i) {
    const Json& value = node.json()[i];
    if (!value.is_number()) return node.Element(i).Fail("must be a number, got " + DescribeJson(value));
    values.push_back(value.get<double>() + 0.0);  // no negative zero: it would not be written back as it was read
  }
  return values;
}

using LineMap = std::map<std::string, std::map<std::string, int>>;

// Reads `use`(scenario, metric, node) for a two-level object.
template <typename Use>
void ForEachMetric(ObjectReader& reader, const std::string& key, Use use) {
  reader.Members(key, [&](const std::string& scenario, const Node& metrics) {
    if (!metrics.json().is_object()) {
      return reader.Fail(metrics.Fail("must be an object, got " + DescribeJson(metrics.json())));
    }
    for (const auto& [metric, value] : metrics.json().items()) use(scenario, metric, metrics.Member(metric));
  });
}

Result<BaselineSession> ReadSession(const Node& node, LineMap& lines) {
  ObjectReader reader(node);
  BaselineSession session;
  session.session_id = reader.String("session_id");
  session.result_digest = reader.String("result_digest");
  session.measured_at = reader.String("measured_at");
  reader.Required("values");
  lines.clear();
  ForEachMetric(reader, "values", [&](const std::string& scenario, const std::string& metric, const Node& value) {
    Result<std::vector<double>> values = ReadValues(value);
    if (!values.ok()) return reader.Fail(values.error());
    session.values[scenario][metric] = *values;
    lines[scenario][metric] = value.position().line;
  });
  RETURN_IF_ERROR(reader.Finish());
  return session;
}

Status ReadSessions(ObjectReader& reader, Baseline& baseline) {
  std::set<std::string> ids;
  for (const Node& node : reader.Elements("sessions", true)) {
    ASSIGN_OR_RETURN(BaselineSession session, ReadSession(node, baseline.lines));
    if (!ids.insert(session.session_id).second) {
      return node.Fail("the session " + session.session_id + " stands twice");
    }
    baseline.sessions.push_back(std::move(session));
  }
  return {};
}

Result<BaselineScenario> ReadScenario(const Node& node) {
  ObjectReader reader(node);
  BaselineScenario scenario;
  scenario.plan_digest = reader.String("plan_digest");
  scenario.fixed_length = reader.Bool("fixed_length", false);
  reader.Members("finish_reasons", [&](const std::string& name, const Node& count) {
    if (!count.json().is_number_unsigned()) {
      return reader.Fail(count.Fail("must be a count, got " + DescribeJson(count.json())));
    }
    scenario.finish_reasons[name] = count.json().get<std::int64_t>();
  });
  scenario.definitions = ReadTexts(reader, "definitions");
  RETURN_IF_ERROR(reader.Finish());
  return scenario;
}

Result<BaselineCase> ReadCase(const Node& node) {
  ObjectReader reader(node);
  BaselineCase entry;
  entry.digest = reader.String("digest");
  if (const std::optional<Node> word = reader.Required("class")) {
    Result<CaseClass> value = ParseCaseClass(*word);
    if (!value.ok()) return value.error();
    entry.case_class = *value;
  }
  entry.asks = static_cast<int>(reader.Integer("asks", kPositive));
  entry.passes = static_cast<int>(reader.Integer("passes", kCount));
  if (entry.passes > entry.asks) reader.Fail("passes", "must not be more than asks");
  RETURN_IF_ERROR(reader.Finish());
  return entry;
}

Result<Acceptance> ReadAcceptance(const Node& node) {
  ObjectReader reader(node);
  Acceptance acceptance;
  acceptance.at = reader.String("at");
  acceptance.by = reader.String("by", "");
  acceptance.reason = reader.String("reason");
  acceptance.commit = reader.String("commit", "");
  acceptance.command = reader.Strings("command");
  RETURN_IF_ERROR(reader.Finish());
  return acceptance;
}

Anchors ReadAnchors(ObjectReader& reader, const std::string& key) {
  Anchors anchors;
  ForEachMetric(reader, key, [&](const std::string& scenario, const std::string& metric, const Node& value) {
    if (!value.json().is_number()) return reader.Fail(value.Fail("must be a number"));
    anchors[scenario][metric] = value.json().get<double>() + 0.0;
  });
  return anchors;
}

Status ReadPastAnchors(ObjectReader& baseline_reader, Baseline& baseline) {
  for (const Node& node : baseline_reader.Elements("past_anchors")) {
    ObjectReader reader(node);
    PastAnchors past;
    past.ended_at = reader.String("ended_at");
    past.by = reader.String("by", "");
    past.reason = reader.String("reason");
    reader.Required("values");
    past.values = ReadAnchors(reader, "values");
    RETURN_IF_ERROR(reader.Finish());
    baseline.past_anchors.push_back(std::move(past));
  }
  return {};
}

// Members of `key` as a map, each read by `read`.
template <typename T>
void ReadMap(ObjectReader& reader, const std::string& key, Result<T> (*read)(const Node&),
             std::map<std::string, T>& into) {
  reader.Members(key, [&](const std::string& name, const Node& node) {
    Result<T> value = read(node);
    if (!value.ok()) return reader.Fail(std::move(value).error());
    into[name] = std::move(value).value();
  });
}

// Every session holds values of exactly the scenarios that are described.
void CheckScenarios(ObjectReader& reader, const Baseline& baseline) {
  for (const BaselineSession& session : baseline.sessions) {
    for (const auto& [name, metrics] : session.values) {
      if (!baseline.scenarios.contains(name)) {
        reader.Fail("sessions", "session " + session.session_id + " has values of \"" + name +
                                    "\", which \"scenarios\" does not describe");
      }
    }
    for (const auto& [name, scenario] : baseline.scenarios) {
      if (!session.values.contains(name)) {
        reader.Fail("sessions", "session " + session.session_id + " has no values of the scenario \"" + name + "\"");
      }
    }
  }
}

}  // namespace

Result<Baseline> ParseBaseline(std::string_view text, const std::string& path) {
  ASSIGN_OR_RETURN(const Document document, Document::Parse(text, path));
  ObjectReader reader{Node(document)};
  reader.Schema("baseline");
  if (reader.failed()) return reader.Finish().error();
  Baseline baseline;
  baseline.path = path;
  baseline.target = reader.String("target");
  baseline.environment = reader.String("environment");
  baseline.suite = reader.String("suite");
  baseline.suite_version = static_cast<int>(reader.Integer("suite_version", kPositive));
  baseline.suite_digest = reader.String("suite_digest");
  baseline.metric_definitions = static_cast<int>(reader.Integer("metric_definitions", kPositive));
  baseline.grader_version = static_cast<int>(reader.Integer("grader_version", kPositive));
  reader.Required("fingerprint");
  baseline.fingerprint = ReadTexts(reader, "fingerprint");
  reader.Absorb(ReadSessions(reader, baseline));
  reader.Required("scenarios");
  ReadMap(reader, "scenarios", &ReadScenario, baseline.scenarios);
  baseline.anchors = ReadAnchors(reader, "anchors");
  reader.Absorb(ReadPastAnchors(reader, baseline));
  ReadMap(reader, "cases", &ReadCase, baseline.cases);
  if (const std::optional<Node> node = reader.Required("acceptance")) {
    Result<Acceptance> acceptance = ReadAcceptance(*node);
    if (!acceptance.ok()) return acceptance.error();
    baseline.acceptance = *std::move(acceptance);
  }
  CheckScenarios(reader, baseline);
  RETURN_IF_ERROR(reader.Finish());
  return baseline;
}

Result<std::optional<Baseline>> LoadBaseline(FileSystem& files, const std::string& path) {
  if (!files.Exists(path)) return std::optional<Baseline>();
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  ASSIGN_OR_RETURN(Baseline baseline, ParseBaseline(text, path));
  return std::optional<Baseline>(std::move(baseline));
}

}  // namespace inferproof
