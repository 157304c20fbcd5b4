#include "harness/transport_curl/curl_transport.h"

#include <curl/curl.h>
#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/base/secret.h"
#include "harness/transport_curl/end_kind.h"
#include "harness/transport_curl/event_poll.h"
#include "harness/transport_curl/kernel_stamp.h"
#include "harness/transport_curl/transfer.h"

namespace inferproof {
namespace {

struct MultiDeleter {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

std::uint32_t EpollEventsFor(int what) {
  switch (what) {
    case CURL_POLL_IN:
      return EPOLLIN;
    case CURL_POLL_OUT:
      return EPOLLOUT;
    case CURL_POLL_INOUT:
      return EPOLLIN | EPOLLOUT;
    default:
      return 0;
  }
}

int SelectBitsFor(std::uint32_t events) {
  int bits = 0;
  if ((events & EPOLLIN) != 0) bits |= CURL_CSELECT_IN;
  if ((events & EPOLLOUT) != 0) bits |= CURL_CSELECT_OUT;
  // An error alone would be reported as "select/poll returned error"; reading tells which one it is.
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) bits |= CURL_CSELECT_IN | CURL_CSELECT_ERR;
  return bits;
}

// Interface B of the measurements: socket_action on an epoll of our own. perform/poll would look at every stream for
// every event. libcurl sends a request once more by itself in one case: a kept connection turned out to be closed
// before any byte of an answer. Servers close after a stream, or idle, so that is no fault of theirs and stays silent;
// OnSent is then told again. Nothing else is repeated.
class CurlTransport final : public Transport, private TransferListener {
 public:
  CurlTransport(Clock& clock, CurlOptions options, EventPoll poll, CURLM* multi);
  ~CurlTransport() override;
  CurlTransport(const CurlTransport&) = delete;
  CurlTransport& operator=(const CurlTransport&) = delete;

  Status Start(const HttpRequest& request) override;
  void Cancel(RequestId id) override;
  void Poll(MonoTime until, TransportSink& sink) override;
  std::string Version() const override { return curl_version(); }

 private:
  using Event = std::function<void(TransportSink&)>;

  void TransferReady(Transfer& transfer) override;
  void TransferHeaders(Transfer& transfer) override;
  void TransferBytes(Transfer& transfer, std::string_view bytes) override;

  static int OnSocket(CURL* easy, curl_socket_t socket, int what, void* self, void*);
  static int OnTimer(CURLM*, long timeout_ms, void* self);

  Stamp StampOf(Transfer& transfer);
  void Tell(Event event);
  void TellDeferred();
  MonoTime ArrivalAt(curl_socket_t socket);
  void Peek(const std::vector<ReadySocket>& batch);
  void Act(curl_socket_t socket, int select_bits);
  void DriveTimers();
  void FinishEnded();
  void Finish(RequestId id, EndOfRequest end);
  void FinishCancelled();

