#include "harness/cli/real_world.h"

#include <map>
#include <utility>

#include "harness/os/process.h"
#include "harness/transport_curl/curl_transport.h"

namespace inferproof {

Result<std::unique_ptr<RealWorld>> RealWorld::Open() {
  std::unique_ptr<RealWorld> world(new RealWorld());
  ASSIGN_OR_RETURN(auto dotenv, LoadDotEnv(world->files, ".env"));
  world->environment = std::make_unique<ProcessEnvironment>(std::move(dotenv));
  return world;
}

World RealWorld::ForSession() {
  return World{clock,
               files,
               *environment,
               redactor,
               [this](int max_connections) {
                 return MakeCurlTransport(clock, CurlOptions{max_connections, true});
               },
               [] { return Interrupted(); },
               [this](const std::string& line) { console.Progress(line); },
               [this](Nanos period) { return RunControlProbe(clock, period); }};
}

}  // namespace inferproof
