#include "harness/target/sampler.h"

#include <algorithm>

#include "harness/os/host_info.h"
#include "harness/os/process_table.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Nanos kInterval = milliseconds(500);
// Looking for new children reads the whole process table, which takes milliseconds on a busy machine.
constexpr Nanos kTreeInterval = seconds(10);

}  // namespace

void ResourceSampler::Sample(MonoTime now) {
  if (sampled_at_ && now - *sampled_at_ < kInterval) return;
  Read(now);
}

void ResourceSampler::Finish(MonoTime now) {
  tree_at_.reset();
  Read(now);
}

std::optional<double> ResourceSampler::cpu_seconds() const {
  if (samples_ < 2) return std::nullopt;
  return last_cpu_s_ - *first_cpu_s_;
}

void ResourceSampler::Read(MonoTime now) {
  sampled_at_ = now;
  if (!tree_at_ || now - *tree_at_ >= kTreeInterval) {
    tree_ = TreeOf(ReadProcessTable(files_), root_);
    tree_at_ = now;
  }
  const std::optional<ProcessUse> use = ReadProcessUse(files_, tree_);
  if (!use) return;
  ++samples_;
  if (use->peak_rss_bytes) peak_rss_bytes_ = std::max(peak_rss_bytes_.value_or(0), *use->peak_rss_bytes);
  if (!first_cpu_s_) first_cpu_s_ = use->cpu_s;
  // Never backwards: the seconds of a child that has ended are gone from the sum.
  last_cpu_s_ = std::max(last_cpu_s_, use->cpu_s);
}

}  // namespace inferproof
