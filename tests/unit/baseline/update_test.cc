#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/baseline/acceptance.h"
#include "harness/baseline/anchors.h"
#include "harness/baseline/baseline.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

UpdateRequest Accepting(std::vector<ResultFile> results) {
  UpdateRequest request;
  request.results = std::move(results);
  request.reason = "new scheduler";
  request.by = "Ada";
  request.at = "2026-02-01T00:00:00Z";
  request.commit = "abc123";
  return request;
}

// "code: text" of a refusal, or "accepted".
std::string Outcome(const std::optional<Baseline>& old, const UpdateRequest& request) {
  const Result<UpdateOutcome> outcome = UpdateBaseline(old, request);
  if (outcome.ok()) return "accepted";
  switch (outcome.error().code) {
    case ErrorCode::kUsage:
      return "usage: " + outcome.error().Text();
    case ErrorCode::kInvalid:
      return "invalid: " + outcome.error().Text();
    case ErrorCode::kIncomparable:
      return "incomparable: " + outcome.error().Text();
    default:
      return "other: " + outcome.error().Text();
  }
}

std::string Refusal(const ResultFile& result) { return Outcome(std::nullopt, Accepting({result})); }

ResultFile Sound(const std::string& session = "s1", double ttft_ms = 200) {
  ResultFile result = ResultOf({SingleStream(ttft_ms)}, session);
  result.quality_asked = true;
  result.quality = {CaseOf("add", {P, P, P}), CaseOf("copy", {P, P, P})};
  return result;
}

TEST(UpdateBaseline, RecordsWhoWhyAndWhatItWasMadeFrom) {
  const UpdateOutcome outcome = UpdateBaseline(std::nullopt, Accepting({Sound()})).value();
  EXPECT_EQ(outcome.baseline.acceptance.reason, "new scheduler");
  EXPECT_EQ(outcome.baseline.acceptance.by, "Ada");
  EXPECT_EQ(outcome.baseline.sessions.front().session_id, "s1");
  EXPECT_EQ(outcome.baseline.sessions.front().values.at("single").at("tpot_ms.p50"), Steady(20));
  EXPECT_THAT(outcome.changes, Contains(HasSubstr("single  ttft_ms.p50  200.0 ms  new  1 session of 6 runs")));
}

TEST(UpdateBaseline, AsksForAReason) {
  UpdateRequest request = Accepting({Sound()});
  request.reason = " ";
  EXPECT_THAT(Outcome(std::nullopt, request), HasSubstr("usage: a baseline is changed only with a reason"));
  EXPECT_THAT(Outcome(std::nullopt, Accepting({})), HasSubstr("usage"));
}

TEST(UpdateBaseline, RefusesAResultThatCannotBeTrusted) {
  ResultFile result = Sound();
  EXPECT_EQ(Refusal(result), "accepted");
  result.interrupted = true;
  EXPECT_THAT(Refusal(result), HasSubstr("invalid: session s1: not accepted as a baseline: the measurement was "
                                         "interrupted"));
  result = Sound();
  result.runs[2].invalid = {"client CPU 97 %"};
  EXPECT_THAT(Refusal(result), HasSubstr("invalid: session s1: not accepted as a baseline: single run 3 is invalid: "
                                         "client CPU 97 %"));
  result = Sound();
  result.runs.resize(1);
  EXPECT_THAT(Refusal(result), HasSubstr("invalid: session s1: not accepted as a baseline: the scenario single has 1"));
}

TEST(UpdateBaseline, RefusesACandidatesFault) {
  ResultFile result = Sound();
  result.runs[1].conservation.by_outcome = {{"completed", 8}, {"truncated", 2}};
  EXPECT_THAT(Refusal(result), HasSubstr("invalid"));
  EXPECT_THAT(Refusal(result), HasSubstr("2 truncated"));
  result = Sound();
  result.runs[0].server_died = "killed by signal 9";
  EXPECT_THAT(Refusal(result), HasSubstr("killed by signal 9"));
  result = Sound();
  result.runs[0].server_restarted = "its start time moved";
  EXPECT_THAT(Refusal(result), HasSubstr("met a server that restarted: its start time moved"));
  result = Sound();
  result.runs[0].usage_disagrees = "usage contradicts 1 of 10 answers";
  EXPECT_THAT(Refusal(result), HasSubstr("usage contradicts 1 of 10 answers"));
  result = Sound();
  result.runs[0].metrics.values["success_rate"].value = 0.9;
  EXPECT_THAT(Refusal(result), HasSubstr("success_rate below 1"));
}

