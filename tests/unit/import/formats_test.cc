#include <gmock/gmock.h>

#include "tests/unit/import/foreign_text.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(Vllm, ReadsASummaryUnderOurNamesWithItsDefinitions) {
  const ForeignFile file = Read(VllmText(R"(, "median_itl_ms": 3.0, "mean_itl_ms": 3.1, "p99_ttft_ms": 44.0)"));
  ASSERT_EQ(file.runs.size(), 1u);
  const ForeignRun& run = file.runs[0];
  EXPECT_EQ(file.format, "vllm");
  EXPECT_EQ(run.scenario, "concurrency-4");
  EXPECT_EQ(ValueOf(run, "ttft_ms.p50"), 40);
  EXPECT_EQ(ValueOf(run, "chunk_gap_ms.p50"), 3);
  EXPECT_EQ(ValueOf(run, "output_tokens.mean"), 32);  // 640 / 20
  EXPECT_EQ(ValueOf(run, "success_rate"), 1);
  EXPECT_THAT(run.metrics.values.at("ttft_ms.p50").definition, HasSubstr("also one without text"));
  EXPECT_TRUE(run.metrics.values.at("ttft_ms.p99").n_too_small);
  EXPECT_THAT(file.not_stated, Contains("seed"));
}

TEST(Vllm, TakesWhatWasNotCompletedForFailedWhereAnOldFileDoesNotSay) {
  std::string text = VllmText("", 18);
  text.erase(text.find(R"(, "failed": 0)"), 13);
  EXPECT_DOUBLE_EQ(ValueOf(Read(text).runs[0], "success_rate"), 0.9);
}

TEST(Vllm, TrustsTheRequestsOfADetailedFile) {
  // Request 1: 100 ms, then gaps of 10 and 30 ms; request 2: 200 ms, then 20 and 20 ms; request 3 failed.
  const ForeignFile file =
      Read(R"({"num_prompts": 3, "completed": 2, "failed": 1, "duration": 1.0, "max_concurrency": 2,
    "request_rate": "inf", "mean_ttft_ms": 150.0, "ttfts": [0.1, 0.2, 0.0], "itls": [[0.01, 0.03], [0.02, 0.02], []],
    "output_lens": [3, 3, 0], "errors": ["", "", "refused"]})");
  const ForeignRun& run = file.runs[0];
  EXPECT_TRUE(run.invalid.empty());
  EXPECT_DOUBLE_EQ(ValueOf(run, "ttft_ms.p50"), 150);
  EXPECT_DOUBLE_EQ(ValueOf(run, "tpot_ms.p50"), 20);   // 40 ms over 2 tokens, both times
  EXPECT_DOUBLE_EQ(ValueOf(run, "e2e_ms.mean"), 190);  // 140 and 240
  EXPECT_DOUBLE_EQ(ValueOf(run, "chunk_gap_ms.mean"), 20);
}

TEST(Sglang, ReadsEachLineAsARunAndSaysThatFailuresAreNotStated) {
  const std::string line =
      R"({"backend": "sglang", "request_rate": Infinity, "max_concurrency": 4, "duration": 2.0, "completed": 40,
"total_output_tokens": 1280, "output_throughput": 640.0, "mean_e2e_latency_ms": 150.0, "median_ttft_ms": 40.0,
"server_info": {"version": "0.5.2", "model_path": "m"}})";
  std::string one = line;
  std::erase(one, '\n');
  const ForeignFile file = Read(one + "\n" + one + "\n", "runs.jsonl");
  ASSERT_EQ(file.runs.size(), 2u);
  EXPECT_FALSE(file.runs[1].conservation.failures_stated);
  EXPECT_EQ(file.runs[1].line, 2);
  EXPECT_EQ(file.runs[0].metrics.values.count("success_rate"), 0u);
  EXPECT_EQ(file.server.at("engine.version").value, "0.5.2");
  EXPECT_THAT(file.not_stated, Contains("number of failed requests"));
  EXPECT_THAT(WhyRefused(one + "\n" + one.substr(0, 90) + "\n", "runs.jsonl"), HasSubstr("cut off"));
}

