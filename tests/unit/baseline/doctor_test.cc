#include "harness/baseline/doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/base/text.h"
#include "harness/baseline/request_error.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kMetric[] = "ttft_ms.p50";

Baseline WithSessions(const std::vector<std::vector<double>>& sessions) {
  Baseline baseline = BaselineOf({ResultOf({SingleStream()})});
  const BaselineSession first = baseline.sessions[0];
  baseline.sessions.clear();
  for (const std::vector<double>& values : sessions) {
    baseline.sessions.push_back(first);
    baseline.sessions.back().values["single"][kMetric] = values;
  }
  return baseline;
}

GatePlan Plan() { return {{{4, 0.015}, {6, 0.015}, {8, 0.02}}, 0.01, 0.03, 0.10}; }

Diagnosis Examined(const std::vector<std::vector<double>>& sessions, std::optional<Band> band = Band{0.05, 0},
                   std::optional<double> request_error = std::nullopt) {
  return Examine(WithSessions(sessions), {"single", kMetric, band, request_error}, Plan()).value();
}

// Two values whose logarithms are `spread` from their mean: a standard deviation of spread * sqrt(2).
std::vector<double> Pair(double center, double spread) {
  return {center * std::exp(-spread), center * std::exp(spread)};
}

TEST(BaselineDoctor, MeasuresTheSpreadOfRunsAndSaysHowLittleTwoSessionsTell) {
  const Diagnosis found = Examined({Pair(100, 0.01), Pair(110, 0.01)});
  EXPECT_NEAR(*found.run_spread, 0.01 * std::sqrt(2), 1e-9);
  // Means differ by ln 1.1: variance 0.004542, less 0.0002 / 2.
  EXPECT_NEAR(found.session_spread->value, std::sqrt(std::pow(std::log(1.1), 2) / 2 - 0.0001), 1e-9);
  EXPECT_GT(found.session_spread->hi, 10 * found.session_spread->value);
  EXPECT_THAT(Join(DiagnosisInWords(found), "\n"), HasSubstr("session spread 6.7 % from 2 sessions (90 % sure: "));
}

TEST(BaselineDoctor, SaysThatOneSessionTellsNothingOfSessions) {
  const Diagnosis found = Examined({Steady(200, 4)});
  EXPECT_FALSE(found.session_spread.has_value());
  EXPECT_THAT(Join(DiagnosisInWords(found), "\n"), HasSubstr("session spread not known: one session"));
}

TEST(BaselineDoctor, ProposesABandThatTheNoiseLeavesTestable) {
  // Run spread 0.06: 1.6 * 0.06 * sqrt(2 / 4) = 0.06788, a band of 7.03 %, so 7.1 %; a band of 5 % takes
  // 2 (1.6 * 0.06 / ln 1.05)^2 = 7.74, so 8 runs.
  const Diagnosis found = Examined({Pair(100, 0.06 / std::sqrt(2)), Pair(100, 0.06 / std::sqrt(2))});
  EXPECT_NEAR(*found.proposed_band, 0.071, 1e-12);
  EXPECT_EQ(*found.runs_for_band, 8);
  EXPECT_THAT(found.warnings, Contains("a band of 5.0 % is not testable with 4 runs a side; it takes 8, or a band of "
                                       "7.1 %"));
}

TEST(BaselineDoctor, LeavesABandAloneThatIsWiderThanTheNoise) {
  const Diagnosis found = Examined({Steady(200, 6), Steady(201, 6)});
  EXPECT_FALSE(found.proposed_band.has_value());
  EXPECT_THAT(found.warnings, IsEmpty());
  EXPECT_NEAR(*Examined({Steady(20, 6)}, Band{0.05, 2}).band, 0.1, 1e-3);  // 2 ms of 20 ms is the wider one
}

TEST(BaselineDoctor, FindsLessWithMoreRunsAndLeastAgainstAStoredBaseline) {
  const Diagnosis found = Examined({Steady(200, 6), Steady(201, 6)});
  ASSERT_EQ(found.interleaved_from.size(), 3u);
  EXPECT_GT(found.interleaved_from[0].from, found.interleaved_from[2].from);
  EXPECT_GT(*found.stored_from, found.interleaved_from[0].from);
  EXPECT_GT(*found.stored_from, 0.15);  // docs/gate.md, rule 6: about 20 % at a session spread of 3 %
}

