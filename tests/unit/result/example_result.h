#pragma once

#include "harness/result/result_file.h"

namespace inferproof {

inline RunResult ExampleRun() {
  RunResult run;
  run.scenario = "single";
  run.run = 1;
  run.side = "base";
  run.metrics.values["ttft_ms.p50"] = {.value = 40.125, .n = 23};
  run.metrics.values["ttft_ms.p99"] = {.value = 1.0 / 3, .n = 23, .approximate = false, .n_too_small = true};
  run.metrics.values["output_tps"] = {.value = 97.5, .n = 23, .approximate = true, .n_too_small = false};
  run.metrics.warnings = {"a warning"};
  run.conservation.planned = 24;
  run.conservation.by_outcome = {{"completed", 22}, {"truncated", 1}};
  run.conservation.not_started = 1;
  run.finish_reasons = {{"length", 21}, {"stop", 1}};
  run.failures = {"1 truncated: ended after 12 deltas without [DONE]"};
  run.invalid = {"client lag p99 12 ms"};
  run.server_died = "exit status 137";
  run.server_restarted = "its start time moved";
  run.usage_disagrees = "usage contradicts 1 of 22 answers";
  run.token_sources = {{"usage", 21}, {"estimate", 1}};
  run.client = {.cpu_s = 0.25,
                .wall_s = 2.5,
                .foreign_cpu_s = 1.75,
                .events = 3000,
                .events_with_kernel_stamp = 2999,
                .events_sharing_a_read = 7};
  run.started_at = "2026-01-31T12:00:00Z";
  return run;
}

inline CaseResult ExampleCase() {
  CaseResult result;
  result.id = "arithmetic-1";
  result.version = 2;
  result.digest = "sha256:0011223344556677";
  result.mode = "sequential";
  result.file = "quality/arithmetic.jsonl";
  result.line = 3;
  result.critical = true;
  Ask ask;
  ask.grade = Grade::kFail;
  ask.judgements = {{.grade = Grade::kFail, .assertion = "equals_number", .message = "expected 42, got 41"}};
  ask.answer = "41";
  ask.finish_reason = "stop";
  result.asks = {ask, Ask{.grade = Grade::kPass, .judgements = {}, .answer = "42", .finish_reason = "stop"}};
  return result;
}

// Every field set to something other than its default.
inline ResultFile ExampleResult() {
  ResultFile result;
  result.suite_name = "chat";
  result.suite_version = 3;
  result.suite_digest = "sha256:8899aabbccddeeff";
  result.suite_path = "suites/chat.json";
  result.target_name = "local";
  result.environment = "dev";
  result.target_path = "suites/targets/local.json";
  result.model = "m-8b";
  result.session_id = "5f0c2a";
  result.measured_at = "2026-01-31T11:59:00Z";
  result.metric_definitions = 4;
  result.grader_version = 5;
  result.seed = 9'000'000'000'000'000'000u;
  result.session_spread = 0.045;
  result.restart = "side";
  result.runs_a_side = 8;
  result.looks = {4, 6, 8};
  result.stopped_because = "every gate metric is decided";
  result.base_name = "release-1";
  result.base_evidence.emplace();
  result.base_evidence->server["engine.version"] = {.value = "b0", .source = "reported"};
  ScenarioSummary scenario;
  scenario.name = "single";
  scenario.concurrency = 2;
  scenario.requests = 24;
  scenario.max_tokens = 64;
  scenario.stream = false;
  scenario.fixed_length = true;
  scenario.plan_digest = "sha256:0123456789abcdef";
  scenario.base_plan_digest = "sha256:fedcba9876543210";
  scenario.suite_line = 14;
  result.scenarios = {scenario};
  result.runs = {ExampleRun()};
  result.quality_asked = true;
  result.quality = {ExampleCase()};
  result.quality_not_run = {"under load: no scenario above concurrency 1"};
  result.evidence.client["client.cpu_model"] = {.value = "some CPU", .source = "measured"};
  result.evidence.server["engine.version"] = {.value = "b1", .source = "reported"};
  result.evidence.notes = {"process-to-process variation not sampled"};
  result.interrupted = true;
  result.command_line = {"inferproof", "run", "--suite", "chat"};
  return result;
}

}  // namespace inferproof
