#include "harness/import/summary_keys.h"

#include <array>
#include <utility>

#include "harness/base/number.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

using Pair = std::pair<const char*, const char*>;
constexpr std::array<Pair, 8> kSummaries = {{{"median_", ".p50"},
                                             {"p50_", ".p50"},
                                             {"p90_", ".p90"},
                                             {"p95_", ".p95"},
                                             {"p99_", ".p99"},
                                             {"mean_", ".mean"},
                                             {"min_", ".min"},
                                             {"max_", ".max"}}};

}  // namespace

void ReadSummaryKeys(Fields& fields, const std::string& theirs, const std::string& ours, const std::string& definition,
                     std::int64_t n, ForeignRun& run) {
  for (const auto& [prefix, suffix] : kSummaries) {
    if (const auto value = fields.Number(prefix + theirs)) Put(ours + suffix, *value, n, definition, run);
  }
}

double ReadRate(Fields& fields, const std::string& key) {
  if (!fields.Has(key)) return 0;
  const Json& value = fields.node().json().at(key);
  if (!value.is_string()) return fields.Positive(key).value_or(0);
  const std::string text = value.get<std::string>();
  if (text == "inf" || text == "Infinity") return 0;
  const std::optional<double> rate = ParseDouble(text);
  if (!rate || *rate <= 0) fields.Fail(key, "must be a rate or \"inf\", got " + DescribeJson(value));
  return rate.value_or(0);
}

void AddWork(Fields& fields, const std::string& key, ForeignRun& run) {
  if (!fields.Has(key)) return;
  const Json& value = fields.node().json().at(key);
  if (value.is_string()) run.work[key] = Truncate(value.get<std::string>(), kMostForeignText);
  if (value.is_number() || value.is_boolean()) run.work[key] = value.dump();
}

}  // namespace inferproof
