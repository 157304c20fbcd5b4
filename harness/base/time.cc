#include "harness/base/time.h"

#include <cmath>
#include <ctime>

#include "harness/base/number.h"

namespace inferproof {

std::string WallTime::Iso8601() const {
  const std::time_t seconds = static_cast<std::time_t>(unix_ns / 1'000'000'000);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char buffer[32];
  const std::size_t length = std::strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return std::string(buffer, length);
}

double ToMillis(Nanos d) { return static_cast<double>(d.count()) / 1e6; }
double ToSeconds(Nanos d) { return static_cast<double>(d.count()) / 1e9; }
Nanos FromSeconds(double seconds) { return Nanos(std::llround(seconds * 1e9)); }
Nanos FromMillis(double millis) { return Nanos(std::llround(millis * 1e6)); }

std::string HumanDuration(Nanos d) {
  const double seconds = ToSeconds(d);
  if (seconds < 1) return FormatFixed(seconds * 1e3, 0) + " ms";
  if (seconds < 60) return FormatFixed(seconds, 1) + " s";
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

}  // namespace inferproof
