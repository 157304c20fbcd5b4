#include "harness/refserver/engine.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "harness/base/digest.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

std::int64_t WallSeconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

}  // namespace

MonoTime MonoNow() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return MonoTime{std::chrono::duration_cast<Nanos>(now).count()};
}

Engine::Engine(event_base* base, const Profile& profile, const PlantedFaults& faults, std::uint64_t noise_seed)
    : base_(base),
      profile_(profile),
      faults_(faults),
      system_fingerprint_("fp_" + Sha256Hex(profile.Digest()).substr(0, 10)),
      noise_(profile, noise_seed),
      fault_plan_(faults, noise_seed),
      ids_(DeriveSeed(noise_seed, "ids")),
      cache_(profile.cache_block_tokens, profile.cache_blocks) {}

Engine::~Engine() = default;

AnswerIdentity Engine::NextIdentity(Api api) {
  const std::string number = Sha256Hex(std::to_string(ids_.Next())).substr(0, 24);
  return {.api = api,
          .id = (api == Api::kChat ? "chatcmpl-" : "cmpl-") + number,
          .created = WallSeconds(),
          .model = profile_.model,
          .system_fingerprint = system_fingerprint_};
}

void Engine::Accept(evhttp_request* exchange, GenerationRequest request) {
  GenerationTraits traits{.identity = NextIdentity(request.api),
                          .factor = noise_.NextFactor() * (1 + faults_.slow),
                          .breaks = fault_plan_.Next(request.stream)};
  auto generation = std::make_unique<PacedAnswer>(*this, exchange, std::move(request), std::move(traits));
  ++totals_.requests;
  queue_.push_back(generation.get());
  generations_.emplace(queue_.back(), std::move(generation));
  FillSlots();
}

void Engine::FillSlots() {
  while (busy_ < profile_.slots && !queue_.empty()) {
    PacedAnswer* next = queue_.front();
    queue_.pop_front();
    ++busy_;
    totals_.prompt_tokens += next->prompt_tokens();
    next->Start(MonoNow());
  }
}

std::int64_t Engine::FindCached(const GenerationRequest& request) {
  const std::int64_t cached = cache_.Find(request.prompt.values());
  totals_.cached_tokens += cached;
  return cached;
}

bool Engine::FlushCache() {
  if (busy_ > 0) return false;
  cache_.Clear();
  return true;
}

void Engine::Ended(PacedAnswer& generation) {
  if (generation.started()) {
    --busy_;
  } else {
    std::erase(queue_, &generation);
  }
  generations_.erase(&generation);
  FillSlots();
}

Counters Engine::counters() const {
  Counters counters = totals_;
  counters.running = busy_;
  counters.waiting = static_cast<std::int64_t>(queue_.size());
  return counters;
}

}  // namespace inferproof