TEST(BaselineDoctor, WarnsOfBandsThatHideWhatTheSuiteWantsToSee) {
  EXPECT_THAT(Examined({Steady(200, 6)}, Band{0.2, 0}).warnings, Contains(HasSubstr("wider than min_effect (10.0 %)")));
  EXPECT_THAT(Examined({Pair(100, 0.4), Pair(100, 0.4)}).warnings,
              Contains(HasSubstr("it can hardly fail: only beyond")));
}

TEST(BaselineDoctor, SeesATrendAndTwoHeaps) {
  std::vector<double> trend;
  std::vector<double> heaps;
  for (int i = 0; i < 16; ++i) {
    trend.push_back(100 + i);
    heaps.push_back((i * 7) % 16 < 8 ? 100 : 120);
  }
  EXPECT_THAT(Examined({trend}).warnings, Contains(HasSubstr("runs follow each other")));
  EXPECT_THAT(Examined({heaps}).warnings, Contains(HasSubstr("two heaps")));
}

TEST(BaselineDoctor, SaysWhetherRunsOrRequestsAreTheLimit) {
  const std::vector<std::vector<double>> sessions = {Pair(100, 0.02), Pair(100, 0.02)};  // run spread 2.83 %
  const auto words = [&](std::optional<double> error) {
    return Join(DiagnosisInWords(Examined(sessions, Band{0.05, 0}, error)), "\n");
  };
  // (0.01 / 0.0283)^2 = 12.5 %, (0.025 / 0.0283)^2 = 78 %.
  EXPECT_THAT(words(0.01), HasSubstr("limit: runs; the requests of one run explain 12 %"));
  EXPECT_THAT(words(0.025), HasSubstr("limit: requests a run; they explain 78 %"));
  EXPECT_THAT(words(std::nullopt), HasSubstr("limit: not known"));
}

TEST(BaselineDoctor, ExaminesNothingWithoutValuesOrLogarithms) {
  EXPECT_FALSE(Examine(WithSessions({{1, 0, 2}}), {"single", kMetric, std::nullopt, std::nullopt}, Plan()).has_value());
  EXPECT_FALSE(Examine(WithSessions({{1}}), {"other", kMetric, std::nullopt, std::nullopt}, Plan()).has_value());
}

std::string Sample(double first_ms, const std::string& more = "") {
  return R"({"scenario": "single", "run": 0, "phase": "measured", "outcome": "completed", "sent_ms": 10, "first_ms": )" +
         std::to_string(first_ms) + more + "}\n";
}

TEST(RequestError, ReadsTheSpreadOfRequestsInsideARun) {
  std::string samples;
  for (int i = 1; i <= 25; ++i) samples += Sample(10 + 100 + i);
  samples +=
      R"({"scenario": "single", "run": 0, "phase": "warm_up", "outcome": "completed", "sent_ms": 0, "first_ms": 9000})"
      "\n";
  samples += Sample(9000, R"(, "side": "base")") + "{\"scenario\": \"sing";
  const RequestValues values = ReadRequestValues(samples, "samples.jsonl").value();
  EXPECT_EQ(values.at("single").at(0).at("ttft_ms").size(), 25u);
  // The 8th and the 18th of 101..125 (McKean and Schrader) over the median 113.
  EXPECT_NEAR(RequestError(values, "single", "ttft_ms.p50").value(), 10 / (2 * 1.959964) / 113, 1e-6);
  EXPECT_FALSE(RequestError(values, "single", "output_tps").has_value());
  EXPECT_FALSE(RequestError(values, "four", "ttft_ms.p50").has_value());
}

TEST(RequestError, RefusesWhatIsNoRecord) {
  EXPECT_THAT(ReadRequestValues("[1]\n", "samples.jsonl").error().Text(), HasSubstr("samples.jsonl:1"));
  EXPECT_FALSE(ReadRequestValues("{\n", "samples.jsonl").ok());
}

}  // namespace
}  // namespace inferproof
