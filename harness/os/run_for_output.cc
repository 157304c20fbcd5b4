#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/os/clock.h"
#include "harness/os/file_descriptor.h"
#include "harness/os/process.h"
#include "harness/os/spawn.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxOutput = std::size_t{1} << 20;

// What the pipe gives until it is closed, or why that was too much.
Result<std::string> ReadToEnd(int pipe, const std::string& name, MonoTime deadline, const Clock& clock) {
  std::string output;
  char buffer[4096];
  while (true) {
    const std::int64_t left_ms = (deadline - clock.Now()).count() / 1'000'000;
    if (left_ms <= 0) return MakeError(ErrorCode::kIo, name, "took too long");
    pollfd waiting{.fd = pipe, .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left_ms, 1000))) <= 0) continue;
    const ssize_t count = Retry([&] { return ::read(pipe, buffer, sizeof buffer); });
    if (count < 0) return MakeError(ErrorCode::kIo, name, Reason(errno));
    if (count == 0) return output;
    output.append(buffer, static_cast<std::size_t>(count));
    if (output.size() > kMaxOutput) return MakeError(ErrorCode::kIo, name, "printed more than 1 MiB");
  }
}

}  // namespace

Result<std::string> RunForOutput(const std::vector<std::string>& argv, Nanos timeout) {
  SteadyClock clock;
  const MonoTime deadline = clock.Now() + timeout;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return MakeError(ErrorCode::kIo, "pipe", Reason(errno));
  const FileDescriptor read_end(ends[0]);
  FileDescriptor write_end(ends[1]);
  const FileDescriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  ProcessSpec spec;
  spec.argv = argv;
  ASSIGN_OR_RETURN(const pid_t pid, Spawn(spec, write_end.get(), null.get()));
  ChildProcess child(pid);
  write_end.Close();
  ASSIGN_OR_RETURN(std::string output, ReadToEnd(read_end.get(), argv.front(), deadline, clock));
  while (!child.Ended() && clock.Now() < deadline) clock.SleepUntil(clock.Now() + std::chrono::milliseconds(2));
  const std::optional<std::string> ended = child.Ended();
  if (!ended) return MakeError(ErrorCode::kIo, argv.front(), "took too long");
  if (*ended != "exit code 0") return MakeError(ErrorCode::kIo, argv.front(), "failed: " + *ended);
  return output;
}

}  // namespace inferproof