  Clock& clock_;
  CurlOptions options_;
  EventPoll poll_;
  std::optional<KernelStamps> kernel_stamps_;
  std::unordered_map<RequestId, std::unique_ptr<Transfer>> transfers_;
  std::unique_ptr<CURLM, MultiDeleter> multi_;
  std::optional<MonoTime> curl_deadline_;  // when libcurl wants its timers driven
  TransportSink* sink_ = nullptr;          // inside Poll only
  bool told_ = false;                      // something, in this Poll
  std::vector<Event> deferred_;            // what happened outside Poll
  std::vector<RequestId> cancelled_;
  // When the unread bytes of a socket arrived, and which call into libcurl read them.
  struct Arrival {
    MonoTime kernel;
    std::uint64_t batch = 0;
    std::uint64_t read_by = 0;
  };
  std::vector<Arrival> arrivals_;  // by socket
  std::uint64_t batch_ = 0;        // of readinesses
  std::uint64_t action_ = 0;       // call into libcurl: all of it has one user stamp
  MonoTime action_user_;
};

CurlTransport::CurlTransport(Clock& clock, CurlOptions options, EventPoll poll, CURLM* multi)
    : clock_(clock), options_(options), poll_(std::move(poll)), multi_(multi) {
  if (options.kernel_stamps) kernel_stamps_.emplace();
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &CurlTransport::OnSocket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &CurlTransport::OnTimer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);
  // Below the concurrency each request would reconnect (2.4 times the work a request). Open connections have no other
  // limit: one would be a queue that nobody sees.
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, static_cast<long>(options.max_connections));
  curl_multi_setopt(multi, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
}

CurlTransport::~CurlTransport() {
  for (const auto& [id, transfer] : transfers_) curl_multi_remove_handle(multi_.get(), transfer->easy());
  transfers_.clear();
  // Closes the kept connections, which still calls OnSocket.
  multi_.reset();
}

Status CurlTransport::Start(const HttpRequest& request) {
  if (transfers_.contains(request.id)) {
    return MakeError(ErrorCode::kInternal, UrlForPeople(request.url),
                     "request " + std::to_string(request.id) + " is under way already");
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Transfer> transfer, Transfer::Make(request, options_.kernel_stamps, *this));
  CURL* easy = transfer->easy();
  transfers_[request.id] = std::move(transfer);
  if (const CURLMcode code = curl_multi_add_handle(multi_.get(), easy); code != CURLM_OK) {
    transfers_.erase(request.id);
    return MakeError(ErrorCode::kInternal, UrlForPeople(request.url), curl_multi_strerror(code));
  }
  // At once: else all starts of a burst wait for the last one's, 44 ms instead of 5 at 128 streams.
  DriveTimers();
  return {};
}

void CurlTransport::Cancel(RequestId id) {
  cancelled_.push_back(id);
  // Inside Poll libcurl may be in the middle of this very transfer; Poll does it before it returns.
  if (sink_ == nullptr) FinishCancelled();
}

void CurlTransport::FinishCancelled() {
  for (const RequestId id : std::exchange(cancelled_, {})) {
    if (!transfers_.contains(id)) continue;
    Finish(id, EndOfRequest{EndKind::kCancelled, "cancelled", clock_.Now(), transfers_[id]->Timings()});
  }
}

void CurlTransport::Poll(MonoTime until, TransportSink& sink) {
  told_ = false;
  sink_ = &sink;
  TellDeferred();
  bool by_signal = false;
  do {
    const MonoTime wake = curl_deadline_ ? std::min(until, *curl_deadline_) : until;
    const auto woken = poll_.Wait(wake, !told_ && wake > clock_.Now());
    by_signal = woken.by_signal;
    // Sockets before timers: what a timer makes libcurl read has no kernel stamp.
    Peek(woken.ready);
    for (const ReadySocket& ready : woken.ready) Act(ready.fd, SelectBitsFor(ready.events));
    if (curl_deadline_ && *curl_deadline_ <= clock_.Now()) DriveTimers();
  } while (!told_ && !by_signal && clock_.Now() < until);
  sink_ = nullptr;
  FinishCancelled();
}

// All stamps before any reading: while it handles one socket libcurl drives the timers that have run out, and by that
// reads other sockets (each new connection has such a timer, and after a stall of ours all have run out).
void CurlTransport::Peek(const std::vector<ReadySocket>& batch) {
  ++batch_;
  if (!kernel_stamps_) return;
  for (const ReadySocket& ready : batch) {
    if ((ready.events & EPOLLIN) == 0) continue;
    const auto socket = static_cast<std::size_t>(ready.fd);
    if (arrivals_.size() <= socket) arrivals_.resize(socket + 1);
    arrivals_[socket] = {kernel_stamps_->FirstUnread(ready.fd, (ready.events & EPOLLERR) != 0), batch_, 0};
  }
}

void CurlTransport::DriveTimers() {
  curl_deadline_.reset();
  ++batch_;  // what was peeked at has been read
  Act(CURL_SOCKET_TIMEOUT, 0);
}

void CurlTransport::Act(curl_socket_t socket, int select_bits) {
  ++action_;
  action_user_ = clock_.Now();
  int running = 0;
  curl_multi_socket_action(multi_.get(), socket, select_bits, &running);
  FinishEnded();
}

void CurlTransport::FinishEnded() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    const Transfer& transfer = Transfer::Of(message->easy_handle);
    Finish(transfer.id(), EndOfRequest{KindOfEnd(code), transfer.Detail(code), clock_.Now(), transfer.Timings()});
  }
}

void CurlTransport::Finish(RequestId id, EndOfRequest end) {
  const auto found = transfers_.find(id);
  curl_multi_remove_handle(multi_.get(), found->second->easy());
  transfers_.erase(found);
  Tell([id, end = std::move(end)](TransportSink& sink) { sink.OnEnd(id, end); });
}

