#include "harness/load/client_meter.h"

#include <algorithm>

namespace inferproof {

void ClientMeter::Begin() {
  if (cpu_use_) at_begin_ = cpu_use_();
}

void ClientMeter::Count(const RequestRecord& record) {
  stats_.events += record.response.deltas.size();
  for (const Delta& delta : record.response.deltas) {
    if (delta.kernel.ns != 0) ++stats_.events_with_kernel_stamp;
    if (delta.shared_read != 0) ++stats_.events_sharing_a_read;
  }
}

ClientStats ClientMeter::End(Nanos wall) const {
  ClientStats stats = stats_;
  stats.wall_s = ToSeconds(wall);
  if (!at_begin_) return stats;
  const CpuUse at_end = cpu_use_();
  stats.cpu_s = at_end.own_s - at_begin_->own_s;
  const double machine_s =
      at_end.machine_busy_s - at_begin_->machine_busy_s + at_end.machine_steal_s - at_begin_->machine_steal_s;
  // The machine counts in ticks of 10 ms, so on an idle one the difference may come out below nothing.
  stats.foreign_cpu_s = std::max(0.0, machine_s - stats.cpu_s);
  return stats;
}

}  // namespace inferproof
