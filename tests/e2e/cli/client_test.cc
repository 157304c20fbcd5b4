// doctor --client as a process, and what its proof does to a run. How exact this machine is decides nothing here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/json/document.h"
#include "tests/support/cli_process.h"

namespace inferproof {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

TEST(DoctorClient, ProvesTheClientAndRefusesRunsBeyondTheProof) {
  GateDirectory directory;
  const CliOutcome doctor =
      directory.Run({"doctor", "--client", "--streams", "2,1", "--limit-ms", "1000", "--out", "proof.json"});
  ASSERT_THAT(doctor.exit_code, AnyOf(0, 1)) << doctor.output;
  EXPECT_THAT(doctor.output, HasSubstr("event error"));
  const Json proof = Json::parse(directory.Text("proof.json"));
  EXPECT_EQ(proof["schema"], "inferproof.client/1");
  EXPECT_EQ(proof["levels"][0]["streams"], 1);
  EXPECT_EQ(proof["levels"][0]["event_us"]["n"], 200);  // 2 counted answers of 100 tokens
  EXPECT_EQ(proof["levels"][0]["ttft_us"]["n"], 2);
  EXPECT_EQ(proof["levels"][0]["kernel_stamp_share"], 1);

  // The suite's second scenario has 4 streams.
  const std::vector<std::string> run = {"run", "suites/quick.json", "--runs", "1", "--client-proof", "proof.json"};
  std::vector<std::string> refused = run;
  refused.insert(refused.end(), {"--out", "out/refused"});
  const CliOutcome beyond = directory.Run(refused);
  EXPECT_EQ(beyond.exit_code, 3) << beyond.output;
  EXPECT_THAT(beyond.output, HasSubstr("beyond the load that the client is proven for"));

  std::vector<std::string> allowed = run;
  allowed.insert(allowed.end(), {"--out", "out/allowed", "--allow-unproven-client"});
  const CliOutcome warned = directory.Run(allowed);
  EXPECT_EQ(warned.exit_code, 0) << warned.output;
  EXPECT_THAT(directory.Text("out/allowed/report.md"),
              HasSubstr("--allow-unproven-client: four run 1: beyond the load"));
}

TEST(DoctorClient, WithoutAProofTheRunsOwnLagStandsForItAndTheReportSaysSo) {
  GateDirectory directory;
  const CliOutcome outcome =
      directory.Run({"run", "suites/quick.json", "--runs", "1", "--threads", "2", "--out", "out/run"},
                    {{"XDG_CACHE_HOME", directory.At("cache")}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(directory.Text("out/run/report.md"), HasSubstr("client not proven on this machine"));
  const Json result = Json::parse(directory.Text("out/run/result.json"));
  EXPECT_EQ(result["evidence"]["client"]["client.threads"]["value"], "2");
  EXPECT_THAT(result["evidence"]["client"]["client.lag"]["value"].get<std::string>(), HasSubstr("p99"));
  EXPECT_THAT(result["evidence"]["client"]["client.libcurl"]["value"].get<std::string>(), HasSubstr("libcurl/"));
  for (const Json& made : result["runs"]) {
    EXPECT_EQ(made["client"]["events_with_kernel_stamp"], made["client"]["events"]);
    EXPECT_TRUE(made["invalid"].empty()) << made["invalid"];
  }
}

TEST(DoctorClient, RefusesAProofThatIsNotThereOrIsNone) {
  GateDirectory directory;
  const CliOutcome missing = directory.Run({"run", "suites/quick.json", "--dry-run", "--client-proof", "no.json"});
  EXPECT_EQ(missing.exit_code, 2) << missing.output;
  EXPECT_THAT(missing.output, HasSubstr("doctor --client"));
  directory.Write("bad.json", "{}");
  EXPECT_EQ(directory.Run({"run", "suites/quick.json", "--dry-run", "--client-proof", "bad.json"}).exit_code, 2);
  EXPECT_EQ(directory.Run({"doctor", "--client", "--gate", "suites/quick.json"}).exit_code, 2);
}

}  // namespace
}  // namespace inferproof