TEST(Aiperf, ReadsTheFileThatItWroteItself) {
  const ForeignFile file = Read(Recorded("aiperf.json"));
  ASSERT_EQ(file.runs.size(), 1u);
  const ForeignRun& run = file.runs[0];
  EXPECT_TRUE(run.invalid.empty());
  EXPECT_EQ(file.model, "reference-model");
  EXPECT_EQ(run.scenario, "concurrency-2");
  EXPECT_EQ(run.requests, 12);
  EXPECT_DOUBLE_EQ(ValueOf(run, "ttft_ms.p50"), 43.974365);
  EXPECT_DOUBLE_EQ(ValueOf(run, "e2e_ms.p50"), 93.597743);
}

TEST(Aiperf, ReadsTheUnitAndRefusesOneThatIsNoTime) {
  std::string text = Recorded("aiperf.json");
  const std::size_t at = text.find("\"unit\": \"ms\"");
  ASSERT_NE(at, std::string::npos);
  const std::size_t ttft = text.find("\"unit\": \"ms\"", text.find("\"time_to_first_token\""));
  std::string seconds = text;
  seconds.replace(ttft, 12, "\"unit\": \"s\"");
  EXPECT_DOUBLE_EQ(ValueOf(Read(seconds).runs[0], "ttft_ms.p50"), 43974.365);
  EXPECT_FALSE(Read(seconds).runs[0].invalid.empty());  // beyond its end to end
  text.replace(ttft, 12, "\"unit\": \"kg\"");
  EXPECT_THAT(WhyRefused(text), HasSubstr("no time"));
}

TEST(AiperfRecords, LeavesTheWarmUpOut) {
  const ForeignFile file = Read(Recorded("aiperf.jsonl"), "records.jsonl");
  EXPECT_EQ(file.runs[0].requests, 12);
  EXPECT_DOUBLE_EQ(ValueOf(file.runs[0], "ttft_ms.p50"), ValueOf(Read(Recorded("aiperf.json")).runs[0], "ttft_ms.p50"));
  EXPECT_THAT(file.notes, Contains("2 warm-up records left out"));
}

TEST(Guidellm, ReadsTheFileThatItWroteItself) {
  const ForeignFile file = Read(Recorded("guidellm.json"));
  ASSERT_EQ(file.runs.size(), 1u);
  const ForeignRun& run = file.runs[0];
  EXPECT_TRUE(run.invalid.empty()) << run.invalid[0];
  EXPECT_EQ(run.scenario, "concurrent-2");
  EXPECT_EQ(run.conservation.planned, 4);
  EXPECT_DOUBLE_EQ(ValueOf(run, "ttft_ms.p50"), 43.59912872314453);
  EXPECT_NEAR(ValueOf(run, "output_tps"), 64 / 0.19718241691589355, 1e-9);
  EXPECT_THAT(run.metrics.values.at("tpot_ms.p50").definition, HasSubstr("first token included"));
}

TEST(LlamaBench, TakesEachSampleForARun) {
  const ForeignFile file =
      Read(R"([{"build_commit": "abc", "cpu_info": "cpu", "gpu_info": "", "model_filename": "m.gguf",
    "n_prompt": 512, "n_gen": 0, "samples_ns": [1000000000, 2000000000]},
   {"build_commit": "abc", "cpu_info": "cpu", "model_filename": "m.gguf", "n_prompt": 0, "n_gen": 128,
    "samples_ns": [4000000000]}])");
  ASSERT_EQ(file.runs.size(), 3u);
  EXPECT_EQ(file.runs[0].scenario, "pp512");
  EXPECT_DOUBLE_EQ(ValueOf(file.runs[1], "prompt_tps"), 256);
  EXPECT_EQ(file.runs[2].scenario, "tg128");
  EXPECT_DOUBLE_EQ(ValueOf(file.runs[2], "generation_tps"), 32);
}

