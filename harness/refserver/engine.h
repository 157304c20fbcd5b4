#pragma once

#include <event2/event.h>
#include <event2/http.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "harness/base/random.h"
#include "harness/base/time.h"
#include "harness/refserver/counters.h"
#include "harness/refserver/fault_plan.h"
#include "harness/refserver/generation.h"
#include "harness/refserver/pacing.h"
#include "harness/refserver/prefix_cache.h"
#include "harness/refserver/profile.h"
#include "harness/refserver/request.h"

namespace inferproof {

MonoTime MonoNow();

// The slots and the queue before them. Requests get slots in the order in which they came; a client that goes away
// frees its place at once.
class Engine {
 public:
  Engine(event_base* base, const Profile& profile, const PlantedFaults& faults, std::uint64_t noise_seed);
  ~Engine();

  void Accept(evhttp_request* exchange, GenerationRequest request);
  Counters counters() const;

  // For its generations.
  event_base* base() const { return base_; }
  const Profile& profile() const { return profile_; }
  const PlantedFaults& faults() const { return faults_; }
  int busy_slots() const { return busy_; }
  // Every streamed piece tells the moment at which it was written (CLOCK_MONOTONIC): the instrument of a client that
  // wants to know how exact it is.
  void TellSendTimes() { tells_send_times_ = true; }
  bool tells_send_times() const { return tells_send_times_; }
  void CountOutput(std::int64_t tokens) { totals_.output_tokens += tokens; }
  std::int64_t FindCached(const GenerationRequest& request);
  void HoldPrompt(const GenerationRequest& request) { cache_.Hold(request.prompt.values()); }
  // False, and nothing done, while a request holds a slot: its blocks cannot go.
  bool FlushCache();
  // `generation` has nothing more to do and is destroyed.
  void Ended(PacedAnswer& generation);

 private:
  AnswerIdentity NextIdentity(Api api);
  void FillSlots();
  static void OnRestart(evutil_socket_t, short, void* self);
  void Restart();

  event_base* base_;
  Profile profile_;
  PlantedFaults faults_;
  std::string system_fingerprint_;
  Noise noise_;
  FaultPlan fault_plan_;
  Random ids_;
  PrefixCache cache_;
  double begun_at_;  // Unix time
  int busy_ = 0;
  bool tells_send_times_ = false;
  Counters totals_;
  std::unordered_map<PacedAnswer*, std::unique_ptr<PacedAnswer>> generations_;
  std::deque<PacedAnswer*> queue_;
};

}  // namespace inferproof
