#include "harness/import/foreign.h"

#include <algorithm>
#include <limits>

#include "harness/base/number.h"

namespace inferproof {
namespace {

// Above one million a concurrency is a typing error, and the result file refuses it.
int AsConcurrency(std::int64_t count) { return static_cast<int>(std::clamp<std::int64_t>(count, 1, 1'000'000)); }

}  // namespace

void Put(const std::string& metric, double value, std::int64_t n, const std::string& definition, ForeignRun& run) {
  run.metrics.values[metric] = {value, n, false, !SupportsQuantile(metric, n), definition};
}

void CountRequests(std::int64_t completed, std::int64_t failed, ForeignRun& run) {
  run.requests = completed + failed;
  run.conservation.planned = completed + failed;
  run.conservation.by_outcome["completed"] = completed;
  // The tools tell how many failed and not how.
  if (failed > 0) run.conservation.by_outcome["failed"] = failed;
  if (run.requests > 0) {
    Put("success_rate", static_cast<double>(completed) / static_cast<double>(run.requests), run.requests, "", run);
  }
}

void CountCompletedOnly(std::int64_t completed, ForeignRun& run) {
  run.requests = completed;
  run.conservation.planned = completed;
  run.conservation.by_outcome["completed"] = completed;
  run.conservation.failures_stated = false;
}

void NameLoad(double rate, std::int64_t concurrency, std::int64_t requests, ForeignRun& run) {
  run.concurrency = AsConcurrency(concurrency > 0 ? concurrency : requests);
  if (rate > 0) {
    run.scenario = "rate-" + FormatShortest(rate);
    if (concurrency > 0) run.scenario += "-concurrency-" + std::to_string(concurrency);
  } else {
    run.scenario = concurrency > 0 ? "concurrency-" + std::to_string(concurrency) : "all-at-once";
  }
}

}  // namespace inferproof
