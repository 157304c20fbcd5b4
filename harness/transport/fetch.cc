#include "harness/transport/fetch.h"

#include <optional>

#include "harness/base/secret.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxBody = 4U << 20U;

// Keeps the one answer; events of other requests are none of its business.
class FetchSink final : public TransportSink {
 public:
  explicit FetchSink(RequestId id) : id_(id) {}

  void OnSent(RequestId, MonoTime) override {}
  void OnHeaders(RequestId id, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                 Stamp) override {
    if (id != id_) return;
    fetched.status = status;
    for (const auto& [name, value] : headers) {
      if (name == "content-type") fetched.content_type = value;
    }
  }
  void OnBytes(RequestId id, std::string_view bytes, Stamp) override {
    if (id != id_ || too_large) return;
    too_large = fetched.body.size() + bytes.size() > kMaxBody;
    if (!too_large) fetched.body += bytes;
  }
  void OnEnd(RequestId id, const EndOfRequest& ended) override {
    if (id == id_) end = ended;
  }

  Fetched fetched;
  bool too_large = false;
  std::optional<EndOfRequest> end;

 private:
  RequestId id_;
};

Error Unreachable(const std::string& url, std::string what) {
  return MakeError(ErrorCode::kUnreachable, UrlForPeople(url), std::move(what));
}

}  // namespace

Result<Fetched> Fetch(Transport& transport, Clock& clock, HttpRequest request, Nanos timeout) {
  const MonoTime deadline = clock.Now() + timeout;
  FetchSink sink(request.id);
  RETURN_IF_ERROR(transport.Start(request));
  bool timed_out = false;
  while (!sink.end) {
    timed_out = clock.Now() >= deadline;
    if (timed_out || sink.too_large) {
      transport.Cancel(request.id);
      // Cancelled requests end in the next Poll, which must not wait for anything else.
      transport.Poll(clock.Now(), sink);
      break;
    }
    transport.Poll(deadline, sink);
  }
  if (sink.too_large) {
    return MakeError(ErrorCode::kInvalid, UrlForPeople(request.url), "the answer is longer than 4 MiB");
  }
  if (timed_out) return Unreachable(request.url, "no answer within " + HumanDuration(timeout));
  if (sink.end->kind != EndKind::kClean) return Unreachable(request.url, sink.end->detail);
  return std::move(sink.fetched);
}

}  // namespace inferproof
