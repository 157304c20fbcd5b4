#include "harness/os/process.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "harness/os/clock.h"
#include "harness/os/file_descriptor.h"
#include "harness/os/process_table.h"
#include "harness/os/spawn.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Nanos kDestructorGrace = milliseconds(500);
constexpr Nanos kKillLimit = seconds(5);  // a killed process goes at once unless it is stuck in the kernel
constexpr Nanos kPollInterval = milliseconds(5);

std::string DescribeSignal(int signal) {
  const char* description = ::sigdescr_np(signal);
  return "signal " + std::to_string(signal) + (description == nullptr ? "" : " (" + std::string(description) + ")");
}

std::string DescribeEnd(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return "exit code " + std::to_string(info.si_status);
  return DescribeSignal(info.si_status);
}

// Whether a process of the group still runs. Orphans whose new parent never reaps them (process 1 of many containers)
// stay in the group as zombies for ever: kill() finds them, the process table tells that they are dead.
bool GroupIsAlive(pid_t group) {
  if (::kill(-group, 0) != 0 && errno == ESRCH) return false;
  RealFileSystem files;
  const std::vector<ProcessEntry> table = ReadProcessTable(files);
  if (table.empty()) return true;
  return std::any_of(table.begin(), table.end(),
                     [&](const ProcessEntry& entry) { return entry.group == group && entry.alive(); });
}

}  // namespace

Result<ChildProcess> ChildProcess::Start(const ProcessSpec& spec) {
  const std::string path = spec.output_path.empty() ? "/dev/null" : spec.output_path;
  const FileDescriptor output(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!output.open()) return MakeError(ErrorCode::kIo, path, Reason(errno));
  ASSIGN_OR_RETURN(const pid_t pid, Spawn(spec, output.get(), output.get()));
  return ChildProcess(pid);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      reaped_(other.reaped_),
      group_ended_(std::exchange(other.group_ended_, true)),
      ended_(std::move(other.ended_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this == &other) return *this;
  EndGroup(kDestructorGrace);
  pid_ = std::exchange(other.pid_, -1);
  reaped_ = other.reaped_;
  group_ended_ = std::exchange(other.group_ended_, true);
  ended_ = std::move(other.ended_);
  return *this;
}

ChildProcess::~ChildProcess() { EndGroup(kDestructorGrace); }

std::optional<std::string> ChildProcess::Ended() {
  if (ended_ || pid_ <= 0) return ended_;
  siginfo_t info{};
  const int result =
      Retry([&] { return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT); });
  if (result != 0) {
    ended_ = "ended, how is not known";  // somebody else reaped it, or SIGCHLD is ignored
  } else if (info.si_pid == pid_) {
    ended_ = DescribeEnd(info);
  }
  return ended_;
}

void ChildProcess::EndGroup(Nanos grace) {
  if (group_ended_ || pid_ <= 0) return;
  ::kill(-pid_, SIGTERM);
  if (!WaitForGroup(grace, false)) WaitForGroup(kKillLimit, true);
  group_ended_ = true;  // never signalled again: the id may now be someone else's
}

// `kill_again` before every look: a member may fork just before it is killed.
bool ChildProcess::WaitForGroup(Nanos limit, bool kill_again) {
  SteadyClock clock;
  const MonoTime deadline = clock.Now() + limit;
  while (true) {
    if (kill_again) ::kill(-pid_, SIGKILL);
    if (!reaped_ && Ended()) {
      Retry([&] { return ::waitpid(pid_, nullptr, WNOHANG); });
      reaped_ = true;
    }
    if (reaped_ && !GroupIsAlive(pid_)) return true;
    const MonoTime now = clock.Now();
    if (now >= deadline) return false;
    clock.SleepUntil(std::min(deadline, now + kPollInterval));
  }
}

}  // namespace inferproof
