#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "harness/record/record.h"

namespace inferproof {

// A completed streamed request with its text events where the test wants them; moments in ms of the test's own clock.
class RecordBuilder {
 public:
  explicit RecordBuilder(std::uint64_t id = 0, Phase phase = Phase::kMeasured) {
    record_.id = id;
    record_.phase = phase;
    record_.prompt_id = "p" + std::to_string(id);
    record_.due = record_.started = At(0);
    record_.sent = At(0);
    record_.ended = At(0);
    record_.response.http_status = 200;
    record_.response.streamed = true;
    record_.outcome = Completed{};
  }
  // `count` events, the first at `first_ms`, then every `gap_ms`; the kernel saw each `lag_ms` before us.
  RecordBuilder& Events(int count, double first_ms, double gap_ms, double lag_ms = 0) {
    for (int i = 0; i < count; ++i) {
      Delta delta;
      delta.user = At(first_ms + i * gap_ms);
      delta.kernel = delta.user - FromMillis(lag_ms);
      delta.text_bytes = 4;
      record_.response.deltas.push_back(delta);
    }
    record_.ended = At(first_ms + count * gap_ms);
    return *this;
  }
  RecordBuilder& Ending(Outcome outcome) {
    record_.outcome = std::move(outcome);
    return *this;
  }
  RequestRecord& record() { return record_; }
  RequestRecord Build() const { return record_; }

  static MonoTime At(double ms) { return MonoTime{1'000'000'000} + FromMillis(ms); }

 private:
  RequestRecord record_;
};

}  // namespace inferproof
