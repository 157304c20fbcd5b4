#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/transport/transport.h"
#include "tests/support/fake_clock.h"
#include "tests/support/script.h"

namespace inferproof {

// A server that plays scripts on a fake clock. Time passes only inside Poll, so whatever drives it is a deterministic
// simulation.
class ScriptedTransport final : public Transport {
 public:
  // What Start was given.
  struct Started {
    std::size_t index = 0;  // 0-based, in the order of starting
    RequestId id = 0;
    std::string method;
    std::string url;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    Nanos connect_timeout{0};
    MonoTime at;
  };
  using Maker = std::function<Script(const Started&)>;

  explicit ScriptedTransport(
      FakeClock& clock, Maker maker = [](const Started&) { return ChatStream(); })
      : clock_(clock), maker_(std::move(maker)) {}

  int slots = 0;                    // requests answered at a time, the others queue after they were sent; 0: no limit
  bool kernel_stamps = true;        // false: only the user's stamp is there
  Nanos wake_lag{0};                // how much later than the kernel's stamp the user's one is
  std::optional<MonoTime> dies_at;  // from then on: what is under way is reset, what is started is refused
  std::set<MonoTime> wakes_at;      // Poll returns with nothing at these moments, as it does on a signal

  const std::vector<Started>& started() const { return started_; }
  int in_flight() const { return static_cast<int>(under_way_.size()); }
  int peak_in_flight() const { return peak_in_flight_; }
  const std::vector<RequestId>& cancelled() const { return cancelled_; }

  Status Start(const HttpRequest& request) override {
    if (under_way_.contains(request.id)) {
      return MakeError(ErrorCode::kInternal, request.url, "request " + std::to_string(request.id) + " is under way");
    }
    const MonoTime now = clock_.Now();
    started_.push_back({started_.size(), request.id, request.method, request.url, std::string(request.body),
                        request.headers, request.connect_timeout, now});
    Script script = IsDead(now) ? ConnectRefused() : maker_(started_.back());
    UnderWay& entry = under_way_[request.id];
    entry.index = started_.back().index;
    peak_in_flight_ = std::max(peak_in_flight_, in_flight());
    for (ScriptStep& step : script.steps) {
      const bool before_the_slot = !script.needs_slot || step.kind == ScriptStep::Kind::kSent;
      if (before_the_slot) {
        Enqueue(now + step.at, request.id, std::move(step));
      } else {
        entry.waiting.push_back(std::move(step));
      }
    }
    if (script.needs_slot) {
      queue_.push_back(request.id);
      FillSlots(now);
    }
    return {};
  }

  void Cancel(RequestId id) override {
    if (under_way_.contains(id)) to_cancel_.push_back(id);
  }

  void Poll(MonoTime until, TransportSink& sink) override {
    if (EndCancelled(sink)) return;
    DropStale();
    if (dies_at && (steps_.empty() || steps_.begin()->first.at >= *dies_at) && *dies_at <= until && !death_delivered_) {
      Die(sink);
      return;
    }
    const auto wake = wakes_at.upper_bound(clock_.Now());
    const bool wakes = wake != wakes_at.end() && *wake <= until;
    const MonoTime limit = wakes ? *wake : until;
    if (steps_.empty() || steps_.begin()->first.at > limit) {
      clock_.MoveTo(limit);
      return;
    }
    const MonoTime at = steps_.begin()->first.at;
    clock_.MoveTo(at + wake_lag);
    // One readiness: everything of this moment, with one stamp.
    const Stamp stamp{clock_.Now(), kernel_stamps ? at : MonoTime{}};
    for (; !steps_.empty() && steps_.begin()->first.at == at; DropStale()) {
      const RequestId id = steps_.begin()->first.id;
      const ScriptStep step = std::move(steps_.begin()->second);
      steps_.erase(steps_.begin());
      Deliver(id, step, stamp, sink);
    }
  }