void CurlTransport::TransferReady(Transfer& transfer) {
  // A moment of its own, not the readiness's: with TLS, connecting took a while within it.
  const MonoTime at = clock_.Now();
  transfer.latest = at;
  Tell([id = transfer.id(), at](TransportSink& sink) { sink.OnSent(id, at); });
}

void CurlTransport::TransferHeaders(Transfer& transfer) {
  const Stamp stamp = StampOf(transfer);
  if (sink_ != nullptr) {
    told_ = true;
    return sink_->OnHeaders(transfer.id(), transfer.status(), transfer.headers(), stamp);
  }
  deferred_.push_back([id = transfer.id(), status = transfer.status(), headers = transfer.headers(),
                       stamp](TransportSink& sink) { sink.OnHeaders(id, status, headers, stamp); });
}

void CurlTransport::TransferBytes(Transfer& transfer, std::string_view bytes) {
  const Stamp stamp = StampOf(transfer);
  if (sink_ != nullptr) {
    told_ = true;
    return sink_->OnBytes(transfer.id(), bytes, stamp);
  }
  deferred_.push_back(
      [id = transfer.id(), kept = std::string(bytes), stamp](TransportSink& sink) { sink.OnBytes(id, kept, stamp); });
}

Stamp CurlTransport::StampOf(Transfer& transfer) {
  // A request that was written within this action has been answered after it: then only now is a moment to trust.
  const MonoTime user = action_user_ >= transfer.latest ? action_user_ : clock_.Now();
  const Stamp stamp = BelievableStamp(user, ArrivalAt(transfer.socket), transfer.latest);
  transfer.latest = stamp.best();
  return stamp;
}

// What the kernel said of the unread bytes of a socket, for the action that reads them; ns == 0 for later ones.
MonoTime CurlTransport::ArrivalAt(curl_socket_t socket) {
  if (socket < 0 || static_cast<std::size_t>(socket) >= arrivals_.size()) return {};
  Arrival& arrival = arrivals_[static_cast<std::size_t>(socket)];
  if (arrival.batch != batch_ || (arrival.read_by != 0 && arrival.read_by != action_)) return {};
  arrival.read_by = action_;
  return arrival.kernel;
}

void CurlTransport::Tell(Event event) {
  if (sink_ == nullptr) {
    deferred_.push_back(std::move(event));
    return;
  }
  told_ = true;
  event(*sink_);
}

void CurlTransport::TellDeferred() {
  for (Event& event : std::exchange(deferred_, {})) Tell(std::move(event));
}

int CurlTransport::OnSocket(CURL* easy, curl_socket_t socket, int what, void* self, void*) {
  CurlTransport& transport = *static_cast<CurlTransport*>(self);
  if (what == CURL_POLL_REMOVE) {
    transport.poll_.Forget(socket);
    return 0;
  }
  Transfer::Of(easy).socket = socket;
  transport.poll_.Watch(socket, EpollEventsFor(what));
  return 0;
}

int CurlTransport::OnTimer(CURLM*, long timeout_ms, void* self) {
  CurlTransport& transport = *static_cast<CurlTransport*>(self);
  transport.curl_deadline_.reset();
  if (timeout_ms >= 0) transport.curl_deadline_ = transport.clock_.Now() + std::chrono::milliseconds(timeout_ms);
  return 0;
}

// A process may usually have 1,024 open files, and a stream is one. What is refused shows when a connection fails.
void RaiseFileLimit(int connections) {
  constexpr rlim_t kOwnFiles = 256;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, static_cast<rlim_t>(connections) + kOwnFiles));
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Result<std::unique_ptr<Transport>> MakeCurlTransport(Clock& clock, CurlOptions options) {
  static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (initialised != CURLE_OK) {
    return MakeError(ErrorCode::kInternal, "curl_global_init", curl_easy_strerror(initialised));
  }
  RaiseFileLimit(options.max_connections);
  ASSIGN_OR_RETURN(EventPoll poll, EventPoll::Make());
  CURLM* multi = curl_multi_init();
  if (multi == nullptr) return MakeError(ErrorCode::kInternal, "curl_multi_init", "out of memory");
  return std::unique_ptr<Transport>(std::make_unique<CurlTransport>(clock, options, std::move(poll), multi));
}

}  // namespace inferproof
