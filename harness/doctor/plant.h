#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/result/result_file.h"

namespace inferproof {

// Something wrong put into a measured result, on the candidate's side alone.
using Plant = std::function<void(ResultFile&)>;

// Slower by `factor` (1.2 is 20 % more time): a latency is multiplied, a rate divided.
Plant SlowDown(std::string scenario, std::string metric, double factor);
// Adds to a value: what has no ratio.
Plant Shift(std::string scenario, std::string metric, double difference);
// Multiplies a work counter, whichever way is better.
Plant Scaled(std::string scenario, std::string metric, double factor);

// `count` requests of every run end with another reason than most do.
Plant OtherFinish(std::string scenario, std::int64_t count);
// `count` requests of every run fail; `only_first` of the first run alone.
Plant FailedRequests(std::string scenario, std::int64_t count, bool only_first);
// The server dies after half of the first run, which every look sees.
Plant ServerDeath(std::string scenario);
Plant MissingScenario(std::string scenario);
Plant MissingMetric(std::string scenario, std::string metric);

// Every ask of a case fails; or nobody asks it.
Plant FailedCase(std::string id);
Plant MissingCase(std::string id);

}  // namespace inferproof
