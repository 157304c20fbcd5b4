#include "harness/record/record.h"

#include <chrono>
#include <string_view>

namespace inferproof {
namespace {

// Kernel stamps come from another clock, with an offset sampled every second: a small step back between two of them is
// the step of the offset, not of time.
constexpr Nanos kKernelClockStep = std::chrono::milliseconds(1);

// The moments of one request in the order they must have, by our own clock.
class OrderCheck {
 public:
  void Next(std::string_view name, MonoTime at) {
    if (violation_) return;
    if (has_last_ && at < last_) {
      violation_ =
          std::string(name) + " lies " + std::to_string((last_ - at).count()) + " ns before " + std::string(last_name_);
    }
    last_ = at;
    last_name_ = name;
    has_last_ = true;
  }
  void NextKernel(std::string_view name, MonoTime at) {
    if (violation_ || at.ns == 0) return;
    if (has_kernel_ && at < last_kernel_ - kKernelClockStep) {
      violation_ = "the kernel stamp of " + std::string(name) + " lies " + std::to_string((last_kernel_ - at).count()) +
                   " ns before that of the event before it";
    }
    last_kernel_ = at;
    has_kernel_ = true;
  }
  std::optional<std::string> violation() const { return violation_; }

 private:
  MonoTime last_;
  MonoTime last_kernel_;
  std::string_view last_name_;
  bool has_last_ = false;
  bool has_kernel_ = false;
  std::optional<std::string> violation_;
};

}  // namespace

std::string PhaseName(Phase phase) {
  switch (phase) {
    case Phase::kWarmUp:
      return "warm_up";
    case Phase::kMeasured:
      return "measured";
    case Phase::kQuality:
      return "quality";
  }
  return "unknown";
}

std::optional<std::string> OrderViolation(const RequestRecord& record) {
  OrderCheck check;
  check.Next("due", record.due);
  check.Next("started", record.started);
  if (record.sent) {
    check.Next("sent", *record.sent);
    check.NextKernel("sent", *record.sent);
  }
  if (record.response.headers_at) {
    check.Next("headers", record.response.headers_at->user);
    check.NextKernel("headers", record.response.headers_at->kernel);
  }
  for (const Delta& delta : record.response.deltas) {
    check.Next("a delta", delta.user);
    check.NextKernel("a delta", delta.kernel);
  }
  check.Next("ended", record.ended);
  return check.violation();
}

std::optional<MonoTime> FirstTextAt(const RequestRecord& record) {
  if (record.response.deltas.empty()) return std::nullopt;
  return record.response.deltas.front().at();
}

std::optional<MonoTime> LastTextAt(const RequestRecord& record) {
  if (record.response.deltas.empty()) return std::nullopt;
  return record.response.deltas.back().at();
}

std::optional<MonoTime> FirstVisibleAt(const RequestRecord& record) {
  if (!record.response.first_visible) return std::nullopt;
  return record.response.deltas[*record.response.first_visible].at();
}

bool Conservation::holds() const {
  std::int64_t sum = not_started;
  for (const auto& [name, count] : by_outcome) sum += count;
  return sum == planned;
}

std::string Conservation::Text() const {
  std::string text = std::to_string(planned) + (holds() ? " planned = " : " planned != ");
  const auto completed = by_outcome.find("completed");
  text += std::to_string(completed == by_outcome.end() ? 0 : completed->second) + " completed";
  for (const auto& [name, count] : by_outcome) {
    if (name != "completed") text += " + " + std::to_string(count) + " " + name;
  }
  return text + " + " + std::to_string(not_started) + " not started";
}

Conservation CountOutcomes(const RunLog& log, Phase phase) {
  const auto of_phase = [phase](const std::map<Phase, std::int64_t>& counts) {
    const auto entry = counts.find(phase);
    return entry == counts.end() ? std::int64_t{0} : entry->second;
  };
  Conservation counted;
  counted.planned = of_phase(log.planned);
  counted.not_started = of_phase(log.not_started);
  for (const RequestRecord& record : log.records) {
    if (record.phase == phase) ++counted.by_outcome[OutcomeName(record.outcome)];
  }
  return counted;
}

}  // namespace inferproof
