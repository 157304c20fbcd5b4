#include <optional>

#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"

namespace inferproof {
namespace {

// tools/llama-bench: each sample is one repetition, and so one run. There is no server and no request.
constexpr char kDefinition[] = "llama-bench: tokens over time, in process";
constexpr double kNanosInSecond = 1e9;

struct Test {
  std::int64_t prompt = 0;
  std::int64_t generated = 0;
  std::int64_t depth = 0;
};

// "pp512", "tg128", "pp512+tg128", "tg128@d4096", as the tool's own table names them.
std::string NameOf(const Test& test) {
  std::string name;
  if (test.prompt > 0) name = "pp" + std::to_string(test.prompt);
  if (test.generated > 0) name += (name.empty() ? "" : "+") + ("tg" + std::to_string(test.generated));
  if (test.depth > 0) name += "@d" + std::to_string(test.depth);
  return name;
}

void Report(Fields& fields, const char* theirs, const std::string& ours, ForeignFile& file) {
  if (const auto value = fields.Text(theirs); value && !value->empty())
    file.server[ours] = {*value, std::string(kSourceReported)};
}

void ReadServer(Fields& fields, ForeignFile& file) {
  file.server["engine.name"] = {"llama.cpp", std::string(kSourceReported)};
  Report(fields, "build_commit", "engine.version", file);
  Report(fields, "cpu_info", "hardware.cpu", file);
  Report(fields, "gpu_info", "hardware.gpu", file);
  Report(fields, "model_type", "precision", file);
  file.model = fields.Text("model_filename").value_or(file.model);
}

Status ReadTest(const Node& node, ForeignFile& file) {
  Fields fields(node);
  Test test{fields.RequiredCount("n_prompt"), fields.RequiredCount("n_gen"), fields.Count("n_depth").value_or(0)};
  const std::vector<double> samples = fields.Numbers("samples_ns");
  if (test.prompt + test.generated == 0) fields.Fail("n_prompt", "and n_gen are both 0: nothing was measured");
  if (samples.empty())
    fields.Fail("samples_ns", "holds no repetition",
                "An average alone has no spread: use -o json of a current llama-bench");
  ReadServer(fields, file);
  const std::string metric = test.generated > 0 && test.prompt == 0 ? "generation_tps" : "prompt_tps";
  const auto tokens = static_cast<double>(test.prompt + test.generated);
  for (const double nanos : samples) {
    ForeignRun run;
    run.line = node.position().line;
    run.scenario = NameOf(test);
    run.started_at = fields.Text("test_time").value_or("");
    CountCompletedOnly(1, run);
    for (const char* key : {"n_batch", "n_ubatch", "n_threads", "type_k", "type_v", "n_gpu_layers", "flash_attn"})
      AddWork(fields, key, run);
    if (nanos > 0) Put(metric, tokens * kNanosInSecond / nanos, 1, kDefinition, run);
    if (!(nanos > 0)) run.invalid.push_back("a sample took 0 ns, which no clock measures");
    file.runs.push_back(std::move(run));
  }
  return fields.status();
}

}  // namespace

Result<ForeignFile> ReadLlamaBench(const Documents& documents) {
  ForeignFile file;
  for (const auto& document : documents) {
    const Node root(*document);
    if (root.json().is_object()) {
      RETURN_IF_ERROR(ReadTest(root, file));
      continue;
    }
    for (std::size_t i = 0; i < root.json().size(); ++i) RETURN_IF_ERROR(ReadTest(root.Element(i), file));
  }
  file.not_stated = {"number of failed requests", "seed"};
  return file;
}

}  // namespace inferproof
