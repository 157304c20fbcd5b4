#include "harness/suite/gate_policy.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "harness/suite/names.h"

namespace inferproof {
namespace {

constexpr char kControlProbe[] = "control_probe_ms";

Result<Band> ReadBand(const Node& node) {
  ObjectReader reader(node);
  Band band;
  if (!reader.Has("relative") && !reader.Has("absolute")) {
    reader.Fail(node.Fail("needs \"relative\", \"absolute\" or both"));
  }
  band.relative = reader.Number("relative", {.min = 0, .max = 10}, 0);
  band.absolute = reader.Number("absolute", {.min = 0}, 0);
  RETURN_IF_ERROR(reader.Finish());
  return band;
}

std::optional<Role> ReadRole(ObjectReader& reader) {
  if (!reader.Has("role")) return std::nullopt;
  const std::string role = reader.Choice("role", {"gate", "watch", "equal"});
  if (role == "gate") return Role::kGate;
  return role == "watch" ? Role::kWatch : Role::kEqual;
}

Result<GateRule> ReadRule(const Node& node, const std::vector<Scenario>& scenarios) {
  ObjectReader reader(node);
  GateRule rule;
  rule.position = node.position();
  rule.scenario = reader.String("scenario");
  rule.metric = reader.String("metric");
  rule.role = ReadRole(reader);
  const std::optional<Node> band = reader.Optional("band");
  const bool known = rule.scenario == "*" || std::ranges::any_of(scenarios, [&](const Scenario& scenario) {
                       return scenario.name == rule.scenario;
                     });
  if (!known)
    reader.Fail("scenario", "no scenario is called " + DescribeJson(rule.scenario), "\"*\" means all of them");
  if (!IsMetricName(rule.metric)) reader.Fail("metric", "not a name of a metric: " + DescribeJson(rule.metric));
  if (rule.metric == kControlProbe && rule.role.value_or(Role::kWatch) != Role::kWatch) {
    reader.Fail("role", "control_probe_ms tells of the machine that measures and never decides: only \"watch\"");
  }
  if (!rule.role && !band) reader.Fail(node.Fail("changes nothing: needs \"role\", \"band\" or both"));
  RETURN_IF_ERROR(reader.Finish());
  if (band) {
    ASSIGN_OR_RETURN(rule.band, ReadBand(*band));
  }
  return rule;
}

}  // namespace

std::string RoleName(Role role) {
  switch (role) {
    case Role::kGate:
      return "gate";
    case Role::kWatch:
      return "watch";
    case Role::kEqual:
      break;
  }
  return "equal";
}

Result<GatePolicy> ReadGates(ObjectReader& suite, const std::vector<Scenario>& scenarios) {
  GatePolicy gates;
  const std::optional<Node> node = suite.Optional("gates");
  if (!node) return gates;
  ObjectReader reader(*node);
  const auto runs = reader.OptionalInteger("runs", {1, 64});
  if (runs) gates.runs = static_cast<int>(*runs);
  std::set<std::pair<std::string, std::string>> seen;
  for (const Node& element : reader.Elements("rules")) {
    ASSIGN_OR_RETURN(GateRule rule, ReadRule(element, scenarios));
    if (!seen.emplace(rule.scenario, rule.metric).second) {
      return element.Fail("another rule is for the same scenario and metric");
    }
    gates.rules.push_back(std::move(rule));
  }
  RETURN_IF_ERROR(reader.Finish());
  return gates;
}

}  // namespace inferproof
