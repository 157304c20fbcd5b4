#include "harness/refserver/engine.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "harness/base/digest.h"
#include "harness/base/text.h"
#include "harness/refserver/exchange.h"

namespace inferproof {
namespace {

double WallSeconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// What is answered in place of a generation.
std::optional<ApiError> RefusalOf(Break breaks) {
  if (breaks == Break::kTooMany) {
    return ApiError{.status = 429, .message = "too many requests", .type = "rate_limit_error", .code = "rate_limited"};
  }
  if (breaks == Break::kUnavailable) {
    return ApiError{.status = 503, .message = "the engine is not ready", .type = "unavailable_error"};
  }
  return std::nullopt;
}

void Refuse(evhttp_request* exchange, const ApiError& error) {
  if (error.status == 429) SetHeader(exchange, "Retry-After", "1");
  SendError(exchange, error);
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
      cache_(profile.cache_block_tokens, profile.cache_blocks),
      begun_at_(WallSeconds()) {}

Engine::~Engine() = default;

AnswerIdentity Engine::NextIdentity(Api api) {
  const std::string number = Sha256Hex(std::to_string(ids_.Next())).substr(0, 24);
  return {.api = api,
          .id = (api == Api::kChat ? "chatcmpl-" : "cmpl-") + number,
          .created = static_cast<std::int64_t>(WallSeconds()),
          .model = profile_.model,
          .system_fingerprint = system_fingerprint_};
}

void Engine::Accept(evhttp_request* exchange, GenerationRequest request) {
  GenerationTraits traits{.identity = NextIdentity(request.api),
                          .factor = noise_.NextFactor() * (1 + faults_.slow),
                          .breaks = fault_plan_.Next(request.stream)};
  if (const std::optional<ApiError> refusal = RefusalOf(traits.breaks)) return Refuse(exchange, *refusal);
  auto generation = std::make_unique<PacedAnswer>(*this, exchange, std::move(request), std::move(traits));
  ++totals_.requests;
  // Later: no connection may go away while it is being read.
  const timeval at_once{};
  if (totals_.requests == faults_.restart_after) event_base_once(base_, -1, EV_TIMEOUT, OnRestart, this, &at_once);
  queue_.push_back(generation.get());
  generations_.emplace(queue_.back(), std::move(generation));
  FillSlots();
}

void Engine::OnRestart(evutil_socket_t, short, void* self) { static_cast<Engine*>(self)->Restart(); }

// As if the process had been started anew behind the same address: what it served is cut off, what it knew is gone.
void Engine::Restart() {
  faults_.restart_after = 0;
  queue_.clear();
  busy_ = 0;
  for (const auto& [key, generation] : std::exchange(generations_, {})) generation->Reset();
  cache_ = PrefixCache(profile_.cache_block_tokens, profile_.cache_blocks);
  totals_ = {};
  begun_at_ = WallSeconds();
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
  counters.process_start_s = begun_at_;
  counters.running = busy_;
  counters.waiting = static_cast<std::int64_t>(queue_.size());
  return counters;
}

}  // namespace inferproof
