#pragma once

#include <cstdint>

#include "harness/base/random.h"
#include "harness/base/time.h"
#include "harness/refserver/profile.h"

namespace inferproof {

// When the events of one request are due. Each moment is the one before it plus a length, whenever the server got to
// that one, so lateness never adds up.
class Pace {
 public:
  // `factor` stretches every length. The first token is due at once after prefill, counted from the moment at which
  // the request got its slot; `prefill_tokens` are the prompt's that no cache holds.
  Pace(const Profile& profile, double factor, MonoTime slot_taken, std::int64_t prefill_tokens);

  MonoTime due() const { return due_; }
  // The next event has `tokens` tokens, made while `busy_slots` slots are busy (this request's among them).
  void Advance(std::size_t tokens, int busy_slots);

 private:
  double token_ms_;
  double batch_slowdown_;
  MonoTime due_;
};

// The factors by which a process and each of its requests are slower or faster than the profile says.
class Noise {
 public:
  Noise(const Profile& profile, std::uint64_t seed);

  double run_factor() const { return run_factor_; }
  // Of the next request, run factor included.
  double NextFactor();

 private:
  double request_noise_;
  double run_factor_;
  Random requests_;
};

}  // namespace inferproof
