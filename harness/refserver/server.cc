#include "harness/refserver/server.h"

#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <random>
#include <utility>

#include "harness/refserver/engine.h"
#include "harness/refserver/event_handles.h"
#include "harness/refserver/exchange.h"
#include "harness/refserver/listener.h"
#include "harness/refserver/replay.h"
#include "harness/refserver/tokenizer.h"

namespace inferproof {
namespace {

std::uint64_t DrawSeed() {
  std::random_device device;
  const std::uint64_t high = device();
  return std::max<std::uint64_t>(1, (high << 32) | device());
}

EventBaseHandle MakeEventBase() {
  event_config* config = event_config_new();
  // Timers by timerfd (a default timer is 2 ms late at the median), and never on a remembered time.
  event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER);
  event_config_set_flag(config, EVENT_BASE_FLAG_NO_CACHE_TIME);
  EventBaseHandle base(event_base_new_with_config(config));
  event_config_free(config);
  return base;
}

// A process may usually have 1,024 open files, and a stream is one.
void RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::max(limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, 65536));
  setrlimit(RLIMIT_NOFILE, &limit);
}

class EventServer final : public ReferenceServer {
 public:
  EventServer(ServeOptions options, EventBaseHandle base, BoundListener bound);
  ~EventServer() override;

  int port() const override { return port_; }
  std::uint64_t noise_seed() const override { return options_.noise_seed; }
  Status Run() override;
  void Stop() override;

 private:
  struct Route {
    std::string_view path;
    evhttp_cmd_type method;
    bool needs_key;  // as vLLM does: health, version and metrics are open
    void (EventServer::*answer)(evhttp_request*);
  };
  static const std::array<Route, 8> kRoutes;

  static void OnRequest(evhttp_request* request, void* self);
  static void OnStop(evutil_socket_t, short, void* self);

  void Dispatch(evhttp_request* request);
  bool HasKey(evhttp_request* request) const;
  void AnswerHealth(evhttp_request* request);
  void AnswerModels(evhttp_request* request);
  void AnswerVersion(evhttp_request* request);
  void AnswerMetrics(evhttp_request* request);
  void AnswerTokenize(evhttp_request* request);
  void AnswerFlush(evhttp_request* request);
  void AnswerChat(evhttp_request* request) { Generate(Api::kChat, request); }
  void AnswerCompletions(evhttp_request* request) { Generate(Api::kCompletions, request); }
  void Generate(Api api, evhttp_request* request);
  void Announce() const;

  ServeOptions options_;
  int port_;
  int stop_fd_;  // readable: stop. A write is all that Stop() does, so it may come from any thread
  EventBaseHandle base_;
  HttpHandle http_;
  Engine engine_;                   // goes before http_: its generations let go of their connections
  std::optional<Replays> replays_;  // likewise
  EventHandle stop_event_;
};

const std::array<EventServer::Route, 8> EventServer::kRoutes = {{
    {"/health", EVHTTP_REQ_GET, false, &EventServer::AnswerHealth},
    {"/v1/models", EVHTTP_REQ_GET, true, &EventServer::AnswerModels},
    {"/version", EVHTTP_REQ_GET, false, &EventServer::AnswerVersion},
    {"/metrics", EVHTTP_REQ_GET, false, &EventServer::AnswerMetrics},
    {"/tokenize", EVHTTP_REQ_POST, true, &EventServer::AnswerTokenize},
    {"/reset_prefix_cache", EVHTTP_REQ_POST, true, &EventServer::AnswerFlush},
    {"/v1/chat/completions", EVHTTP_REQ_POST, true, &EventServer::AnswerChat},
    {"/v1/completions", EVHTTP_REQ_POST, true, &EventServer::AnswerCompletions},
}};

EventServer::EventServer(ServeOptions options, EventBaseHandle base, BoundListener bound)
    : options_(std::move(options)),
      port_(bound.port),
      stop_fd_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      base_(std::move(base)),
      http_(evhttp_new(base_.get())),
      engine_(base_.get(), options_.profile, options_.faults, options_.noise_seed),
      stop_event_(event_new(base_.get(), stop_fd_, EV_READ, OnStop, base_.get())) {
  if (options_.send_times) engine_.TellSendTimes();
  // evhttp's own bound is the last resort: its answer is HTML, ours an error object.
  evhttp_set_max_body_size(http_.get(), 2 * kMaxBodyBytes);
  evhttp_set_max_headers_size(http_.get(), kMaxHeaderBytes);
  evhttp_set_allowed_methods(http_.get(), 0xffff);  // each path says which it takes
  evhttp_set_gencb(http_.get(), OnRequest, this);
  evhttp_bind_listener(http_.get(), bound.listener.release());
  event_add(stop_event_.get(), nullptr);
  if (options_.stream != nullptr) replays_.emplace(base_.get(), *options_.stream);
}

EventServer::~EventServer() { close(stop_fd_); }

void EventServer::Stop() {
  const std::uint64_t one = 1;
  // It can only fail when the counter is full, and then it is readable.
  [[maybe_unused]] const ssize_t written = write(stop_fd_, &one, sizeof one);
}

void EventServer::OnStop(evutil_socket_t, short, void* base) { event_base_loopbreak(static_cast<event_base*>(base)); }

