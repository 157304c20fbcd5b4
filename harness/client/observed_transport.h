#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/transport/transport.h"

namespace inferproof {

// By how much what the client saw differs from what the server says it did, in microseconds and without sign. `best` is
// by the primary stamp (the kernel's where there is one), `user` by our own clock.
struct ObservationErrors {
  std::vector<double> event_best, event_user;  // arrival minus sending, of each event
  std::vector<double> gap_best, gap_user;      // of the time between two events of a stream
  std::vector<double> ttft_best, ttft_user;    // observed TTFT minus the server's, from its reading to its sending
  std::vector<double> lag;                     // our stamp minus the kernel's: all that a client sees of it by itself
  std::uint64_t events = 0;
  std::uint64_t with_kernel_stamp = 0;
  std::uint64_t sharing_a_read = 0;  // with an event before them that carries the same stamp
};

void Append(const ObservationErrors& from, ObservationErrors& to);

// A transport that passes everything on and, on the way, reads the moments that a server with `--send-times` writes
// into its events. Same machine only: both must read one CLOCK_MONOTONIC.
class ObservedTransport final : public Transport, private TransportSink {
 public:
  // Requests below `first_counted` are not looked at: a closed loop begins with a burst.
  ObservedTransport(Transport& inner, RequestId first_counted) : inner_(inner), first_counted_(first_counted) {}

  Status Start(const HttpRequest& request) override { return inner_.Start(request); }
  void Cancel(RequestId id) override { inner_.Cancel(id); }
  void Poll(MonoTime until, TransportSink& sink) override;
  std::string Version() const override { return inner_.Version(); }

  const ObservationErrors& errors() const { return errors_; }

 private:
  struct Stream {
    MonoTime sent;  // by us
    MonoTime told;  // when the server sent its latest event
    Stamp seen;     // of that event
    bool any = false;
  };

  void OnSent(RequestId id, MonoTime at) override;
  void OnHeaders(RequestId id, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                 Stamp at) override;
  void OnBytes(RequestId id, std::string_view bytes, Stamp at) override;
  void OnEnd(RequestId id, const EndOfRequest& end) override;
  void Observe(Stream& stream, MonoTime told, MonoTime received, Stamp at);
  Stream& StreamOf(RequestId id);

  Transport& inner_;
  RequestId first_counted_;
  TransportSink* sink_ = nullptr;
  std::vector<Stream> streams_;
  ObservationErrors errors_;
};

}  // namespace inferproof
