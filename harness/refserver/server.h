#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "harness/base/result.h"
#include "harness/refserver/profile.h"
#include "harness/refserver/streams.h"

namespace inferproof {

struct ServeOptions {
  std::string host = "127.0.0.1";
  bool allow_remote = false;   // without it a host that is not loopback is refused
  bool handle_signals = true;  // SIGINT and SIGTERM end Run(); false where the process has handlers of its own
  int port = 0;                // 0: any free one
  Profile profile;
  PlantedFaults faults;
  bool send_times = false;  // each streamed piece tells when it was written: `sent_ns`, and first `received_ns`
  const ConformanceStream* stream = nullptr;  // what every streaming request is answered with; none: by the engine
  std::string api_key;                        // requests must carry it when not empty
  std::uint64_t noise_seed = 0;               // of run noise; 0: drawn from the system, printed
  std::string announce_name = "inferproof-reference";  // server name, version and banner: nothing may depend on them
  std::string announce_version;
};

// The embedded reference engine: an OpenAI-compatible server that is paced, not computed. One thread, libevent,
// absolute deadlines.
class ReferenceServer {
 public:
  static Result<std::unique_ptr<ReferenceServer>> Listen(ServeOptions options);
  virtual ~ReferenceServer() = default;
  virtual int port() const = 0;
  virtual std::uint64_t noise_seed() const = 0;  // as given or drawn
  // Prints where it listens, then serves until Stop() or SIGINT/SIGTERM. Open connections are closed at the end.
  virtual Status Run() = 0;
  virtual void Stop() = 0;  // from any thread
};

}  // namespace inferproof