void EventServer::Announce() const {
  std::printf("listening on %s (%s, paced, not a model; profile %s, noise seed %llu)\n",
              ListenUrl(options_.host, port_).c_str(), options_.announce_name.c_str(),
              options_.profile.Digest().c_str(), static_cast<unsigned long long>(options_.noise_seed));
  std::fflush(stdout);
}

Status EventServer::Run() {
  std::array<EventHandle, 2> signals;
  if (options_.handle_signals) {
    signals[0].reset(event_new(base_.get(), SIGINT, EV_SIGNAL | EV_PERSIST, OnStop, base_.get()));
    signals[1].reset(event_new(base_.get(), SIGTERM, EV_SIGNAL | EV_PERSIST, OnStop, base_.get()));
    for (const EventHandle& handler : signals) event_add(handler.get(), nullptr);
  }
  Announce();
  if (event_base_dispatch(base_.get()) >= 0) return {};
  return MakeError(ErrorCode::kInternal, ListenUrl(options_.host, port_), "the event loop failed");
}

void EventServer::OnRequest(evhttp_request* request, void* self) {
  auto* server = static_cast<EventServer*>(self);
  SetHeader(request, "Server", server->options_.announce_name);
  server->Dispatch(request);
}

void EventServer::Dispatch(evhttp_request* request) {
  const std::string path = PathOf(request);
  const auto* route = std::find_if(kRoutes.begin(), kRoutes.end(), [&](const Route& r) { return r.path == path; });
  if (route == kRoutes.end()) {
    return SendError(request, {.status = 404, .message = "no such path: " + path.substr(0, 200), .code = "not_found"});
  }
  if (evhttp_request_get_command(request) != route->method) {
    const std::string method = route->method == EVHTTP_REQ_GET ? "GET" : "POST";
    SetHeader(request, "Allow", method);
    return SendError(request, {.status = 405, .message = path + " takes " + method, .code = "method_not_allowed"});
  }
  if (route->needs_key && !HasKey(request)) {
    return SendError(request, {.status = 401,
                               .message = "the API key is missing or wrong",
                               .type = "authentication_error",
                               .code = "invalid_api_key"});
  }
  if (BodyOf(request).size() > kMaxBodyBytes) {
    return SendError(request, {.status = 413, .message = "the body is larger than 1 MiB", .code = "body_too_large"});
  }
  (this->*route->answer)(request);
}

bool EventServer::HasKey(evhttp_request* request) const {
  return options_.api_key.empty() || HeaderOf(request, "Authorization") == "Bearer " + options_.api_key;
}

void EventServer::AnswerHealth(evhttp_request* request) { SendJson(request, 200, R"({"status":"ok"})"); }

void EventServer::AnswerModels(evhttp_request* request) {
  const Json model = {{"id", options_.profile.model},
                      {"object", "model"},
                      {"owned_by", options_.announce_name},
                      {"max_model_len", kContextTokens}};
  SendJson(request, 200, JsonText({{"object", "list"}, {"data", Json::array({model})}}));
}

void EventServer::AnswerVersion(evhttp_request* request) {
  SendJson(request, 200,
           JsonText({{"version", options_.announce_version},
                     {"engine", options_.announce_name},
                     {"notice", "reference engine: paced, not a model"},
                     {"profile", options_.profile.Digest()}}));
}

void EventServer::AnswerMetrics(evhttp_request* request) {
  SendWhole(request, 200, "text/plain; version=0.0.4", engine_.counters().PrometheusText());
}

void EventServer::AnswerTokenize(evhttp_request* request) {
  const auto parsed = ParseTokenizeRequest(BodyOf(request));
  if (const auto* error = std::get_if<ApiError>(&parsed)) return SendError(request, *error);
  Json numbers = Json::array();
  for (const std::string_view token : Tokenize(std::get<std::string>(parsed))) numbers.push_back(TokenNumber(token));
  SendJson(request, 200, JsonText({{"count", numbers.size()}, {"tokens", std::move(numbers)}}));
}

// As vLLM answers.
void EventServer::AnswerFlush(evhttp_request* request) {
  SendJson(request, 200, JsonText({{"success", engine_.FlushCache()}}));
}

void EventServer::Generate(Api api, evhttp_request* request) {
  auto parsed = ParseGenerationRequest(api, BodyOf(request), options_.profile.model);
  if (const auto* error = std::get_if<ApiError>(&parsed)) return SendError(request, *error);
  if (replays_ && std::get<GenerationRequest>(parsed).stream) return replays_->Start(request);
  engine_.Accept(request, std::move(std::get<GenerationRequest>(parsed)));
}

}  // namespace

Result<std::unique_ptr<ReferenceServer>> ReferenceServer::Listen(ServeOptions options) {
  RaiseFileLimit();
  std::signal(SIGPIPE, SIG_IGN);  // libevent writes to sockets that clients have closed
  if (options.noise_seed == 0) options.noise_seed = DrawSeed();
  EventBaseHandle base = MakeEventBase();
  ASSIGN_OR_RETURN(BoundListener bound, BindListener(base.get(), options.host, options.port, options.allow_remote));
  return std::unique_ptr<ReferenceServer>(
      std::make_unique<EventServer>(std::move(options), std::move(base), std::move(bound)));
}

}  // namespace inferproof
