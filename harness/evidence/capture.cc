#include "harness/evidence/capture.h"

#include <set>
#include <string_view>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/evidence/server_answers.h"
#include "harness/os/command_line.h"
#include "harness/os/file_system.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxText = 2000;

std::string FieldOfDeclared(const std::string& name) {
  static const std::map<std::string, std::string> kShort = {
      {"weights", "model.weights"}, {"engine", "engine.name"},           {"version", "engine.version"},
      {"gpu", "hardware.gpu"},      {"gpu_count", "hardware.gpu_count"}, {"driver", "hardware.driver"},
      {"cpu", "hardware.cpu"},
  };
  const auto found = kShort.find(name);
  return found == kShort.end() ? name : found->second;
}

// Adds facts, the most trusted source first.
class ServerHalf {
 public:
  ServerHalf(Evidence& evidence, const Redactor& redactor) : evidence_(evidence), redactor_(redactor) {}

  void Add(const std::string& field, std::string_view text, std::string_view source) {
    const std::string value = OneLine(redactor_.Clean(text), kMaxText);
    if (value.empty()) return;
    const auto [entry, added] = evidence_.server.emplace(field, Fact{value, std::string(source)});
    if (added || entry->second.value == value) return;
    evidence_.notes.push_back(field + ": " + entry->second.source + " " + entry->second.value + ", but " +
                              std::string(source) + " " + value);
  }

  void MarkNotStated(const std::string& field) {
    evidence_.server.emplace(field, Fact{"", std::string(kSourceNotStated)});
  }

  bool Has(const std::string& field) const { return evidence_.server.contains(field); }

 private:
  Evidence& evidence_;
  const Redactor& redactor_;
};

template <typename Get>
std::string DistinctOf(const std::vector<Gpu>& gpus, Get get) {
  std::set<std::string> distinct;
  for (const Gpu& gpu : gpus) distinct.insert(get(gpu));
  const std::vector<std::string> texts(distinct.begin(), distinct.end());
  return Join(texts, " + ");
}

void AddHost(const HostInfo& host, ServerHalf& half) {
  half.Add("hardware.cpu", host.cpu_model, kSourceMeasured);
  if (host.logical_cpus > 0) half.Add("hardware.logical_cpus", std::to_string(host.logical_cpus), kSourceMeasured);
  if (host.memory_bytes) half.Add("hardware.memory_bytes", std::to_string(*host.memory_bytes), kSourceMeasured);
  if (host.gpus.empty()) {
    half.Add("hardware.gpu_note", host.gpu_note, kSourceMeasured);
    return;
  }
  half.Add("hardware.gpu", DistinctOf(host.gpus, [](const Gpu& gpu) { return gpu.name; }), kSourceMeasured);
  half.Add("hardware.gpu_memory", DistinctOf(host.gpus, [](const Gpu& gpu) { return gpu.memory; }), kSourceMeasured);
  half.Add("hardware.gpu_count", std::to_string(host.gpus.size()), kSourceMeasured);
  half.Add("hardware.driver", DistinctOf(host.gpus, [](const Gpu& gpu) { return gpu.driver; }), kSourceMeasured);
}

// What a comparison wants to know. A paced engine is its profile and its model, and owes nothing more.
void MarkMissing(ServerHalf& half) {
  half.MarkNotStated("model.id");
  if (half.Has("engine.profile")) return;
  for (const char* field : {"engine.name", "engine.version", "model.weights", "precision"}) half.MarkNotStated(field);
  if (!half.Has("hardware.cpu")) half.MarkNotStated("hardware.gpu");
}

}  // namespace

Evidence ClientEvidence(const HostInfo& host, std::string libcurl_version, std::string harness_version) {
  Evidence evidence;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty())
      evidence.client["client." + name] = Fact{OneLine(value, kMaxText), std::string(kSourceMeasured)};
  };
  add("cpu_model", host.cpu_model);
  if (host.logical_cpus > 0) add("logical_cpus", std::to_string(host.logical_cpus));
  if (host.memory_bytes) add("memory_bytes", std::to_string(*host.memory_bytes));
  add("kernel", host.kernel);
  add("os", host.os);
  add("host", host.hostname_digest);
  add("governor", host.governor.value_or(""));
  add("cgroup_cpu_max", host.cgroup_cpu_max.value_or(""));
  if (host.load_average_1m) add("load_average_1m", FormatShortest(*host.load_average_1m));
  add("libcurl", libcurl_version);
  add("inferproof", harness_version);
  return evidence;
}

void AddServerEvidence(const ServerSources& sources, const Redactor& redactor, Evidence& evidence) {
  ServerHalf half(evidence, redactor);
  if (!sources.command.empty()) half.Add("engine.arguments", DescribeCommand(sources.command), kSourceMeasured);
  if (sources.host) AddHost(*sources.host, half);
  half.Add("model.id", sources.served_model, kSourceReported);
  for (const std::string& body : {sources.version_body, sources.properties_body}) {
    for (const auto& [field, value] : ReadServerAnswer(body)) half.Add(field, value, kSourceReported);
  }
  half.Add("model.id", sources.model, kSourceDeclared);
  for (const auto& [name, value] : sources.declared) half.Add(FieldOfDeclared(name), value, kSourceDeclared);
  MarkMissing(half);
}

std::string DescribeCommand(std::vector<std::string> command) {
  if (!command.empty()) command.front() = BaseNameOf(command.front());
  return CommandLineForPeople(command);
}

}  // namespace inferproof