TEST(UpdateBaseline, RefusesAResultWithoutTheQualityThatWasAskedFor) {
  ResultFile result = Sound();
  result.quality.clear();
  EXPECT_THAT(Refusal(result), HasSubstr("none was asked"));
  result = Sound();
  result.quality_not_run = {"add: no answer"};
  EXPECT_THAT(Refusal(result), HasSubstr("add: no answer"));
  result.quality_asked = false;
  result.quality_not_run.clear();
  result.quality.clear();
  EXPECT_EQ(Refusal(result), "accepted");  // the suite has no cases
}

TEST(UpdateBaseline, RefusesResultsOfDifferentThings) {
  const auto with = [](auto change) {
    ResultFile other = Sound("s2");
    change(other);
    return Outcome(std::nullopt, Accepting({Sound("s1"), other}));
  };
  EXPECT_EQ(with([](ResultFile&) {}), "accepted");
  EXPECT_THAT(with([](ResultFile& r) { r.suite_version = 2; }),
              HasSubstr("incomparable: session s2: differs in suite_version (the first result: 1"));
  EXPECT_THAT(with([](ResultFile& r) { r.suite_digest = "sha256:x"; }), HasSubstr("suite_digest"));
  EXPECT_THAT(with([](ResultFile& r) { r.target_name = "other"; }), HasSubstr("target ("));
  EXPECT_THAT(with([](ResultFile& r) { r.environment = "ci"; }), HasSubstr("environment"));
  EXPECT_THAT(with([](ResultFile& r) { r.metric_definitions = 9; }), HasSubstr("metric_definitions"));
  EXPECT_THAT(with([](ResultFile& r) { r.evidence.server["model.id"].value = "m-8b"; }), HasSubstr("model.id"));
  EXPECT_THAT(with([](ResultFile& r) { r.scenarios[0].plan_digest = "x"; }), HasSubstr("plan_digest.single"));
  EXPECT_THAT(with([](ResultFile& r) { r.quality[0].digest = "x"; }), HasSubstr("the case add is another text"));
  EXPECT_THAT(with([](ResultFile& r) { r.session_id = "s1"; }), HasSubstr("usage: session s1: given twice"));
}

TEST(UpdateBaseline, AppendsSessionsOfTheSameKindOnly) {
  const Baseline old = BaselineOf({Sound("s1")});
  UpdateRequest request = Accepting({Sound("s2", 210)});
  request.append = true;
  const UpdateOutcome outcome = UpdateBaseline(old, request).value();
  EXPECT_EQ(outcome.baseline.sessions.size(), 2u);
  EXPECT_EQ(outcome.baseline.scenarios.at("single").finish_reasons.at("length"), 120);  // 2 x 6 runs of 10
  EXPECT_EQ(outcome.baseline.cases.at("add").asks, 6);
  // (200 + 210) / 2 = 205, which is 2.5 % more.
  EXPECT_THAT(outcome.changes,
              Contains(HasSubstr("single  ttft_ms.p50  200.0 -> 205.0 ms  x1.025 (+2.5 %)  2 sessions of 6 runs")));

  request.results = {Sound("s1")};
  EXPECT_THAT(Outcome(old, request), HasSubstr("usage: session s1: already in the baseline"));
  request.results = {Sound("s3")};
  request.results[0].evidence.server["model.id"].value = "m-8b";
  EXPECT_THAT(Outcome(old, request),
              HasSubstr("incomparable: session s3: differs in model.id (baseline: m-7b, this result: m-8b)"));
  request.append = false;
  EXPECT_EQ(Outcome(old, request), "accepted");  // that is how another model becomes the baseline
}

TEST(UpdateBaseline, RefusesAnotherTextUnderTheSameVersion) {
  const Baseline old = BaselineOf({Sound("s1")});
  UpdateRequest request = Accepting({Sound("s2")});
  request.results[0].suite_digest = "sha256:x";
  EXPECT_THAT(Outcome(old, request), HasSubstr("raise `version` in the suite"));
  request.results[0].suite_version = 2;
  EXPECT_EQ(Outcome(old, request), "accepted");
}

