#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"

namespace inferproof {

// Latencies of the completed measured requests of the candidate: scenario -> run -> family ("ttft_ms") -> a value a
// request.
using RequestValues = std::map<std::string, std::map<int, std::map<std::string, std::vector<double>>>>;

// Reads the lines of a samples.jsonl; kConfig for one that is no record. A last line without an end was cut off by a
// killed run and is left out.
Result<RequestValues> ReadRequestValues(std::string_view samples, const std::string& path);

// The standard error that a run's value of `metric` has because the run holds only so many requests, as a share of the
// value: root mean square over the runs. Requests of one run are correlated, so it is rather more. Nothing for a metric
// that is no median or mean of requests, and for too few requests.
std::optional<double> RequestError(const RequestValues& values, const std::string& scenario, const std::string& metric);

}  // namespace inferproof
