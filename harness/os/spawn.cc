#include "harness/os/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/text.h"
#include "harness/os/file_descriptor.h"

namespace inferproof {
namespace {

enum class Stage : int { kPrepare, kDirectory, kExecute };

// What a child that could not become the command tells its parent.
struct Failure {
  Stage stage = Stage::kPrepare;
  int error = 0;
};

// Everything the child needs, made before the fork: between fork and exec only async-signal-safe calls are allowed,
// because another thread may have held the allocator's lock.
struct Prepared {
  std::string executable;
  std::vector<char*> argv;
  std::vector<std::string> variables;
  std::vector<char*> environment;
  const char* directory = nullptr;
  int input = -1;
  int output = -1;
  int error = -1;
  int report = -1;
  pid_t parent = 0;
};

std::map<std::string, std::string> ChildEnvironment(const ProcessSpec& spec) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const std::string& name : spec.unset) variables.erase(name);
  for (const auto& [name, value] : spec.environment) variables[name] = value;
  return variables;
}

bool IsExecutableFile(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// argv[0] with a slash is taken as it is (from the directory of the child); else the first match in PATH. An empty
// element of PATH, which would mean the current directory, is passed over.
Result<std::string> FindExecutable(const std::string& name, const std::map<std::string, std::string>& variables) {
  if (name.find('/') != std::string::npos) return name;
  const auto path = variables.find("PATH");
  for (const std::string& directory : Split(path == variables.end() ? "/usr/bin:/bin" : path->second, ':')) {
    if (directory.empty()) continue;
    std::string candidate = directory + "/" + name;
    if (IsExecutableFile(candidate)) return candidate;
  }
  return MakeError(ErrorCode::kConfig, name, "not found in PATH");
}

Result<Prepared> Prepare(const ProcessSpec& spec) {
  if (spec.argv.empty() || spec.argv.front().empty()) return MakeError(ErrorCode::kConfig, "command", "is empty");
  const std::map<std::string, std::string> variables = ChildEnvironment(spec);
  Prepared prepared;
  ASSIGN_OR_RETURN(prepared.executable, FindExecutable(spec.argv.front(), variables));
  for (const std::string& argument : spec.argv) prepared.argv.push_back(const_cast<char*>(argument.c_str()));
  prepared.argv.push_back(nullptr);
  for (const auto& [name, value] : variables) prepared.variables.push_back(name + "=" + value);
  for (std::string& variable : prepared.variables) prepared.environment.push_back(variable.data());
  prepared.environment.push_back(nullptr);
  if (!spec.directory.empty()) prepared.directory = spec.directory.c_str();
  prepared.parent = ::getpid();
  return prepared;
}

// Above the standard three, so that placing one of those in the child cannot overwrite it.
FileDescriptor AboveStandard(int fd) { return FileDescriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 3)); }

[[noreturn]] void GiveUp(const Prepared& prepared, Stage stage) {
  const Failure failure{stage, errno};
  [[maybe_unused]] const ssize_t written = ::write(prepared.report, &failure, sizeof failure);
  ::_exit(127);
}

// Ignored signals and the signal mask would be inherited through exec.
void ResetSignals() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT, SIGCHLD}) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void BecomeCommand(const Prepared& prepared) {
  ::setpgid(0, 0);
  ResetSignals();
  // A crashed or killed harness takes its server along. Covers this child only: not its own children, and not after it
  // executes a set-user-ID file. The kernel watches the thread that forked, so a child belongs to a lasting thread.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != prepared.parent) ::_exit(127);  // the harness ended before the line above
  if (::dup2(prepared.input, 0) < 0 || ::dup2(prepared.output, 1) < 0 || ::dup2(prepared.error, 2) < 0) {
    GiveUp(prepared, Stage::kPrepare);
  }
  // Descriptors that some library opened without the flag. Kernels before 5.11 lack it; ours all have O_CLOEXEC.
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  if (prepared.directory != nullptr && ::chdir(prepared.directory) != 0) GiveUp(prepared, Stage::kDirectory);
  ::execve(prepared.executable.c_str(), prepared.argv.data(), prepared.environment.data());
  GiveUp(prepared, Stage::kExecute);
}

Error Explain(const ProcessSpec& spec, const Failure& failure) {
  const std::string reason = Reason(failure.error);
  if (failure.stage == Stage::kDirectory) {
    return MakeError(ErrorCode::kConfig, spec.argv.front(), "cannot be started in " + spec.directory + ": " + reason);
  }
  std::string hint;
  if (failure.error == ENOEXEC) hint = "A script needs a first line such as #!/bin/sh: no shell is used";
  return MakeError(ErrorCode::kConfig, spec.argv.front(), "cannot be started: " + reason, hint);
}

// Nothing once the child has become the command: exec closed its end of the pipe.
std::optional<Failure> ReadFailure(int pipe) {
  Failure failure;
  const ssize_t count = Retry([&] { return ::read(pipe, &failure, sizeof failure); });
  if (count == static_cast<ssize_t>(sizeof failure)) return failure;
  return std::nullopt;
}

}  // namespace

Result<pid_t> Spawn(const ProcessSpec& spec, int output, int error) {
  ASSIGN_OR_RETURN(Prepared prepared, Prepare(spec));
  const auto refused = [&] { return MakeError(ErrorCode::kIo, spec.argv.front(), "not started: " + Reason(errno)); };
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return refused();
  const FileDescriptor read_end(ends[0]);
  FileDescriptor write_end(ends[1]);
  const FileDescriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const FileDescriptor input = AboveStandard(null.get());
  const FileDescriptor out = AboveStandard(output);
  const FileDescriptor err = AboveStandard(error);
  FileDescriptor report = AboveStandard(write_end.get());
  if (!input.open() || !out.open() || !err.open() || !report.open()) return refused();
  prepared.input = input.get();
  prepared.output = out.get();
  prepared.error = err.get();
  prepared.report = report.get();

  const pid_t pid = ::fork();
  if (pid < 0) return refused();
  if (pid == 0) BecomeCommand(prepared);
  ::setpgid(pid, pid);  // in both processes: whoever comes first, the group exists before either goes on
  write_end.Close();
  report.Close();
  const std::optional<Failure> failure = ReadFailure(read_end.get());
  if (!failure) return pid;
  Retry([&] { return ::waitpid(pid, nullptr, 0); });
  return Explain(spec, *failure);
}

}  // namespace inferproof
