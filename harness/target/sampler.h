#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/base/time.h"
#include "harness/os/file_system.h"

namespace inferproof {

// Memory and CPU of a managed server while it is measured. No thread of its own: Sample is called between turns of the
// load loop and does nothing more often than twice a second.
class ResourceSampler {
 public:
  ResourceSampler(FileSystem& files, pid_t root) : files_(files), root_(root) {}

  void Sample(MonoTime now);
  // Reads once more, whatever the time: what the last half second used belongs to the run.
  void Finish(MonoTime now);

  // Nothing when it could not be read.
  std::optional<std::int64_t> peak_rss_bytes() const { return peak_rss_bytes_; }
  // Used between the first sample and the last; nothing before the second one.
  std::optional<double> cpu_seconds() const;

 private:
  void Read(MonoTime now);

  FileSystem& files_;
  pid_t root_;
  std::vector<pid_t> tree_;
  std::optional<MonoTime> tree_at_;
  std::optional<MonoTime> sampled_at_;
  std::optional<std::int64_t> peak_rss_bytes_;
  std::optional<double> first_cpu_s_;
  double last_cpu_s_ = 0;
  int samples_ = 0;
};

}  // namespace inferproof
