#include "harness/refserver/pacing.h"

#include <cmath>

namespace inferproof {

Pace::Pace(const Profile& profile, double factor, MonoTime slot_taken, std::int64_t prefill_tokens)
    : token_ms_(profile.token_ms * factor), batch_slowdown_(profile.batch_slowdown) {
  const double prefill_ms = profile.prefill_ms_per_token * static_cast<double>(prefill_tokens);
  due_ = slot_taken + FromMillis((profile.ttft_ms + prefill_ms) * factor);
}

void Pace::Advance(std::size_t tokens, int busy_slots) {
  const double crowding = 1 + batch_slowdown_ * (busy_slots - 1);
  due_ = due_ + FromMillis(token_ms_ * crowding * static_cast<double>(tokens));
}

Noise::Noise(const Profile& profile, std::uint64_t seed)
    : request_noise_(profile.request_noise),
      run_factor_(std::exp(profile.run_noise * Random(DeriveSeed(seed, "run")).Normal())),
      requests_(DeriveSeed(seed, "requests")) {}

double Noise::NextFactor() { return run_factor_ * std::exp(request_noise_ * requests_.Normal()); }

}  // namespace inferproof
