#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

// What must never pass, each with its word and exit code, both against a stored baseline and beside a base.

using Change = std::function<void(ResultFile&)>;

struct Row {
  const char* name;
  Change change;  // of the candidate
  const char* stored;
  int stored_exit;
  const char* beside;
  int beside_exit;
};

void EachCandidateRun(ResultFile& result, const std::function<void(RunResult&)>& change) {
  for (RunResult& run : result.runs) {
    if (run.side == "candidate") change(run);
  }
}

Change Scaled(const std::string& metric, double factor) {
  return [=](ResultFile& result) {
    EachCandidateRun(result, [&](RunResult& run) { run.metrics.values.at(metric).value *= factor; });
  };
}

Change SetTo(const std::string& metric, double value) {
  return [=](ResultFile& result) {
    EachCandidateRun(result, [&](RunResult& run) { run.metrics.values.at(metric).value = value; });
  };
}

Change Stated(const std::string& field, const std::string& value) {
  return [=](ResultFile& result) { result.evidence.server[field] = {value, "measured"}; };
}

void Rename(ResultFile& result) {
  EachCandidateRun(result, [](RunResult& run) {
    run.metrics.values["ttft.p50"] = run.metrics.values.at("ttft_ms.p50");
    run.metrics.values.erase("ttft_ms.p50");
  });
}

void RaiseVersion(ResultFile& result) {
  result.suite_version = 2;
  result.suite_digest = "sha256:raised";
}

void WithoutProfile(ResultFile& result) {
  result.evidence.server.erase("engine.profile");
  result.evidence.server["hardware.gpu"] = {"A100", "measured"};
}

const std::vector<Row>& Rows() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static const std::vector<Row> kRows = {
      {"another model", Stated("model.id", "m-8b"), "incomparable", 4, "incomparable", 4},
      {"other hardware", Stated("hardware.gpu", "H100"), "incomparable", 4, "incomparable", 4},
      {"a renamed metric", Rename, "missing", 1, "missing", 1},
      {"seconds instead of milliseconds", Scaled("ttft_ms.p50", 1e3), "regressed", 1, "regressed", 1},
      {"metrics of other definitions", [](ResultFile& r) { r.metric_definitions = 99; }, "incomparable", 4,
       "incomparable", 4},
      // A base that ran beside the candidate ran the same suite.
      {"another suite version", RaiseVersion, "incomparable", 4, "pass", 0},
      {"a number that is none", SetTo("ttft_ms.p50", kNan), "invalid", 3, "invalid", 3},
      {"zero", SetTo("ttft_ms.p50", 0), "invalid", 3, "invalid", 3},
      {"a negative time", SetTo("tpot_ms.p50", -1), "invalid", 3, "invalid", 3},
      {"no runs", [](ResultFile& r) { std::erase_if(r.runs, [](const RunResult& run) { return run.side != "base"; }); },
       "invalid", 3, "invalid", 3},
      {"no values", [](ResultFile& r) { EachCandidateRun(r, [](RunResult& run) { run.metrics.values.clear(); }); },
       "missing", 1, "missing", 1},
      {"no requests", [](ResultFile& r) { EachCandidateRun(r, [](RunResult& run) { run.conservation = {}; }); },
       "invalid", 3, "invalid", 3},
      {"a doubled TTFT", Scaled("ttft_ms.p50", 2), "regressed", 1, "regressed", 1},
      {"a doubled TPOT", Scaled("tpot_ms.p50", 2), "regressed", 1, "regressed", 1},
      {"halved tokens/s", Scaled("output_tps", 0.5), "regressed", 1, "regressed", 1},
  };
  return kRows;
}

Suite GatedSuite() {
  Suite suite = SuiteOf({"single"});
  GateRule rule;
  rule.scenario = "single";
  rule.metric = "output_tps";
  rule.role = Role::kGate;
  suite.gates.rules.push_back(rule);
  return suite;
}

ResultFile Plain(const std::string& session) {
  ResultFile result = ResultOf({SingleStream()}, session);
  WithoutProfile(result);
  return result;
}

std::string WordAndExit(const std::string& word, int exit_code) { return word + ", exit " + std::to_string(exit_code); }

std::string Seen(const Verdict& verdict) { return WordAndExit(VerdictName(verdict.word), ExitCodeFor(verdict, {})); }

TEST(Refusals, EachHasItsWordAndExitCodeAgainstAStoredBaseline) {
  for (const Row& row : Rows()) {
    ResultFile result = Plain("s2");
    row.change(result);
    const Verdict verdict = Judge(GatedSuite(), result, BaselineOf({Plain("s1")}), {});
    EXPECT_EQ(Seen(verdict), WordAndExit(row.stored, row.stored_exit)) << row.name << ": " << verdict.headline;
  }
}

TEST(Refusals, EachHasItsWordAndExitCodeBesideABase) {
  for (const Row& row : Rows()) {
    ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
    WithoutProfile(result);
    result.base_evidence = result.evidence;
    row.change(result);
    const Verdict verdict = Judge(GatedSuite(), result, std::nullopt, {});
    EXPECT_EQ(Seen(verdict), WordAndExit(row.beside, row.beside_exit)) << row.name << ": " << verdict.headline;
  }
}

// Direction is the definition's: no doubling of what should be low is a gain, and none of what should be high a loss.
TEST(Refusals, DirectionIsNeverTurned) {
  struct Turn {
    const char* metric;
    double factor;
    const char* word;
  };
  for (const auto& [metric, factor, word] : {Turn{"ttft_ms.p50", 2, "regressed"}, Turn{"ttft_ms.p50", 0.5, "improved"},
                                             Turn{"tpot_ms.p50", 2, "regressed"}, Turn{"tpot_ms.p50", 0.5, "improved"},
                                             Turn{"output_tps", 2, "improved"}, Turn{"output_tps", 0.5, "regressed"}}) {
    ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
    Scaled(metric, factor)(result);
    EXPECT_EQ(WordOf(Judge(GatedSuite(), result, std::nullopt, {}), "single", metric), word) << metric << factor;
  }
}

TEST(Refusals, AGateWithAMisspeltNameIsMissingForOneScenarioAndForAll) {
  for (const char* scenario : {"single", "*"}) {
    Suite suite = SuiteOf({"single"});
    GateRule rule;
    rule.scenario = scenario;
    rule.metric = "ttft_ms.p5";
    rule.role = Role::kGate;
    suite.gates.rules.push_back(rule);
    const Verdict verdict = Judge(suite, Interleaved({SingleStream()}, {SingleStream()}), std::nullopt, {});
    EXPECT_EQ(Seen(verdict), WordAndExit("missing", 1)) << scenario << ": " << verdict.headline;
    EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p5"), "missing");
  }
}

}  // namespace
}  // namespace inferproof
