#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/time.h"

namespace inferproof {

struct ProcessSpec {
  std::vector<std::string> argv = {};                   // argv[0] is looked up in PATH; never a shell
  std::map<std::string, std::string> environment = {};  // added to the inherited one
  std::vector<std::string> unset = {};                  // removed from the inherited one; `environment` wins over it
  std::string directory = {};                           // empty: ours
  std::string output_path = {};                         // stdout and stderr are appended here; empty: thrown away
};

// A child in a process group of its own. The destructor ends the whole group. A member that moved to another group or
// session (a daemon) is out of reach.
class ChildProcess {
 public:
  // kConfig when the executable cannot be started, with argv[0] named.
  static Result<ChildProcess> Start(const ProcessSpec& spec);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  // Nothing while it runs; "exit code 3" or "signal 9 (Killed)" when it has ended. Does not wait, and does
  // not reap: until EndGroup the pid, and with it the id of the group, cannot be given to a stranger.
  std::optional<std::string> Ended();
  // SIGTERM to the group, SIGKILL after `grace`; returns when the child is reaped and no member of the group is left.
  void EndGroup(Nanos grace);

 private:
  friend Result<std::string> RunForOutput(const std::vector<std::string>& argv, Nanos timeout);
  explicit ChildProcess(pid_t pid) : pid_(pid) {}
  bool WaitForGroup(Nanos limit, bool kill_again);

  pid_t pid_ = -1;
  bool reaped_ = false;
  bool group_ended_ = false;
  std::optional<std::string> ended_;
};

// Runs a short command to its end and gives its output (stdout only), bounded in time and to 1 MiB. For evidence, such
// as nvidia-smi. An error when it cannot be started, fails or takes too long.
Result<std::string> RunForOutput(const std::vector<std::string>& argv, Nanos timeout);

// SIGINT, SIGTERM and SIGHUP (unless it is ignored) set a flag instead of ending the process; the second one ends it.
void CatchInterrupts();
bool Interrupted();

}  // namespace inferproof
