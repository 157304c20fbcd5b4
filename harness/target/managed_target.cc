#include "harness/target/managed_target.h"

#include <algorithm>
#include <utility>

#include "harness/base/text.h"
#include "harness/os/file_system.h"
#include "harness/protocol/models.h"
#include "harness/target/launch.h"
#include "harness/target/server_log.h"
#include "harness/transport/fetch.h"

namespace inferproof {
namespace {

using std::chrono::seconds;

constexpr int kPortAttempts = 3;
constexpr Nanos kStopGrace = seconds(5);
constexpr Nanos kProbeTimeout = seconds(2);      // short, so that an interrupt or the server's end is seen soon
constexpr Nanos kEndpointTimeout = seconds(10);  // an endpoint is asked only once
// Of our probes; none of a plan's requests is under way meanwhile.
constexpr RequestId kProbeId = RequestId{1} << 62U;

class ManagedServer final : public RunningTarget {
 public:
  ManagedServer(ChildProcess child, int port, std::vector<std::string> command, std::vector<std::string> form)
      : child_(std::move(child)),
        base_url_("http://127.0.0.1:" + std::to_string(port)),
        command_(std::move(command)),
        command_form_(std::move(form)) {}
  ~ManagedServer() override { child_.EndGroup(kStopGrace); }

  const std::string& base_url() const override { return base_url_; }
  bool managed() const override { return true; }
  std::optional<std::string> Died() override { return child_.Ended(); }
  std::optional<pid_t> pid() const override { return child_.pid(); }
  const std::vector<std::string>& command() const override { return command_; }
  const std::vector<std::string>& command_form() const override { return command_form_; }
  void Stop() override { child_.EndGroup(kStopGrace); }

 private:
  ChildProcess child_;
  std::string base_url_;
  std::vector<std::string> command_;
  std::vector<std::string> command_form_;
};

class ForeignEndpoint final : public RunningTarget {
 public:
  explicit ForeignEndpoint(std::string base_url) : base_url_(std::move(base_url)) {}
  const std::string& base_url() const override { return base_url_; }
  bool managed() const override { return false; }
  std::optional<std::string> Died() override { return std::nullopt; }
  std::optional<pid_t> pid() const override { return std::nullopt; }
  const std::vector<std::string>& command() const override { return none_; }
  const std::vector<std::string>& command_form() const override { return none_; }
  void Stop() override {}

 private:
  std::string base_url_;
  std::vector<std::string> none_;
};

HttpRequest Probe(const std::string& url) {
  HttpRequest request;
  request.id = kProbeId;
  request.method = "GET";
  request.url = url;
  return request;
}

std::string DescribeAnswer(const Result<Fetched>& answer) {
  if (!answer.ok()) return answer.error().what;
  return "HTTP " + std::to_string(answer->status) + ": " + ErrorMessageOf(answer->body);
}

// One start of the command, until it is ready or has failed.
class Launch {
 public:
  Launch(const Target& target, const StartOptions& options, Clock& clock, Transport& transport)
      : target_(target), options_(options), clock_(clock), transport_(transport), log_(options.server_log_path) {}

  Result<std::unique_ptr<RunningTarget>> Run() {
    ASSIGN_OR_RETURN(const int port, FindFreePort());
    RealFileSystem files;
    ASSIGN_OR_RETURN(const std::string self, files.Canonical("/proc/self/exe"));
    const ProcessSpec spec = LaunchSpec(target_, {std::to_string(port), target_.model, self}, options_.server_log_path);
    RETURN_IF_ERROR(log_.BeginStart(options_.number, spec.argv));
    ASSIGN_OR_RETURN(ChildProcess child, ChildProcess::Start(spec));
    auto server = std::make_unique<ManagedServer>(std::move(child), port, spec.argv,
                                                  FillIn(target_.command, {"{port}", target_.model, self}));
    const Status ready = AwaitReady(*server);
    if (ready.ok()) return std::unique_ptr<RunningTarget>(std::move(server));
    server->Stop();
    port_was_taken_ = server_ended_ && !PortIsFree(port);
    return ready.error();
  }

