#pragma once

#include <functional>
#include <optional>

#include "harness/os/host_info.h"
#include "harness/record/record.h"

namespace inferproof {

// What the client itself did while it measured.
class ClientMeter {
 public:
  // `cpu_use` may be empty: then no CPU time is told.
  explicit ClientMeter(const std::function<CpuUse()>& cpu_use) : cpu_use_(cpu_use) {}

  void Begin();
  void Count(const RequestRecord& record);
  ClientStats End(Nanos wall) const;

 private:
  const std::function<CpuUse()>& cpu_use_;
  std::optional<CpuUse> at_begin_;
  ClientStats stats_;
};

}  // namespace inferproof