  std::string Version() const override { return "scripted"; }

 private:
  struct UnderWay {
    std::size_t index = 0;
    bool has_slot = false;
    std::vector<ScriptStep> waiting;  // for a slot
  };
  struct Key {
    MonoTime at;
    std::uint64_t sequence = 0;  // equal moments keep the order they were scripted in
    RequestId id = 0;
    std::size_t index = 0;  // an id may come back once its request has ended
    friend bool operator<(const Key& a, const Key& b) {
      return std::pair(a.at, a.sequence) < std::pair(b.at, b.sequence);
    }
  };

  bool IsDead(MonoTime now) const { return dies_at && now >= *dies_at; }

  void Enqueue(MonoTime at, RequestId id, ScriptStep step) {
    steps_.emplace(Key{at, next_sequence_++, id, under_way_.at(id).index}, std::move(step));
  }

  // Steps of requests that have ended before them.
  void DropStale() {
    while (!steps_.empty()) {
      const auto found = under_way_.find(steps_.begin()->first.id);
      if (found != under_way_.end() && found->second.index == steps_.begin()->first.index) return;
      steps_.erase(steps_.begin());
    }
  }

  void FillSlots(MonoTime now) {
    while (!queue_.empty() && (slots == 0 || slots_used_ < slots)) {
      const RequestId id = queue_.front();
      queue_.pop_front();
      UnderWay& entry = under_way_[id];
      entry.has_slot = true;
      ++slots_used_;
      for (ScriptStep& step : entry.waiting) Enqueue(now + step.at, id, std::move(step));
      entry.waiting.clear();
    }
  }

  void Deliver(RequestId id, const ScriptStep& step, Stamp stamp, TransportSink& sink) {
    switch (step.kind) {
      case ScriptStep::Kind::kSent:
        return sink.OnSent(id, stamp.user);
      case ScriptStep::Kind::kHeaders:
        return sink.OnHeaders(id, step.status, step.headers, stamp);
      case ScriptStep::Kind::kBytes:
        return sink.OnBytes(id, step.text, stamp);
      case ScriptStep::Kind::kEnd:
        return Finish(id, step.end, step.text, stamp.best(), sink);
    }
  }

  void Finish(RequestId id, EndKind kind, const std::string& detail, MonoTime freed, TransportSink& sink) {
    const auto found = under_way_.find(id);
    if (found->second.has_slot) --slots_used_;
    queue_.erase(std::remove(queue_.begin(), queue_.end(), id), queue_.end());
    under_way_.erase(found);
    FillSlots(freed);
    sink.OnEnd(id, EndOfRequest{kind, detail, clock_.Now(), ConnectTimings{}});
  }

  bool EndCancelled(TransportSink& sink) {
    if (to_cancel_.empty()) return false;
    for (const RequestId id : std::exchange(to_cancel_, {})) {
      if (!under_way_.contains(id)) continue;
      cancelled_.push_back(id);
      Finish(id, EndKind::kCancelled, "cancelled", clock_.Now(), sink);
    }
    return true;
  }

  void Die(TransportSink& sink) {
    death_delivered_ = true;
    clock_.MoveTo(*dies_at);
    queue_.clear();
    std::vector<RequestId> ids;
    for (const auto& [id, entry] : under_way_) ids.push_back(id);
    for (const RequestId id : ids) Finish(id, EndKind::kReset, "connection reset by peer", *dies_at, sink);
  }

  FakeClock& clock_;
  Maker maker_;
  std::vector<Started> started_;
  std::vector<RequestId> cancelled_;
  std::vector<RequestId> to_cancel_;
  std::map<RequestId, UnderWay> under_way_;
  std::map<Key, ScriptStep> steps_;
  std::deque<RequestId> queue_;
  std::uint64_t next_sequence_ = 0;
  int slots_used_ = 0;
  int peak_in_flight_ = 0;
  bool death_delivered_ = false;
};

}  // namespace inferproof
