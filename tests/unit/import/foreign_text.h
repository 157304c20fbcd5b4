#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "harness/import/import.h"

namespace inferproof {

inline ForeignFile Read(const std::string& text, const std::string& path = "file.json") {
  const Result<ForeignFile> file = ReadForeign(text, path);
  EXPECT_TRUE(file.ok()) << (file.ok() ? "" : file.error().Text());
  return file.ok() ? *file : ForeignFile();
}

inline std::string WhyRefused(const std::string& text, const std::string& path = "file.json") {
  const Result<ForeignFile> file = ReadForeign(text, path);
  return file.ok() ? "read" : file.error().Text();
}

inline double ValueOf(const ForeignRun& run, const std::string& metric) {
  const auto found = run.metrics.values.find(metric);
  return found == run.metrics.values.end() ? -1 : found->second.value;
}

// A file that the tool itself wrote against the reference engine (tests/unit/import/data/README.md).
inline std::string Recorded(const std::string& name) {
  std::ifstream file(std::string(INFERPROOF_SOURCE_DIR) + "/tests/unit/import/data/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A vLLM file of 20 requests at concurrency 4; `more` are further members.
inline std::string VllmText(const std::string& more = "", int completed = 20, int failed = 0, double ttft_ms = 40) {
  return R"({"date": "20261201-020000", "backend": "vllm", "model_id": "m", "num_prompts": 20, "request_rate": "inf",
    "max_concurrency": 4, "duration": 1.0, "completed": )" +
         std::to_string(completed) + R"(, "failed": )" + std::to_string(failed) +
         R"(, "total_input_tokens": 400, "total_output_tokens": 640, "request_throughput": 20.0,
    "output_throughput": 640.0, "mean_ttft_ms": )" +
         std::to_string(ttft_ms) + R"(, "median_ttft_ms": )" + std::to_string(ttft_ms) + more + "}";
}

}  // namespace inferproof
