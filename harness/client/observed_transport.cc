#include "harness/client/observed_transport.h"

#include <cmath>
#include <optional>

#include "harness/base/number.h"

namespace inferproof {
namespace {

constexpr std::string_view kSentKey = "\"sent_ns\":";
constexpr std::string_view kReceivedKey = "\"received_ns\":";

double Micros(Nanos difference) { return std::abs(static_cast<double>(difference.count())) / 1000; }

// The number at the head of `text`, when it is whole: a number cut by the end of the bytes is another number.
std::optional<MonoTime> MomentAt(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  if (end == text.npos || end == 0) return std::nullopt;
  const std::optional<std::int64_t> ns = ParseInt(text.substr(0, end));
  if (!ns) return std::nullopt;
  return MonoTime{*ns};
}

std::optional<MonoTime> MomentAfter(std::string_view key, std::string_view text) {
  const std::size_t at = text.find(key);
  if (at == text.npos) return std::nullopt;
  return MomentAt(text.substr(at + key.size()));
}

}  // namespace

void Append(const ObservationErrors& from, ObservationErrors& to) {
  const auto add = [](const std::vector<double>& source, std::vector<double>& target) {
    target.insert(target.end(), source.begin(), source.end());
  };
  add(from.event_best, to.event_best);
  add(from.event_user, to.event_user);
  add(from.gap_best, to.gap_best);
  add(from.gap_user, to.gap_user);
  add(from.ttft_best, to.ttft_best);
  add(from.ttft_user, to.ttft_user);
  add(from.lag, to.lag);
  to.events += from.events;
  to.with_kernel_stamp += from.with_kernel_stamp;
  to.sharing_a_read += from.sharing_a_read;
}

void ObservedTransport::Poll(MonoTime until, TransportSink& sink) {
  sink_ = &sink;
  inner_.Poll(until, *this);
}

ObservedTransport::Stream& ObservedTransport::StreamOf(RequestId id) {
  if (id >= streams_.size()) streams_.resize(id + 1);
  return streams_[id];
}

void ObservedTransport::OnSent(RequestId id, MonoTime at) {
  StreamOf(id).sent = at;
  sink_->OnSent(id, at);
}

void ObservedTransport::OnHeaders(RequestId id, int status,
                                  const std::vector<std::pair<std::string, std::string>>& headers, Stamp at) {
  sink_->OnHeaders(id, status, headers, at);
}

void ObservedTransport::OnBytes(RequestId id, std::string_view bytes, Stamp at) {
  sink_->OnBytes(id, bytes, at);
  if (id < first_counted_) return;
  std::string_view rest = bytes;
  for (std::size_t key = rest.find(kSentKey); key != rest.npos; key = rest.find(kSentKey)) {
    const std::string_view before = rest.substr(0, key);
    rest.remove_prefix(key + kSentKey.size());
    const std::optional<MonoTime> told = MomentAt(rest);
    if (told) Observe(StreamOf(id), *told, MomentAfter(kReceivedKey, before).value_or(MonoTime{}), at);
  }
}

void ObservedTransport::OnEnd(RequestId id, const EndOfRequest& end) { sink_->OnEnd(id, end); }

void ObservedTransport::Observe(Stream& stream, MonoTime told, MonoTime received, Stamp at) {
  ++errors_.events;
  errors_.event_best.push_back(Micros(at.best() - told));
  errors_.event_user.push_back(Micros(at.user - told));
  if (at.has_kernel()) {
    ++errors_.with_kernel_stamp;
    errors_.lag.push_back(Micros(at.user - at.kernel));
  }
  if (stream.any) {
    errors_.gap_best.push_back(Micros((at.best() - stream.seen.best()) - (told - stream.told)));
    errors_.gap_user.push_back(Micros((at.user - stream.seen.user) - (told - stream.told)));
    if (at.user == stream.seen.user) ++errors_.sharing_a_read;
  } else if (received.ns != 0 && stream.sent.ns != 0) {
    errors_.ttft_best.push_back(Micros((at.best() - stream.sent) - (told - received)));
    errors_.ttft_user.push_back(Micros((at.user - stream.sent) - (told - received)));
  }
  stream.any = true;
  stream.told = told;
  stream.seen = at;
}

}  // namespace inferproof
