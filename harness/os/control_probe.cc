#include "harness/os/control_probe.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "harness/base/random.h"

namespace inferproof {
namespace {

// With these numbers a unit takes about a millisecond: long beside reading the clock, short beside a time slice.
constexpr std::size_t kLines = 1 << 16;  // of 64 bytes: 4 MiB
constexpr int kHops = 1 << 13;
constexpr int kMultiplications = 1 << 18;
constexpr std::uint64_t kLayoutSeed = 1;
// So that timing allocates nothing; at a millisecond a unit it is a minute.
constexpr std::size_t kMostUnits = 1 << 16;

struct alignas(64) Line {
  std::uint32_t next = 0;
};

// Lines linked into one cycle in random order (Sattolo's algorithm), so that no prefetcher knows the next one.
std::vector<Line> MakeCycle() {
  std::vector<Line> lines(kLines);
  for (std::size_t i = 0; i < kLines; ++i) lines[i].next = static_cast<std::uint32_t>(i);
  Random random(kLayoutSeed);
  for (std::size_t i = kLines - 1; i > 0; --i) {
    const auto other = static_cast<std::size_t>(random.Below(i));
    std::swap(lines[i].next, lines[other].next);
  }
  return lines;
}

// Each step needs the one before it, and the end of a unit is where the next begins: nothing can be left out.
class FixedWork {
 public:
  void operator()() {
    std::uint64_t mixed = state_;
    for (int i = 0; i < kMultiplications; ++i) mixed = (mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9U + 1;
    std::uint32_t at = at_;
    for (int i = 0; i < kHops; ++i) at = lines_[at].next;
    at_ = at;
    state_ = mixed;
  }

 private:
  std::vector<Line> lines_ = MakeCycle();
  volatile std::uint64_t state_ = 1;  // volatile: written for nobody but the compiler
  volatile std::uint32_t at_ = 0;
};

}  // namespace

ControlReading TimeUnits(const Clock& clock, Nanos period, const std::function<void()>& unit) {
  std::vector<double> took_ms;
  took_ms.reserve(kMostUnits);
  unit();
  const MonoTime until = clock.Now() + period;
  MonoTime before = clock.Now();
  do {
    unit();
    const MonoTime after = clock.Now();
    took_ms.push_back(ToMillis(after - before));
    before = after;
  } while (before < until && took_ms.size() < kMostUnits);
  const auto middle = took_ms.begin() + static_cast<std::ptrdiff_t>(took_ms.size() / 2);
  std::nth_element(took_ms.begin(), middle, took_ms.end());
  return {*middle, static_cast<std::int64_t>(took_ms.size())};
}

ControlReading RunControlProbe(const Clock& clock, Nanos period) {
  FixedWork work;
  return TimeUnits(clock, period, std::ref(work));
}

}  // namespace inferproof
