#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/base/result.h"
#include "harness/base/secret.h"
#include "harness/os/clock.h"
#include "harness/os/process.h"
#include "harness/suite/target.h"
#include "harness/transport/transport.h"

namespace inferproof {

// A server that is up: one we started, or an endpoint used as it is. The destructor ends what we started, its whole
// group.
class RunningTarget {
 public:
  virtual ~RunningTarget() = default;
  virtual const std::string& base_url() const = 0;
  virtual bool managed() const = 0;
  // Why the server is gone; nothing while it runs (always nothing for an endpoint).
  virtual std::optional<std::string> Died() = 0;
  virtual std::optional<pid_t> pid() const = 0;
  // argv as started, ports filled in; empty for an endpoint.
  virtual const std::vector<std::string>& command() const = 0;
  // The same with {port} left in it: equal starts have equal forms. For evidence.
  virtual const std::vector<std::string>& command_form() const = 0;
  virtual void Stop() = 0;
};

struct StartOptions {
  std::string server_log_path;        // output of the server is appended here; empty: thrown away
  std::function<bool()> interrupted;  // asked while waiting; may be empty
  int number = 1;                     // of this start in the session, for the log
};

// Starts the command on a free loopback port ({port}) with {model} and {self} (our own executable) filled in, and waits
// until it is ready: readiness.path answers 200. A server that ends while we wait gives kUnreachable with the tail of
// its log, a wait that is too long likewise; when the port was taken by somebody else, two more are tried. An endpoint
// is asked once, and any HTTP answer will do.
Result<std::unique_ptr<RunningTarget>> StartTarget(const Target& target, const StartOptions& options, Clock& clock,
                                                   Transport& transport);

// Asks GET /v1/models and compares: kUnknownModel naming what the server does have, kUnauthorized on 401/403,
// kUnreachable when nobody answers or on 5xx, kConfig with a hint for HTML, a body that is no list, or any other
// status. A server without the list (404, 405, 501) passes.
Status CheckModel(const Target& target, const std::string& base_url,
                  const std::vector<std::pair<std::string, std::string>>& headers, Clock& clock, Transport& transport);

// The request headers of a target: its own, and "authorization: Bearer KEY" from the variable it names (kConfig when
// unset). The key is remembered in `redactor`.
Result<std::vector<std::pair<std::string, std::string>>> TargetHeaders(const Target& target,
                                                                       const Environment& environment,
                                                                       Redactor& redactor);

}  // namespace inferproof