  // The server ended by itself, and somebody else has its port now.
  bool port_was_taken() const { return port_was_taken_; }

 private:
  Status AwaitReady(RunningTarget& server) {
    const std::string url = server.base_url() + target_.readiness.path;
    const MonoTime deadline = clock_.Now() + target_.readiness.timeout;
    std::string last_answer = "nobody answered";
    while (true) {
      if (options_.interrupted && options_.interrupted()) {
        return MakeError(ErrorCode::kInterrupted, target_.name, "interrupted while the server was starting");
      }
      if (const std::optional<std::string> ended = server.Died()) return EndedEarly(*ended);
      const MonoTime now = clock_.Now();
      if (now >= deadline) return TookTooLong(url, last_answer);
      const Result<Fetched> answer = Fetch(transport_, clock_, Probe(url), std::min(kProbeTimeout, deadline - now));
      // Asked again after the answer: it may have come from somebody who took the port first.
      if (answer.ok() && answer->status == 200 && !server.Died()) return {};
      last_answer = DescribeAnswer(answer);
      clock_.SleepUntil(std::min(deadline, clock_.Now() + target_.readiness.interval));
    }
  }

  Error EndedEarly(const std::string& how) {
    server_ended_ = true;
    return Unready("the server ended before it was ready (" + how + ")");
  }

  Error TookTooLong(const std::string& url, const std::string& last_answer) {
    return Unready("the server was not ready within " + HumanDuration(target_.readiness.timeout) + " (timeout_s); " +
                   url + " last: " + last_answer);
  }

  Error Unready(std::string what) {
    const std::string& path = options_.server_log_path;
    std::string hint = path.empty() ? "Its output was not kept" : "Its output is in " + path;
    const std::string tail = log_.Tail();
    if (!tail.empty()) hint += ", the last lines:\n" + tail;
    return MakeError(ErrorCode::kUnreachable, target_.name, std::move(what), std::move(hint));
  }

  const Target& target_;
  const StartOptions& options_;
  Clock& clock_;
  Transport& transport_;
  ServerLog log_;
  bool server_ended_ = false;
  bool port_was_taken_ = false;
};

Result<std::unique_ptr<RunningTarget>> StartManaged(const Target& target, const StartOptions& options, Clock& clock,
                                                    Transport& transport) {
  for (int attempt = 1;; ++attempt) {
    Launch launch(target, options, clock, transport);
    Result<std::unique_ptr<RunningTarget>> server = launch.Run();
    if (server.ok() || !launch.port_was_taken() || attempt == kPortAttempts) return server;
  }
}

Result<std::unique_ptr<RunningTarget>> TakeEndpoint(const Target& target, Clock& clock, Transport& transport) {
  std::string base_url = *target.endpoint;
  while (base_url.ends_with('/')) base_url.pop_back();
  const Result<Fetched> answer = Fetch(transport, clock, Probe(base_url + target.readiness.path), kEndpointTimeout);
  if (!answer.ok() && answer.error().code == ErrorCode::kUnreachable) {
    return MakeError(ErrorCode::kUnreachable, UrlForPeople(base_url), answer.error().what,
                     "Check host and port, and that the server is running");
  }
  // kInvalid: an answer, though an overlong one.
  if (!answer.ok() && answer.error().code != ErrorCode::kInvalid) return answer.error();
  return std::unique_ptr<RunningTarget>(std::make_unique<ForeignEndpoint>(std::move(base_url)));
}

}  // namespace

Result<std::unique_ptr<RunningTarget>> StartTarget(const Target& target, const StartOptions& options, Clock& clock,
                                                   Transport& transport) {
  if (target.managed()) return StartManaged(target, options, clock, transport);
  if (target.endpoint) return TakeEndpoint(target, clock, transport);
  return MakeError(ErrorCode::kConfig, target.path, "needs an endpoint or a command");
}

}  // namespace inferproof
