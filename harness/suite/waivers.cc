#include "harness/suite/waivers.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "harness/suite/names.h"

namespace inferproof {
namespace {

constexpr std::size_t kDateLength = 10;  // of "2026-01-31"

int DaysIn(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : kDays[month - 1];
}

// A day of the calendar as "YYYY-MM-DD", so that two of them compare as texts do.
bool IsDate(std::string_view text) {
  if (text.size() != kDateLength || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t from, std::size_t digits) {
    int value = 0;
    for (const char c : text.substr(from, digits)) {
      if (c < '0' || c > '9') return -1;
      value = 10 * value + (c - '0');
    }
    return value;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= DaysIn(year, month);
}

bool IsScenario(const std::string& name, const std::vector<Scenario>& scenarios) {
  return name == "*" || std::ranges::any_of(scenarios, [&](const Scenario& known) { return known.name == name; });
}

Result<Waiver> ReadWaiver(const Node& node, const std::vector<Scenario>& scenarios) {
  ObjectReader reader(node);
  Waiver waiver;
  waiver.position = node.position();
  waiver.scenario = reader.String("scenario", "*");
  waiver.metric = reader.OptionalString("metric");
  waiver.case_id = reader.OptionalString("case");
  waiver.reason = reader.String("reason");
  waiver.owner = reader.String("owner");
  waiver.expires = reader.String("expires");
  if (waiver.metric.has_value() == waiver.case_id.has_value()) {
    reader.Fail(node.Fail("needs either \"metric\" or \"case\""));
  }
  if (waiver.case_id && waiver.scenario != "*") {
    reader.Fail("scenario", "a quality case belongs to no scenario", "Leave \"scenario\" out");
  }
  if (!IsScenario(waiver.scenario, scenarios)) {
    reader.Fail("scenario", "no scenario is called " + DescribeJson(waiver.scenario), "\"*\" means all of them");
  }
  if (waiver.metric && !IsMetricName(*waiver.metric)) {
    reader.Fail("metric", "not a name of a metric: " + DescribeJson(*waiver.metric));
  }
  if (waiver.case_id && waiver.case_id->empty()) reader.Fail("case", "must not be empty");
  if (!reader.failed() && !IsDate(waiver.expires)) {
    reader.Fail("expires", "must be a day such as 2026-12-31, got " + DescribeJson(waiver.expires));
  }
  RETURN_IF_ERROR(reader.Finish());
  return waiver;
}

Error Refused(const Suite& suite, const Waiver& waiver, std::string what, std::string hint) {
  const std::string named = waiver.case_id ? "quality case " + *waiver.case_id
                                           : *waiver.metric + (waiver.scenario == "*" ? "" : " of " + waiver.scenario);
  return MakeError(ErrorCode::kConfig,
                   suite.path + ":" + std::to_string(waiver.position.line) + ": waiver for " + named, std::move(what),
                   std::move(hint));
}

}  // namespace

Result<std::vector<Waiver>> ReadWaivers(ObjectReader& suite, const std::vector<Scenario>& scenarios) {
  std::vector<Waiver> waivers;
  std::set<std::tuple<std::string, std::string, std::string>> seen;
  for (const Node& element : suite.Elements("waivers")) {
    ASSIGN_OR_RETURN(Waiver waiver, ReadWaiver(element, scenarios));
    if (!seen.emplace(waiver.scenario, waiver.metric.value_or(""), waiver.case_id.value_or("")).second) {
      return element.Fail("another waiver is for the same");
    }
    waivers.push_back(std::move(waiver));
  }
  return waivers;
}

Status CheckWaivers(const Suite& suite, const std::vector<QualityCase>& cases, std::string_view today) {
  for (const Waiver& waiver : suite.waivers) {
    if (today.substr(0, kDateLength) > waiver.expires) {
      return Refused(suite, waiver, "it ended on " + waiver.expires + " (owner: " + waiver.owner + ")",
                     "Remove it, or let its owner name a new day");
    }
    const auto critical = std::ranges::find_if(
        cases, [&](const QualityCase& entry) { return waiver.case_id == entry.id && entry.critical(); });
    if (critical != cases.end()) {
      return Refused(suite, waiver, "a case tagged critical admits no waiver", "Remove the waiver, or mend the answer");
    }
  }
  return {};
}

}  // namespace inferproof
