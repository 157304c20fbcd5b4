#pragma once

#include <cstdint>
#include <string>

#include "tests/calibration/model/suites.h"

namespace inferproof {

// What happened to many suites with a change planted into one of the ten metrics; the metric goes round, so that either
// direction and either scenario has its turn.
struct SuiteTally {
  long suites = 0;
  long red = 0;
  long found = 0;       // the planted metric is convicted
  long passed = 0;      // the planted metric passes
  long other_red = 0;   // a metric that was left alone is convicted
  long all_passed = 0;  // the suite's word is pass
  long runs = 0;
  SuiteTally& operator+=(const SuiteTally& other) {
    suites += other.suites;
    red += other.red;
    found += other.found;
    passed += other.passed;
    other_red += other.other_red;
    all_passed += other.all_passed;
    runs += other.runs;
    return *this;
  }
};

// `cell` names the stream of random numbers. No change: a clean suite.
SuiteTally SimulateBesideABase(const std::string& cell, const RunNoise& noise, double band, double change,
                               std::uint64_t seed, long n);
SuiteTally SimulateStored(const std::string& cell, const SessionNoise& noise, std::size_t sessions, double change,
                          std::uint64_t seed, long n);

}  // namespace inferproof