TEST(UpdateBaseline, ReplacesSessionsAndKeepsAnchors) {
  const Baseline old = BaselineOf({Sound("s1", 200)});
  const Baseline now = UpdateBaseline(old, Accepting({Sound("s2", 220)})).value().baseline;
  ASSERT_EQ(now.sessions.size(), 1u);
  EXPECT_EQ(now.sessions[0].session_id, "s2");
  EXPECT_EQ(now.anchors.at("single").at("ttft_ms.p50"), old.anchors.at("single").at("ttft_ms.p50"));
  EXPECT_NEAR(now.anchors.at("single").at("ttft_ms.p50"), 200, 1);
}

TEST(UpdateBaseline, PutsTheNewestSessionLastWhateverTheOrderGiven) {
  const auto bytes = [](std::vector<ResultFile> results) {
    return WriteBaseline(UpdateBaseline(std::nullopt, Accepting(std::move(results))).value().baseline).value();
  };
  EXPECT_EQ(bytes({Sound("s1"), Sound("s2")}), bytes({Sound("s2"), Sound("s1")}));
}

TEST(UpdateBaseline, RefusesACaseThatPassedBeforeUnlessItIsNamed) {
  const Baseline old = BaselineOf({Sound("s1")});
  ResultFile worse = Sound("s2");
  worse.quality = {CaseOf("add", {F, F, F})};
  UpdateRequest request = Accepting({worse});
  EXPECT_THAT(Outcome(old, request), HasSubstr("invalid"));
  EXPECT_THAT(Outcome(old, request), HasSubstr("add (0 of 3 passed), copy (not asked)"));
  request.accepted_cases = {"add"};
  EXPECT_THAT(Outcome(old, request), HasSubstr("copy (not asked)"));
  request.accepted_cases = {"add", "copy"};
  const UpdateOutcome outcome = UpdateBaseline(old, request).value();
  EXPECT_EQ(outcome.baseline.cases.at("add").case_class, CaseClass::kStableFail);
  EXPECT_FALSE(outcome.baseline.cases.contains("copy"));
}

TEST(UpdateBaseline, ListsTheCasesThatFailOnAFirstBaseline) {
  ResultFile result = Sound();
  result.quality = {CaseOf("add", {P, P, P}), CaseOf("copy", {F, F, F}), CaseOf("json", {P, F, P})};
  const UpdateOutcome outcome = UpdateBaseline(std::nullopt, Accepting({result})).value();
  EXPECT_THAT(outcome.notes, ElementsAre("case copy recorded as stable_fail (0 of 3 passed): it does not gate",
                                         "case json recorded as unstable (2 of 3 passed): it does not gate"));
}

TEST(UpdateBaseline, KeepsNothingOfTheBaseSideAndNoEstimates) {
  ResultFile result = Interleaved({SingleStream(100)}, {SingleStream(200)});
  for (RunResult& run : result.runs) run.metrics.values["tpot_ms.p50"].approximate = true;
  const Baseline baseline = BaselineOf({result});
  EXPECT_EQ(baseline.sessions[0].values.at("single").at("ttft_ms.p50"), Steady(200));
  EXPECT_FALSE(baseline.sessions[0].values.at("single").contains("tpot_ms.p50"));
}

TEST(UpdateBaseline, RefusesNumbersOfOtherDefinitionsThanItsOwn) {
  ResultFile result = Sound();
  result.metric_definitions = kMetricDefinitionsVersion + 1;
  EXPECT_THAT(Refusal(result),
              HasSubstr("incomparable: session s1: not accepted as a baseline: metric_definitions is " +
                        std::to_string(kMetricDefinitionsVersion + 1) + ", newer than this program's"));
  result = Sound();
  result.grader_version = kGraderVersion + 1;
  EXPECT_THAT(Refusal(result), HasSubstr("grader_version is"));
}

TEST(UpdateBaseline, RefusesToAcceptACaseThatNobodyKnows) {
  UpdateRequest request = Accepting({Sound()});
  request.accepted_cases = {"coppy"};
  EXPECT_THAT(Outcome(std::nullopt, request),
              HasSubstr("usage: --accept-case coppy: neither the baseline nor the results have this case. Did you mean "
                        "copy?"));
  request.accepted_cases = {"copy"};
  EXPECT_EQ(Outcome(std::nullopt, request), "accepted");
}

