#include "harness/session/flush.h"

#include <optional>
#include <string>

#include "harness/protocol/cache_flush.h"
#include "harness/transport/fetch.h"

namespace inferproof {
namespace {

constexpr Nanos kFlushTimeout = std::chrono::seconds(30);
constexpr Nanos kFlushGrace = std::chrono::seconds(3);
constexpr Nanos kFlushInterval = std::chrono::milliseconds(100);

}  // namespace

Status FlushCache(World& world, Transport& transport, const MeasuredSide& side, const RunningTarget& server) {
  const DialectProfile& dialect = side.plan.dialect;
  HttpRequest request;
  request.url = server.base_url() + dialect.flush_path;
  request.headers = side.headers;
  const MonoTime until = world.clock.Now() + kFlushGrace;
  while (true) {
    ASSIGN_OR_RETURN(const Fetched answer, Fetch(transport, world.clock, request, kFlushTimeout));
    const std::optional<std::string> why = NotFlushedBecause(dialect, answer.status, answer.body);
    if (!why) return {};
    if (world.clock.Now() >= until || world.interrupted()) {
      return MakeError(ErrorCode::kConfig, "POST " + dialect.flush_path,
                       "the prompt cache was not emptied: " + world.redactor.Clean(*why),
                       "Switch the endpoint on where the server starts, or remove flush from the target");
    }
    world.clock.SleepUntil(world.clock.Now() + kFlushInterval);
  }
}

}  // namespace inferproof
