#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"

namespace inferproof {

// The model ids of a GET /v1/models body.
Result<std::vector<std::string>> ParseModels(std::string_view body, const std::string& url);

// When the process that answered GET /metrics was started, as it writes it (process_start_time_seconds of Prometheus
// text); nothing when it does not say.
std::optional<std::string> ProcessStartIn(std::string_view metrics);

// The message of an error body ({"error":{"message"}}, {"error":"..."}, {"detail":...}, {"message"}), else the head of
// the body. At most 300 bytes, one line.
std::string ErrorMessageOf(std::string_view body);

}  // namespace inferproof
