#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/cli_process.h"

namespace inferproof {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A vLLM file of 100 requests in one stream.
std::string Vllm(double ttft_ms, double tpot_ms, double output_tps, const std::string& more = "", int completed = 100) {
  return R"({"date": "20261201-020000", "backend": "vllm", "model_id": "m", "num_prompts": 100, "request_rate": "inf",
"max_concurrency": 1, "duration": 20.0, "completed": )" +
         std::to_string(completed) + R"(, "failed": )" + std::to_string(100 - completed) +
         R"(, "total_output_tokens": 3200, "output_throughput": )" + std::to_string(output_tps) +
         R"(, "median_ttft_ms": )" + std::to_string(ttft_ms) + R"(, "median_tpot_ms": )" + std::to_string(tpot_ms) +
         more + "}\n";
}

// Six runs a side with a spread of some tenths of a percent.
void WriteSide(const GateDirectory& directory, const std::string& side, double ttft_ms, double output_tps,
               const std::string& more = "") {
  const double spread[] = {0.997, 1.003, 0.999, 1.001, 0.998, 1.002};
  for (int i = 0; i < 6; ++i) {
    directory.Write(side + "/run" + std::to_string(i) + ".json",
                    Vllm(ttft_ms * spread[i], 3 * spread[i], output_tps * spread[5 - i], more));
  }
}

TEST(ImportedCompare, GivesTheVerdictsOfOurOwnRunsOverADirectoryASide) {
  GateDirectory directory;
  WriteSide(directory, "base", 40, 300);
  WriteSide(directory, "slow", 48, 300);
  WriteSide(directory, "same", 40.01, 300);
  const CliOutcome slow = directory.Run({"compare", "base", "slow", "--ci", "github"});
  EXPECT_EQ(slow.exit_code, 1) << slow.output;
  EXPECT_THAT(slow.output, AllOf(HasSubstr("verdict: regressed"), HasSubstr("ttft_ms.p50"),
                                 HasSubstr("decided by runs"), HasSubstr("not stated: engine version, GPU, seed"),
                                 HasSubstr("::error file=slow/run0.json,line=1")));
  const CliOutcome same = directory.Run({"compare", "base", "same"});
  EXPECT_EQ(same.exit_code, 0) << same.output;
  EXPECT_THAT(same.output, HasSubstr("verdict: pass"));
  EXPECT_THAT(directory.Run({"compare", "slow", "base"}).output, HasSubstr("verdict: improved"));
}

TEST(ImportedCompare, NeverCallsABrokenFileAnImprovement) {
  GateDirectory directory;
  WriteSide(directory, "base", 40, 300, R"(, "median_itl_ms": 2.9, "mean_itl_ms": 3.0)");
  WriteSide(directory, "bursts", 40, 200, R"(, "median_itl_ms": 0.01, "mean_itl_ms": 4.5)");
  for (int i = 0; i < 3; ++i) directory.Write("failed/run" + std::to_string(i) + ".json", Vllm(0, 0, 0, "", 0));
  const CliOutcome failed = directory.Run({"compare", "base", "failed"});
  EXPECT_EQ(failed.exit_code, 1) << failed.output;
  EXPECT_THAT(failed.output, AllOf(Not(HasSubstr("improved")), HasSubstr("300 of 300 requests failed")));
  const CliOutcome bursts = directory.Run({"compare", "base", "bursts"});
  EXPECT_THAT(bursts.output, AllOf(Not(HasSubstr("improved")), HasSubstr("events are bursts")));
  directory.Write("cut/run0.json", Vllm(40, 3, 300));
  directory.Write("cut/run1.json", Vllm(40, 3, 300).substr(0, 150));
  const CliOutcome cut = directory.Run({"compare", "base", "cut"});
  EXPECT_EQ(cut.exit_code, 2) << cut.output;
  EXPECT_THAT(cut.output, HasSubstr("cut off"));
  directory.Write("one/run0.json", Vllm(20, 3, 300));
  EXPECT_EQ(directory.Run({"compare", "base", "one"}).exit_code, 3);
}

TEST(ImportedCompare, KeepsTwoToolsAndTwoDefinitionsApart) {
  GateDirectory directory;
  std::string csv = "scenario,run,metric,value,definition,completed,failed,concurrency,model\n";
  for (int run = 0; run < 4; ++run) {
    csv += "concurrency-1," + std::to_string(run) + ",ttft_ms.p50,4" + std::to_string(run) + ",first text,100,0,1,m\n";
  }
  std::string other = csv;
  while (other.find("first text") != std::string::npos) other.replace(other.find("first text"), 10, "first byte");
  directory.Write("a.csv", csv);
  directory.Write("b.csv", other);
  WriteSide(directory, "vllm", 40, 300);
  const CliOutcome definitions = directory.Run({"compare", "a.csv", "b.csv"});
  EXPECT_EQ(definitions.exit_code, 4) << definitions.output;
  EXPECT_THAT(definitions.output, HasSubstr("two definitions under one name"));
  const CliOutcome tools = directory.Run({"compare", "vllm", "a.csv"});
  EXPECT_EQ(tools.exit_code, 4) << tools.output;
  EXPECT_THAT(tools.output, HasSubstr("environment"));
}

TEST(ImportedBaseline, IsAcceptedFromFilesAndDecidesALaterComparison) {
  GateDirectory directory;
  WriteSide(directory, "base", 40, 300);
  WriteSide(directory, "slow", 60, 300);
  const CliOutcome accepted = directory.Run({"baseline", "update", "base", "--reason", "first", "--by", "ann"});
  ASSERT_EQ(accepted.exit_code, 0) << accepted.output;
  const std::string path = "baselines/m/vllm/imported.json";
  EXPECT_THAT(directory.Text(path), HasSubstr("\"definitions\""));
  EXPECT_EQ(directory.Run({"baseline", "check", path}).exit_code, 0);
  const CliOutcome slow = directory.Run({"compare", path, "slow", "--ci", "github"});
  EXPECT_EQ(slow.exit_code, 1) << slow.output;
  EXPECT_THAT(slow.output, HasSubstr("::error file=" + path));
}

}  // namespace
}  // namespace inferproof
