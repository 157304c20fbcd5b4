#include "harness/session/validity.h"

#include <algorithm>
#include <optional>

#include "harness/base/number.h"
#include "harness/protocol/token_count.h"

namespace inferproof {
namespace {

constexpr std::size_t kFewestEventsOfAStream = 8;
constexpr double kBurstShareOfTime = 0.02;
constexpr std::size_t kFewestEventsOfClumps = 16;
constexpr double kClumpedShareOfGaps = 0.75;
constexpr double kSmallGap = 0.05;     // of the mean gap
constexpr double kLeastMeanGapMs = 1;  // an engine this fast needs no hop to send several at once

std::optional<double> MiddleOf(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::optional<std::string> BrokenOrder(const RunLog& log) {
  for (const RequestRecord& record : log.records) {
    if (const std::optional<std::string> violation = OrderViolation(record)) {
      return "request " + std::to_string(record.id) + ": moments out of order: " + *violation;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Buffered(const RunLog& log, double limit) {
  int streams = 0;
  int bursts = 0;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) continue;
    if (record.response.deltas.size() < kFewestEventsOfAStream) continue;
    ++streams;
    bursts += CameInOneBurst(record) ? 1 : 0;
  }
  if (streams == 0 || bursts < limit * streams) return std::nullopt;
  return "buffered: in " + std::to_string(bursts) + " of " + std::to_string(streams) +
         " streams all text came in one burst; something between the model and here holds the stream back, so TTFT is "
         "not the "
         "server's";
}

std::optional<std::string> Clumped(const RunLog& log, double limit) {
  int streams = 0;
  int clumped = 0;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) continue;
    if (record.response.deltas.size() < kFewestEventsOfClumps) continue;
    ++streams;
    clumped += !CameInOneBurst(record) && CameInClumps(record) ? 1 : 0;
  }
  if (streams == 0 || clumped < limit * streams) return std::nullopt;
  return "clumped: in " + std::to_string(clumped) + " of " + std::to_string(streams) +
         " streams the text came in clumps, its median gap far under the mean; something on the way, or a machine with "
         "too little CPU, collects events, so neither TTFT nor gaps are the server's";
}

std::optional<std::string> LateSends(const RunLog& log, double limit) {
  std::vector<double> lags;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || !record.sent) continue;
    const Nanos connecting = record.connect.reused ? Nanos(0) : std::max(record.connect.connect, record.connect.tls);
    lags.push_back(ToMillis(*record.sent - record.due - connecting));
  }
  const std::optional<double> middle = MiddleOf(std::move(lags));
  if (!middle || *middle <= limit) return std::nullopt;
  return "the client sent late: half of its requests left more than " + FormatFixed(*middle, 1) +
         " ms after they were due (limit " + FormatFixed(limit, 1) + " ms)";
}

std::optional<std::string> BusyClient(const RunLog& log, double limit) {
  // A run of instant refusals is no measurement of the client.
  const Conservation measured = CountOutcomes(log, Phase::kMeasured);
  if (log.client.wall_s <= 0 || !measured.by_outcome.contains("completed") ||
      measured.by_outcome.at("completed") == 0) {
    return std::nullopt;
  }
  const double share = log.client.cpu_s / log.client.wall_s / log.client.threads;
  if (share <= limit) return std::nullopt;
  return "the client was the bottleneck: it used " + FormatFixed(share * 100, 0) + " % of a core (limit " +
         FormatFixed(limit * 100, 0) + " %)";
}

std::optional<std::string> LateClient(const RunLog& log, double limit) {
  std::vector<double> lags;
  for (const RequestRecord& record : log.records) {
    for (const Delta& delta : record.response.deltas) {
      if (delta.kernel.ns != 0) lags.push_back(ToMillis(delta.user - delta.kernel));
    }
  }
  const std::optional<double> middle = MiddleOf(std::move(lags));
  if (!middle || *middle <= limit) return std::nullopt;
  return "the client was late: its median lag behind the kernel's receive stamp was " + FormatFixed(*middle, 1) +
         " ms (limit " + FormatFixed(limit, 1) + " ms)";
}

}  // namespace

bool CameInOneBurst(const RequestRecord& record) {
  const std::optional<MonoTime> first = FirstTextAt(record);
  const std::optional<MonoTime> last = LastTextAt(record);
  if (!first || !last || !record.sent || record.response.deltas.size() < kFewestEventsOfAStream) return false;
  return ToSeconds(*last - *first) <= kBurstShareOfTime * ToSeconds(*last - *record.sent);
}

bool CameInClumps(const RequestRecord& record) {
  const std::vector<Delta>& deltas = record.response.deltas;
  if (deltas.size() < kFewestEventsOfClumps) return false;
  const auto gaps = static_cast<double>(deltas.size() - 1);
  const double mean = ToMillis(deltas.back().at() - deltas.front().at()) / gaps;
  if (mean < kLeastMeanGapMs) return false;
  double small = 0;
  for (std::size_t i = 1; i < deltas.size(); ++i) {
    if (ToMillis(deltas[i].at() - deltas[i - 1].at()) < kSmallGap * mean) ++small;
  }
  return small >= kClumpedShareOfGaps * gaps;
}

std::optional<std::string> UsageDisagreements(const RunLog& log) {
  int answers = 0;
  int wrong = 0;
  std::string first;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) continue;
    ++answers;
    const std::optional<std::string> why = UsageDisagreement(record.response, record.max_tokens);
    if (why && wrong++ == 0) first = "request " + std::to_string(record.id) + ": " + *why;
  }
  if (wrong == 0) return std::nullopt;
  return "usage contradicts " + std::to_string(wrong) + " of " + std::to_string(answers) + " answers (" + first + ")";
}

std::vector<std::string> ValidityProblems(const RunLog& log, const ValidityLimits& limits) {
  std::vector<std::string> problems;
  const auto add = [&](std::optional<std::string> problem) {
    if (problem) problems.push_back(std::move(*problem));
  };
  const Conservation measured = CountOutcomes(log, Phase::kMeasured);
  if (!measured.holds()) problems.push_back("requests do not add up: " + measured.Text());
  if (measured.planned == 0) problems.emplace_back("no measured request was planned");
  add(BrokenOrder(log));
  add(Buffered(log, limits.burst_share));
  add(Clumped(log, limits.burst_share));
  add(BusyClient(log, limits.client_cpu_share));
  add(LateClient(log, limits.client_lag_ms_median));
  add(LateSends(log, limits.send_lag_ms_median));
  return problems;
}

}  // namespace inferproof
