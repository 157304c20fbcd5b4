#include "harness/session/validity.h"

#include <algorithm>
#include <optional>

#include "harness/base/number.h"

namespace inferproof {
namespace {

constexpr std::size_t kFewestEventsOfAStream = 8;
constexpr double kBurstShareOfTime = 0.02;

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
  if (lags.empty()) return std::nullopt;
  const auto middle = lags.begin() + static_cast<std::ptrdiff_t>(lags.size() / 2);
  std::nth_element(lags.begin(), middle, lags.end());
  if (*middle <= limit) return std::nullopt;
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
  add(BusyClient(log, limits.client_cpu_share));
  add(LateClient(log, limits.client_lag_ms_median));
  return problems;
}

}  // namespace inferproof
