#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/evidence/evidence.h"
#include "harness/metrics/run_metrics.h"
#include "harness/record/record.h"

namespace inferproof {

// One run that another tool measured.
struct ForeignRun {
  std::string scenario;  // the load, so that runs of one load stand together: "concurrency-8", "rate-4", "pp512"
  int concurrency = 1;
  std::int64_t requests = 0;
  int max_tokens = 0;
  std::map<std::string, std::string> work;  // what was asked, as the file states it; two works are incomparable
  RunMetrics metrics;
  Conservation conservation;
  std::vector<std::string> failures;
  std::vector<std::string> invalid;
  std::string started_at;
  int line = 1;  // where it starts in the file, for annotations
};

// A result file of another tool, read. What the file does not say is listed, and nothing is made up for it.
struct ForeignFile {
  std::string format;  // "vllm", one of ForeignFormats()
  std::string path;
  std::string model;  // empty: not stated
  std::map<std::string, Fact> server;
  std::map<std::string, Fact> client;
  std::vector<std::string> not_stated;  // "number of failed requests", "seed" ...
  std::vector<std::string> notes;       // what a reader of the verdict must know
  std::vector<ForeignRun> runs;
};

// Puts a value under one of our metric names, with the definition it was measured by; a quantile that `n` observations
// do not support is marked.
void Put(const std::string& metric, double value, std::int64_t n, const std::string& definition, ForeignRun& run);

// The counts of a run whose file states how many requests failed.
void CountRequests(std::int64_t completed, std::int64_t failed, ForeignRun& run);
// ... and of one whose file does not.
void CountCompletedOnly(std::int64_t completed, ForeignRun& run);

// "concurrency-8", "rate-4", "all-at-once". `rate` of 0 or below: as fast as the concurrency allows.
void NameLoad(double rate, std::int64_t concurrency, std::int64_t requests, ForeignRun& run);

// Finds what cannot be true and voids the run: times of 0, a mean that no such quantiles can have (mixed units),
// latencies that do not fit into the duration, a run without a completed request. Takes out what says nothing:
// latencies of a run without a completed request, and gaps between events that hold several tokens. `duration_s` 0: not
// stated.
void CheckRun(double duration_s, ForeignRun& run);

}  // namespace inferproof
