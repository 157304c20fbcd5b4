#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/time.h"
#include "harness/record/record.h"

namespace inferproof {

// A moment `ms` after the start of the test's time.
inline MonoTime At(double ms) { return MonoTime{1'000'000'000} + FromMillis(ms); }

// One completed, streamed, measured request: sent at 0 ms with text events at 40, 50, 60 and 70 ms and as many tokens.
class RequestBuilder {
 public:
  RequestBuilder() {
    record_.due = record_.started = At(0);
    record_.sent = At(0);
    record_.ended = At(75);
    record_.connect.reused = true;
    record_.response.http_status = 200;
    record_.response.streamed = true;
    record_.response.finish_reason = "length";
    record_.outcome = Completed{};
    TextAt({40, 50, 60, 70});
    Tokens(4);
  }

  RequestBuilder& TextAt(const std::vector<double>& moments) {
    record_.response.deltas.clear();
    for (const double ms : moments) {
      Delta delta;
      delta.user = At(ms);
      record_.response.deltas.push_back(delta);
    }
    record_.response.first_visible = moments.empty() ? std::optional<std::size_t>{} : 0;
    return *this;
  }
  RequestBuilder& Tokens(std::int64_t output, std::int64_t prompt = 100) {
    record_.response.usage = Usage{.prompt_tokens = prompt, .output_tokens = output, .cached_tokens = std::nullopt};
    return *this;
  }
  RequestBuilder& NoUsage() {
    record_.response.usage.reset();
    return *this;
  }
  RequestBuilder& Finish(std::string reason) {
    record_.response.finish_reason = std::move(reason);
    return *this;
  }
  RequestBuilder& NotStreamed(double ended_ms) {
    record_.response.streamed = false;
    TextAt({ended_ms});
    record_.ended = At(ended_ms);
    return *this;
  }
  RequestBuilder& In(Phase phase) {
    record_.phase = phase;
    return *this;
  }
  RequestBuilder& Ending(Outcome outcome) {
    record_.outcome = std::move(outcome);
    return *this;
  }
  RequestRecord& record() { return record_; }
  operator RequestRecord() const { return record_; }  // NOLINT: a builder stands for what it builds

 private:
  RequestRecord record_;
};

// A run whose measured phase lasted `seconds`, with these requests, all planned.
inline RunLog RunOf(std::vector<RequestRecord> records, double seconds = 2) {
  RunLog log;
  log.scenario = "single";
  log.begun = At(0);
  log.ended = At(seconds * 1000);
  for (const RequestRecord& record : records) ++log.planned[record.phase];
  log.records = std::move(records);
  return log;
}

inline std::vector<RequestRecord> Times(std::size_t count, const RequestRecord& record) {
  return std::vector<RequestRecord>(count, record);
}

}  // namespace inferproof
