#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

GateRule Rule(const std::string& scenario, const std::string& metric, std::optional<Role> role,
              std::optional<Band> band, int line) {
  return {scenario, metric, role, band, {line, 7}};
}

// "gate 0.05 2": role, relative and absolute band.
std::string Shown(const EffectiveRule& rule) {
  return RoleName(rule.role) + " " + std::to_string(rule.band.relative).substr(0, 5) + " " +
         std::to_string(rule.band.absolute).substr(0, 5);
}

std::string DefaultOf(int concurrency, bool fixed_length, const std::string& metric) {
  ScenarioSummary scenario;
  scenario.name = "s";
  scenario.concurrency = concurrency;
  scenario.fixed_length = fixed_length;
  return Shown(RuleFor(Suite(), scenario, metric));
}

TEST(RuleFor, GatesByDefaultAsTheDesignSays) {
  EXPECT_EQ(DefaultOf(1, true, "ttft_ms.p50"), "gate 0.050 2.000");
  EXPECT_EQ(DefaultOf(1, true, "tpot_ms.p50"), "gate 0.050 0.050");
  EXPECT_EQ(DefaultOf(4, true, "output_tps"), "gate 0.050 0.000");
  EXPECT_EQ(DefaultOf(1, true, "success_rate"), "gate 0.000 0.005");
  EXPECT_EQ(DefaultOf(4, true, "success_rate"), "gate 0.000 0.005");
  EXPECT_EQ(DefaultOf(4, true, "ttft_ms.p50"), "watch 0.050 0.000");
  EXPECT_EQ(DefaultOf(1, true, "output_tps"), "watch 0.050 0.000");
  EXPECT_EQ(DefaultOf(1, true, "ttft_ms.p99"), "watch 0.050 0.000");
}

TEST(RuleFor, HoldsWorkEqual) {
  EXPECT_EQ(DefaultOf(1, false, "prompt_tokens.mean"), "equal 0.000 0.000");
  EXPECT_EQ(DefaultOf(1, true, "output_tokens.mean"), "equal 0.000 0.000");
  EXPECT_EQ(DefaultOf(1, false, "output_tokens.mean"), "equal 0.020 0.000");
  EXPECT_EQ(DefaultOf(1, false, "finish_length"), "equal 0.000 0.020");
  EXPECT_EQ(DefaultOf(1, true, "finish_stop"), "equal 0.000 0.000");
}

TEST(RuleFor, LetsTheNearestRuleOfTheSuiteWin) {
  Suite suite = SuiteOf({"single"});
  ScenarioSummary scenario;
  scenario.name = "single";
  suite.gates.rules = {Rule("single", "ttft_ms.p50", std::nullopt, Band{0.1, 0}, 30),
                       Rule("*", "ttft_ms.p50", Role::kWatch, Band{0.2, 0}, 31)};
  const EffectiveRule rule = RuleFor(suite, scenario, "ttft_ms.p50");
  EXPECT_EQ(Shown(rule), "watch 0.100 0.000");  // the role of "*", the band of "single"
  EXPECT_EQ(rule.line, 30);
  EXPECT_EQ(RuleFor(suite, scenario, "tpot_ms.p50").line, 5);  // no rule: the scenario's place
}

}  // namespace
}  // namespace inferproof