TEST(GoogleBenchmark, ReadsRepetitionsInNanosecondsAndLeavesAggregatesOut) {
  const ForeignFile file = Read(R"({"context": {"library_build_type": "debug"}, "benchmarks": [
    {"name": "BM_Parse/8", "run_name": "BM_Parse/8", "run_type": "iteration", "iterations": 100, "real_time": 1.5,
     "cpu_time": 1.25, "time_unit": "us", "hits": 3},
    {"name": "BM_Parse/8", "run_name": "BM_Parse/8", "run_type": "iteration", "iterations": 100, "real_time": NaN,
     "cpu_time": -Infinity, "time_unit": "us"},
    {"name": "BM_Lost", "run_name": "BM_Lost", "run_type": "iteration", "error_occurred": true, "error_message": "no"},
    {"name": "BM_Parse/8_cv", "run_name": "BM_Parse/8", "run_type": "aggregate", "aggregate_name": "cv",
     "iterations": 2, "real_time": 0.1, "cpu_time": 0.1, "time_unit": "us"}]})");
  ASSERT_EQ(file.runs.size(), 3u);
  EXPECT_DOUBLE_EQ(ValueOf(file.runs[0], "real_time_ns"), 1500);
  EXPECT_DOUBLE_EQ(ValueOf(file.runs[0], "cpu_time_ns"), 1250);
  EXPECT_THAT(file.runs[1].invalid, Contains("real_time is not a finite number"));
  EXPECT_THAT(file.runs[2].invalid, Contains("the benchmark failed: no"));
  EXPECT_THAT(file.not_stated, Contains("direction of the counter hits"));
  EXPECT_THAT(file.notes, Contains(HasSubstr("DEBUG")));
}

TEST(BenchmarkAction, TakesTheNewestCommitAndTheDirectionOfItsTool) {
  const std::string point = R"({"commit": {"id": "c2"}, "tool": "customSmallerIsBetter", "benches": [
      {"name": "chat/ttft_ms.p50", "unit": "ms", "value": 41.5}, {"name": "size", "unit": "kB", "value": 7}]})";
  const ForeignFile file =
      Read("window.BENCHMARK_DATA = {\"lastUpdate\": 1, \"entries\": {\"Suite\": [" +
               (R"({"commit": {"id": "c1"}, "tool": "customSmallerIsBetter", "benches": []},)" + point + "," + point) +
               "]}}\n",
           "data.js");
  ASSERT_EQ(file.runs.size(), 4u);
  EXPECT_EQ(file.runs[0].scenario, "chat");
  EXPECT_EQ(ValueOf(file.runs[0], "ttft_ms.p50"), 41.5);
  EXPECT_EQ(ValueOf(file.runs[1], "smaller_is_better"), 7);
  EXPECT_THAT(file.runs[1].metrics.values.at("smaller_is_better").definition, HasSubstr("unit kB"));
  EXPECT_EQ(file.server.at("engine.version").value, "c2");
}

TEST(Csv, ReadsTheDocumentedColumnsInAnyOrderAndUnit) {
  const ForeignFile file = Read(
      "run,scenario,metric,value,unit,completed,failed,definition\n"
      "1,chat,ttft_ms.p50,0.04,s,20,0,\"first \"\"token\"\"\"\n"
      "1,chat,output_tps,512,,20,0,\n",
      "runs.csv");
  ASSERT_EQ(file.runs.size(), 1u);
  EXPECT_DOUBLE_EQ(ValueOf(file.runs[0], "ttft_ms.p50"), 40);
  EXPECT_EQ(file.runs[0].metrics.values.at("ttft_ms.p50").definition, "csv: first \"token\"");
  EXPECT_EQ(file.runs[0].metrics.values.at("output_tps").definition, "csv: not stated");
  EXPECT_EQ(ValueOf(file.runs[0], "success_rate"), 1);
}

TEST(Csv, RefusesWhatItDoesNotKnowWithItsLine) {
  const std::string head = "scenario,run,metric,value,unit\n";
  EXPECT_THAT(WhyRefused(head + "chat,1,ttft,4,ms\n", "r.csv"), HasSubstr("r.csv:2: no such metric"));
  EXPECT_THAT(WhyRefused(head + "chat,1,ttft_ms.p50,4,tokens\n", "r.csv"), HasSubstr("the unit of ttft_ms.p50 is ms"));
  EXPECT_THAT(WhyRefused(head + "chat,1,ttft_ms.p50,nan,ms\n", "r.csv"), HasSubstr("not a finite number"));
  EXPECT_THAT(WhyRefused(head + "chat,1,ttft_ms.p5", "r.csv"), HasSubstr("cells"));
  EXPECT_THAT(WhyRefused("scenario,run,value\n", "r.csv"), HasSubstr("no column \"metric\""));
}

}  // namespace
}  // namespace inferproof
