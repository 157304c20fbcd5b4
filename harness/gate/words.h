#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// Reason lines and their pieces, in plain words.

// "+20.3 %", "-1.2 points", "+3.4 ms": a change on the scale of `verdict`.
std::string ChangeInWords(const MetricVerdict& verdict, double change);
// "5 %", "0.5 points", "0.2 ms".
std::string BandInWords(const MetricVerdict& verdict, double band);
// "98.5 %" from 0.985.
std::string LevelInWords(double level);
// "6 runs against 1 session of 4", "4 runs against 4 of the base".
std::string RunsInWords(Against against, int candidate_runs, const Sample& base);
// "+20.3 % (interval +18.9 % to +21.7 %, level 99 %, band 5 %)" from the change and limit of `verdict`.
std::string EvidenceInWords(const MetricVerdict& verdict);
// "single ttft_ms.p50 +20.3 % (band 5 %)", for headlines.
std::string NameInWords(const MetricVerdict& verdict);
// "3 truncated, 1 http_error", most first.
std::string KindsInWords(const std::map<std::string, std::int64_t>& by_kind);
// "1 quality case", "2 runs".
std::string Counted(std::int64_t count, const std::string& noun);

}  // namespace inferproof
