// Each rule of docs/validity.md through the whole gate: a fault of the reference engine trips it, with its own words
// and its own verdict. That a sound engine trips none is what every other gate test shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "harness/json/document.h"
#include "tests/e2e/cli/base_directory.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Planted {
  const char* name;
  const char* fault;
  int exit_code;
  const char* words;
};

// Seven tokens an answer: too few events to look buffered or clumped, however busy the machine is. A silent stream is
// given up after a second.
void WriteShortSuite(const GateDirectory& directory) {
  directory.WriteSuite(R"("generation": {"max_tokens": 16}, "warmup": {"requests": 5})",
                       R"("generation": {"max_tokens": 7}, "warmup": {"requests": 5}, "timeouts": {"idle_s": 1})");
}

class PlantedFault : public testing::TestWithParam<Planted> {};

// What spoils the measurement needs nothing to compare with; what regresses does.
TEST_P(PlantedFault, IsNamedAndJudged) {
  const Planted& planted = GetParam();
  GateDirectory directory;
  if (planted.exit_code == 1) {
    WriteShortSuite(directory);
    const CliOutcome accepted = directory.AcceptBaseline();
    ASSERT_EQ(accepted.exit_code, 0) << accepted.output;
  }
  std::vector<std::string> flags = {"--fault", planted.fault};
  if (planted.exit_code != 1) flags.insert(flags.end(), {"--profile", "token-ms=5"});  // time between two clumps
  directory.WriteTarget("target.json", flags);
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/faulty"});
  EXPECT_EQ(outcome.exit_code, planted.exit_code) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr(planted.words));
}

void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.fault; }

INSTANTIATE_TEST_SUITE_P(Faults, PlantedFault,
                         testing::Values(Planted{"ClumpsAreInvalid", "clump=8", 3, "clumped: in "},
                                         Planted{"ABufferIsInvalid", "buffered", 3, "buffered: in "},
                                         Planted{"EarlyStopsRegress", "early-stop", 1, "finish_stop"},
                                         Planted{"TooManyRequestsRegress", "429=0.2", 1, "failed.http_error"},
                                         Planted{"UnavailableRegresses", "503=0.2", 1, "HTTP 503"},
                                         Planted{"HangsRegress", "hang=0.15", 1, "timed_out"},
                                         Planted{"ResetsRegress", "reset=0.15", 1, "transport_error"},
                                         Planted{"TooManyTokensToldRegress", "usage-wrong=2", 1, "usage_disagrees"},
                                         Planted{"TooFewTokensToldRegress", "usage-wrong=0.5", 1, "usage_disagrees"},
                                         Planted{"ARestartRegresses", "restart=12", 1, "server_restarted"}),
                         [](const auto& row) { return row.param.name; });

TEST(PlantedFaultAlone, WithNothingToCompareWithIsInvalid) {
  GateDirectory directory;
  for (const auto& [fault, words] :
       {std::pair("usage-wrong=2", "the server's usage contradicts its answers"),
        std::pair("restart=12", "the server restarted"), std::pair("503=0.2", "requests failed")}) {
    directory.WriteTarget("target.json", {"--fault", fault});
    const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", std::string("out/") + fault});
    EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr(words));
  }
}

TEST(PlantedFaultOfBothSides, IsNoFaultOfTheCandidate) {
  BaseDirectory directory;
  directory.WritePair({"--fault", "usage-wrong=2"}, {"--fault", "usage-wrong=2"});
  const CliOutcome both = directory.Gate("out/both", {"--runs", "2"});
  EXPECT_EQ(both.exit_code, 3) << both.output;
  EXPECT_THAT(both.output, HasSubstr("the server's usage contradicts its answers on both sides"));
  directory.WritePair({"--fault", "usage-wrong=2"}, {});
  const CliOutcome one = directory.Gate("out/one", {"--runs", "2"});
  EXPECT_EQ(one.exit_code, 1) << one.output;
  EXPECT_THAT(one.output, HasSubstr("usage_disagrees"));
}

TEST(TokenSources, AreKeptInTheResult) {
  GateDirectory directory;
  const CliOutcome outcome = directory.Run({"run", "suites/quick.json", "--runs", "1", "--out", "out/told"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const Json result = Json::parse(directory.Text("out/told/result.json"), nullptr, false);
  ASSERT_TRUE(result.is_object());
  EXPECT_EQ(result["runs"][0]["token_sources"], Json({{"usage", 12}}));
  EXPECT_FALSE(result["runs"][0].contains("usage_disagrees"));
  EXPECT_FALSE(result["runs"][0].contains("server_restarted"));
}

}  // namespace
}  // namespace inferproof
