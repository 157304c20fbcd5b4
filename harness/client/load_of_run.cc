#include "harness/client/load_of_run.h"

#include <algorithm>

#include "harness/base/number.h"

namespace inferproof {
namespace {

constexpr double kRateSlack = 1.1;

std::string LoadInWords(int streams, double events_per_s) {
  return std::to_string(streams) + " streams and " + FormatFixed(events_per_s, 0) + " events/s";
}

}  // namespace

RunLoad LoadOf(const RunLog& log) {
  RunLoad load;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kWarmUp) load.streams = std::max(load.streams, record.in_flight);
  }
  if (log.client.wall_s > 0) load.events_per_s = static_cast<double>(log.client.events) / log.client.wall_s;
  return load;
}

std::optional<std::string> BeyondProof(const RunLoad& load, const ClientProof& proof) {
  const ClientLevel* proven = Proven(proof);
  const int streams = proven == nullptr ? 0 : proven->streams;
  const double events_per_s = proven == nullptr ? 0 : proven->events_per_s;
  if (load.streams <= streams && load.events_per_s <= kRateSlack * events_per_s) return std::nullopt;
  return "beyond the load that the client is proven for on this machine: " +
         LoadInWords(load.streams, load.events_per_s) + " (proven: " + LoadInWords(streams, events_per_s) + ")";
}

std::string DescribeProof(const ClientProof& proof) {
  const ClientLevel* proven = Proven(proof);
  if (proven == nullptr) return "for no load: its lowest level is beyond the limits";
  return "up to " + LoadInWords(proven->streams, proven->events_per_s) + " (event error p99 " +
         FormatFixed(proven->event.p99 / 1000, 3) + " ms, TTFT error p99 " + FormatFixed(proven->ttft.p99 / 1000, 3) +
         " ms)";
}

}  // namespace inferproof
