#include "harness/baseline/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kPath[] = "baselines/reference/default/demo.json";
constexpr char kDigest[] = "sha256:0123456789abcdef";

ResultFile Measured(const std::string& session, double ttft_ms = 200) {
  ResultFile result = ResultOf({SingleStream(ttft_ms)}, session);
  result.suite_digest = kDigest;
  result.scenarios[0].plan_digest = kDigest;
  result.quality_asked = true;
  result.quality = {CaseOf("add", {P, P, P}), CaseOf("copy", {F, F, F})};
  for (CaseResult& entry : result.quality) entry.digest = kDigest;
  return result;
}

std::vector<std::string> Lines(const std::vector<FileDifference>& differences) {
  std::vector<std::string> lines;
  for (const FileDifference& found : differences)
    lines.push_back(found.path + ": " + found.committed + " | " + found.would_be);
  return lines;
}

std::vector<std::string> SelfCheckOf(std::string text) {
  const Result<Baseline> parsed = ParseBaseline(text, kPath);
  if (!parsed.ok()) return {parsed.error().Text()};
  return Lines(CheckBaselineFile(text, *parsed).value());
}

std::string Text(const Baseline& baseline) { return WriteBaseline(baseline).value(); }

std::string Replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

TEST(BaselineCheck, FindsNothingInAFileThatTheToolWrote) {
  EXPECT_THAT(SelfCheckOf(Text(BaselineOf({Measured("s1"), Measured("s2")}))), IsEmpty());
}

TEST(BaselineCheck, FindsAClassThatTheCountsContradict) {
  const std::string text = Text(BaselineOf({Measured("s1")}));
  EXPECT_THAT(SelfCheckOf(Replaced(text, "stable_fail", "stable_pass")),
              ElementsAre("cases.copy.class: stable_pass | stable_fail, as 0 of 3 passed"));
}

TEST(BaselineCheck, FindsBytesThatTheToolDoesNotWrite) {
  const std::string text = Text(BaselineOf({Measured("s1")}));
  EXPECT_THAT(SelfCheckOf(text + "\n"), ElementsAre(HasSubstr("nothing")));
  EXPECT_THAT(SelfCheckOf(Replaced(text, "\"suite\": \"demo\"", "\"suite\":  \"demo\"")),
              ElementsAre(HasSubstr("\"suite\":  \"demo\", |   \"suite\": \"demo\",")));
}

TEST(BaselineCheck, FindsDigestsThatAreNoneAndValuesThatWereTakenOutOrAdded) {
  Baseline baseline = BaselineOf({Measured("s1")});
  baseline.sessions[0].result_digest = "trust me";
  baseline.sessions[0].values["single"]["ttft_ms.p50"].push_back(190);
  baseline.sessions[0].values["single"]["success_rate"][2] = 0.9;
  baseline.sessions[0].values["single"]["speed"] = {1};
  baseline.anchors["single"].erase("tpot_ms.p50");
  const std::vector<std::string> lines = SelfCheckOf(Text(baseline));
  EXPECT_THAT(lines, Contains("sessions[0].result_digest: trust me | sha256: and 16 hex digits"));
  EXPECT_THAT(lines, Contains("sessions[0].values.single.ttft_ms.p50: 7 values | at most 6, one for each run"));
  EXPECT_THAT(lines, Contains(HasSubstr("single.success_rate: a value that is not 1")));
  EXPECT_THAT(lines, Contains(HasSubstr("single.speed: a metric of that name | nothing")));
  EXPECT_THAT(lines, Contains(HasSubstr("anchors.single.tpot_ms.p50: nothing | 20")));
}

TEST(BaselineRebuild, AgreesWithTheFileThatTheSameResultsGave) {
  const Baseline committed = BaselineOf({Measured("s1"), Measured("s2", 210)});
  const Rebuilt rebuilt = RebuildAndCompare(committed, {Measured("s2", 210), Measured("s1")}).value();
  EXPECT_THAT(rebuilt.differences, IsEmpty());
  EXPECT_THAT(rebuilt.notes, IsEmpty());
}

TEST(BaselineRebuild, NamesEveryValueThatTheResultsDoNotGive) {
  Baseline committed = BaselineOf({Measured("s1")});
  committed.sessions[0].values["single"]["ttft_ms.p50"][2] = 150;
  committed.cases["copy"].passes = 3;
  committed.cases["copy"].case_class = CaseClass::kStablePass;
  EXPECT_THAT(Lines(RebuildAndCompare(committed, {Measured("s1")}).value().differences),
              ElementsAre("cases.copy.class: \"stable_pass\" | \"stable_fail\"", "cases.copy.passes: 3 | 0",
                          "sessions[0].values.single.ttft_ms.p50[2]: 150 | 199.8"));
}

TEST(BaselineRebuild, FollowsAnAppendAndAFailureAcceptedByName) {
  UpdateRequest request;
  request.results = {Measured("s2")};
  request.results[0].quality[0] = CaseOf("add", {F, F, F});
  request.results[0].quality[0].digest = kDigest;
  request.reason = "accepted";
  request.at = "2026-02-01T00:00:00Z";
  request.append = true;
  request.accepted_cases = {"add"};
  const ResultFile second = request.results[0];
  const Baseline committed = UpdateBaseline(BaselineOf({Measured("s1", 190)}), request).value().baseline;
  ASSERT_EQ(committed.cases.at("add").asks, 3);
  EXPECT_THAT(Lines(RebuildAndCompare(committed, {Measured("s1", 190), second}).value().differences), IsEmpty());
  const Rebuilt half = RebuildAndCompare(committed, {second}).value();
  EXPECT_THAT(Lines(half.differences), IsEmpty());
  EXPECT_THAT(half.notes, Contains(HasSubstr("1 session(s) without a result here")));
}

TEST(BaselineRebuild, SaysThatASessionIsNotInTheFile) {
  EXPECT_THAT(Lines(RebuildAndCompare(BaselineOf({Measured("s1")}), {Measured("s9")}).value().differences),
              ElementsAre("sessions: no session s9 | a session s9"));
}

TEST(BaselineRebuild, RefusesAResultThatNobodyCouldHaveAccepted) {
  ResultFile broken = Measured("s1");
  broken.interrupted = true;
  EXPECT_FALSE(RebuildAndCompare(BaselineOf({Measured("s1")}), {broken}).ok());
}

}  // namespace
}  // namespace inferproof