TEST(UpdateBaseline, PoolsAskOfAppendedSessionsAsIfTheyHadComeTogether) {
  ResultFile twice = Sound("s1");
  twice.quality = {CaseOf("add", {P, P})};
  ResultFile again = Sound("s2");
  again.quality = {CaseOf("add", {P, P})};
  UpdateRequest request = Accepting({again});
  request.append = true;
  const Baseline baseline = UpdateBaseline(BaselineOf({twice}), request).value().baseline;
  EXPECT_EQ(baseline.cases.at("add").case_class, CaseClass::kStablePass);
  EXPECT_EQ(baseline.cases, BaselineOf({twice, again}).cases);
}

TEST(UpdateBaseline, WritesACommitMessageThatReviewsWell) {
  const Baseline old = BaselineOf({Sound("s1", 200)});
  const std::string message = CommitMessage(UpdateBaseline(old, Accepting({Sound("s2", 205)})).value());
  EXPECT_THAT(message,
              HasSubstr("Baseline of demo v1 on reference/default\n\nReason: new scheduler\nAccepted by: Ada\n"));
  // The pattern's pooled standard deviation of six values is 0.24 %.
  EXPECT_THAT(message, HasSubstr("\nsingle  ttft_ms.p50  200.0 -> 205.0 ms  x1.025 (+2.5 %)  1 session of 6 runs, run "
                                 "spread 0.24 %\n"));
  EXPECT_THAT(message, HasSubstr("Quality: 2 of 2 cases pass in every ask and gate\n"));
  EXPECT_THAT(message, HasSubstr("  s2 of 2026-01-02T00:00:00Z (sha256:"));
}

TEST(Anchors, StartAgainOnlyOnDemandAndTheOldOnesStayListed) {
  const Baseline old = BaselineOf({Sound("s1", 200)});
  UpdateRequest request = Accepting({Sound("s2", 220)});
  request.new_anchor = true;
  const Baseline now = UpdateBaseline(old, request).value().baseline;
  EXPECT_NEAR(now.anchors.at("single").at("ttft_ms.p50"), 220, 1e-6);
  ASSERT_EQ(now.past_anchors.size(), 1u);
  EXPECT_EQ(now.past_anchors[0].ended_at, "2026-02-01T00:00:00Z");
  EXPECT_EQ(now.past_anchors[0].by, "Ada");
  EXPECT_EQ(now.past_anchors[0].reason, "new scheduler");
  EXPECT_NEAR(now.past_anchors[0].values.at("single").at("ttft_ms.p50"), 200, 1e-6);

  request.new_anchor = false;
  request.results = {Sound("s3", 240)};
  const Baseline later = UpdateBaseline(now, request).value().baseline;
  EXPECT_EQ(later.past_anchors.size(), 1u);
  EXPECT_NEAR(later.anchors.at("single").at("ttft_ms.p50"), 220, 1e-6);
}

TEST(Anchors, OfAnotherSuiteVersionAreListedAsPast) {
  UpdateRequest request = Accepting({Sound("s2", 220)});
  request.results[0].suite_version = 2;
  const Baseline now = UpdateBaseline(BaselineOf({Sound("s1", 200)}), request).value().baseline;
  ASSERT_EQ(now.past_anchors.size(), 1u);
  EXPECT_EQ(now.past_anchors[0].reason, "another suite version or metric definition: new scheduler");
}

TEST(Anchors, WarnsWhenAcceptedChangesHaveMovedAMetricBeyondItsBand) {
  const auto band_of = [](const std::string&, const std::string& metric) -> std::optional<Band> {
    if (metric == "output_tps") return Band{0.05, 0};
    if (metric == "ttft_ms.p50") return Band{0.05, 2};
    return std::nullopt;
  };
  const Baseline old = BaselineOf({Sound("s1", 200)});
  const auto drift = [&](double ttft_ms) {
    return DriftBeyondBands(UpdateBaseline(old, Accepting({Sound("s2", ttft_ms)})).value().baseline, band_of);
  };
  EXPECT_THAT(drift(209), ::testing::IsEmpty());
  EXPECT_THAT(drift(212), ElementsAre("drift: single ttft_ms.p50 has moved +6.0 % from its anchor, more than its band "
                                      "(5.0 %); beyond twice the band the gate fails"));
  EXPECT_THAT(drift(150), ::testing::IsEmpty());  // faster is no drift
}

TEST(UpdateBaseline, AcceptsASlowerResult) {
  const Baseline old = BaselineOf({Sound("s1", 200)});
  EXPECT_EQ(Outcome(old, Accepting({Sound("s2", 400)})), "accepted");
}

}  // namespace
}  // namespace inferproof
