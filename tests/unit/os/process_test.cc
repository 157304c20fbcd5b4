#include "harness/os/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/os/clock.h"
#include "harness/os/file_descriptor.h"
#include "harness/os/process_table.h"
#include "tests/support/scratch_directory.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::Not;

// Far more than anything here needs: a machine under load makes a test slow, not red.
constexpr Nanos kPatience = seconds(30);

// Looks every millisecond until `holds` or patience ends.
template <typename Condition>
bool Eventually(Condition holds) {
  SteadyClock clock;
  const MonoTime deadline = clock.Now() + kPatience;
  while (!holds()) {
    if (clock.Now() >= deadline) return false;
    clock.SleepUntil(clock.Now() + milliseconds(1));
  }
  return true;
}

ChildProcess Started(const ProcessSpec& spec) {
  Result<ChildProcess> child = ChildProcess::Start(spec);
  if (!child.ok()) {
    ADD_FAILURE() << child.error().Text();
    std::abort();
  }
  return std::move(child).value();
}

std::string EndOf(ChildProcess& child) {
  EXPECT_TRUE(Eventually([&] { return child.Ended().has_value(); }));
  return child.Ended().value_or("still runs");
}

std::string Text(const std::string& path) {
  RealFileSystem files;
  const Result<std::string> text = files.Read(path);
  return text.ok() ? *text : "";
}

bool IsAlive(pid_t pid) {
  RealFileSystem files;
  for (const ProcessEntry& entry : ReadProcessTable(files)) {
    if (entry.pid == pid) return entry.alive();
  }
  return false;
}

// The pid that a shell wrote as a whole line.
pid_t WrittenPid(const std::string& path) {
  EXPECT_TRUE(Eventually([&] { return Text(path).ends_with("\n"); }));
  return static_cast<pid_t>(ParseInt(TrimAscii(Text(path))).value_or(-1));
}

TEST(ChildProcess, TellsHowItEnded) {
  ChildProcess three = Started({.argv = {"/bin/sh", "-c", "exit 3"}});
  EXPECT_EQ(EndOf(three), "exit code 3");
  ChildProcess killed = Started({.argv = {"/bin/sh", "-c", "kill -9 $$"}});
  EXPECT_EQ(EndOf(killed), "signal 9 (Killed)");
  killed.EndGroup(seconds(1));
  EXPECT_EQ(killed.Ended(), "signal 9 (Killed)") << "known after reaping too";
}

TEST(ChildProcess, DoesNotWaitForARunningOne) {
  ChildProcess child = Started({.argv = {"/bin/sleep", "60"}});
  EXPECT_EQ(child.Ended(), std::nullopt);
  child.EndGroup(seconds(5));
  EXPECT_EQ(child.Ended(), "signal 15 (Terminated)");
}

TEST(ChildProcess, FindsTheExecutableInPath) {
  ChildProcess child = Started({.argv = {"sh", "-c", "exit 4"}});
  EXPECT_EQ(EndOf(child), "exit code 4");
}

TEST(ChildProcess, NamesWhatCannotBeStarted) {
  const ScratchDirectory scratch;
  const auto error_of = [](const ProcessSpec& spec) {
    const Result<ChildProcess> child = ChildProcess::Start(spec);
    EXPECT_TRUE(!child.ok() && child.error().code == ErrorCode::kConfig);
    return child.ok() ? "started" : child.error().Text();
  };
  EXPECT_EQ(error_of({.argv = {"no-such-program-of-ours"}}), "no-such-program-of-ours: not found in PATH");
  EXPECT_EQ(error_of({.argv = {"/no/such/program"}}), "/no/such/program: cannot be started: no such file");
  EXPECT_EQ(error_of({.argv = {"/etc/passwd"}}), "/etc/passwd: cannot be started: permission denied");
  EXPECT_EQ(error_of({.argv = {"/bin/sh"}, .directory = "/no/such"}),
            "/bin/sh: cannot be started in /no/such: no such file");
  const std::string script = scratch.File("script");
  std::ofstream(script) << "echo hello\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_THAT(error_of({.argv = {script}}), HasSubstr("Exec format error. A script needs a first line"));
  EXPECT_EQ(error_of({.argv = {}}), "command: is empty");
}

TEST(ChildProcess, AppendsBothOutputsAndReadsNothing) {
  const ScratchDirectory scratch;
  const std::string log = scratch.File("server.log");
  std::ofstream(log) << "before\n";
  ChildProcess child = Started({.argv = {"/bin/sh", "-c", "cat; echo out; echo err >&2"}, .output_path = log});
  EXPECT_EQ(EndOf(child), "exit code 0");
  EXPECT_EQ(Text(log), "before\nout\nerr\n");
}

TEST(ChildProcess, GivesTheEnvironmentAskedFor) {
  const ScratchDirectory scratch;
  ::setenv("INFERPROOF_TEST_KEY", "sk-secret", 1);
  ::setenv("INFERPROOF_TEST_KEPT", "kept", 1);
  ChildProcess child = Started({.argv = {"/usr/bin/env"},
                                .environment = {{"INFERPROOF_TEST_ADDED", "a b"}},
                                .unset = {"INFERPROOF_TEST_KEY"},
                                .output_path = scratch.File("log")});
  EXPECT_EQ(EndOf(child), "exit code 0");
  ::unsetenv("INFERPROOF_TEST_KEY");
  ::unsetenv("INFERPROOF_TEST_KEPT");
  const std::string log = Text(scratch.File("log"));
  EXPECT_THAT(log, HasSubstr("INFERPROOF_TEST_ADDED=a b\n"));
  EXPECT_THAT(log, HasSubstr("INFERPROOF_TEST_KEPT=kept\n"));
  EXPECT_THAT(log, Not(HasSubstr("INFERPROOF_TEST_KEY")));
}

TEST(ChildProcess, StartsInTheDirectory) {
  const ScratchDirectory scratch;
  ChildProcess child =
      Started({.argv = {"/bin/sh", "-c", "pwd -P"}, .directory = scratch.path(), .output_path = scratch.File("log")});
  EXPECT_EQ(EndOf(child), "exit code 0");
  RealFileSystem files;
  EXPECT_EQ(Text(scratch.File("log")), *files.Canonical(scratch.path()) + "\n");
}

TEST(ChildProcess, InheritsNoOtherDescriptor) {
  const ScratchDirectory scratch;
  const FileDescriptor careless(::open("/dev/null", O_RDONLY));  // without O_CLOEXEC
  ASSERT_GT(careless.get(), 2);
  const std::string test = "test -e /proc/self/fd/" + std::to_string(careless.get()) + " && echo open || echo closed";
  ChildProcess child = Started({.argv = {"/bin/sh", "-c", test}, .output_path = scratch.File("log")});
  EXPECT_EQ(EndOf(child), "exit code 0");
  EXPECT_EQ(Text(scratch.File("log")), "closed\n");
}

TEST(ChildProcess, EndsGrandchildrenWithTheGroup) {
  const ScratchDirectory scratch;
  const std::string script = "sleep 60 & echo $! > " + scratch.File("pid") + "; wait";
  ChildProcess child = Started({.argv = {"/bin/sh", "-c", script}});
  const pid_t grandchild = WrittenPid(scratch.File("pid"));
  ASSERT_TRUE(IsAlive(grandchild));
  child.EndGroup(seconds(5));
  EXPECT_FALSE(IsAlive(grandchild));
}

TEST(ChildProcess, EndsGrandchildrenOfALeaderThatIsGone) {
  const ScratchDirectory scratch;
  ChildProcess child = Started({.argv = {"/bin/sh", "-c", "sleep 60 & echo $! > " + scratch.File("pid")}});
  EXPECT_EQ(EndOf(child), "exit code 0");
  const pid_t grandchild = WrittenPid(scratch.File("pid"));
  ASSERT_TRUE(IsAlive(grandchild));
  child.EndGroup(seconds(5));
  EXPECT_FALSE(IsAlive(grandchild));
}

TEST(ChildProcess, KillsWhatIgnoresTheRequestToEnd) {
  const ScratchDirectory scratch;
  const std::string script = "trap '' TERM; (trap '' TERM; while :; do sleep 60; done) & echo $! > " +
                             scratch.File("pid") + "; while :; do sleep 60; done";
  ChildProcess child = Started({.argv = {"/bin/sh", "-c", script}});
  const pid_t grandchild = WrittenPid(scratch.File("pid"));
  child.EndGroup(milliseconds(100));
  EXPECT_EQ(child.Ended(), "signal 9 (Killed)");
  EXPECT_FALSE(IsAlive(grandchild));
}

TEST(ChildProcess, LetsAServerEndInOrderWithinItsGrace) {
  const ScratchDirectory scratch;
  const std::string script = "trap 'sleep 0.1; echo flushed; exit 0' TERM; echo up; while :; do sleep 0.02; done";
  ChildProcess child = Started({.argv = {"/bin/sh", "-c", script}, .output_path = scratch.File("log")});
  ASSERT_TRUE(Eventually([&] { return Text(scratch.File("log")) == "up\n"; }));
  child.EndGroup(kPatience);
  EXPECT_EQ(child.Ended(), "exit code 0");
  EXPECT_THAT(Text(scratch.File("log")), HasSubstr("flushed\n"));
}

TEST(ChildProcess, EndsWithItsOwnerAndMovesWithIt) {
  pid_t pid = -1;
  {
    ChildProcess child = Started({.argv = {"/bin/sleep", "60"}});
    pid = child.pid();
    const ChildProcess moved = std::move(child);
    EXPECT_EQ(moved.pid(), pid);
    EXPECT_TRUE(IsAlive(pid));
  }
  EXPECT_FALSE(IsAlive(pid));
  ChildProcess first = Started({.argv = {"/bin/sleep", "60"}});
  const pid_t replaced = first.pid();
  first = Started({.argv = {"/bin/sleep", "60"}});
  EXPECT_FALSE(IsAlive(replaced));
  EXPECT_TRUE(IsAlive(first.pid()));
}

// Runs `body` in a process of its own, which must not return from it.
template <typename Body>
pid_t Forked(Body body) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    body();
    ::_exit(99);
  }
  return pid;
}

int StatusOf(pid_t pid) {
  int status = 0;
  Retry([&] { return ::waitpid(pid, &status, 0); });
  return status;
}

TEST(ChildProcess, DoesNotOutliveAKilledHarness) {
  const ScratchDirectory scratch;
  const pid_t harness = Forked([&] {
    const Result<ChildProcess> child = ChildProcess::Start({.argv = {"/bin/sleep", "60"}});
    if (!child.ok()) ::_exit(98);
    std::ofstream(scratch.File("pid")) << child->pid() << std::endl;
    ::kill(::getpid(), SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(StatusOf(harness)));
  const pid_t server = WrittenPid(scratch.File("pid"));
  EXPECT_TRUE(Eventually([&] { return !IsAlive(server); }));
}

TEST(RunForOutput, GivesStandardOutputAlone) {
  const Result<std::string> output = RunForOutput({"/bin/sh", "-c", "echo out; echo err >&2"}, kPatience);
  ASSERT_TRUE(output.ok()) << output.error().Text();
  EXPECT_EQ(*output, "out\n");
}

TEST(RunForOutput, IsBoundedInTimeSizeAndSuccess) {
  const auto error_of = [](const char* script, Nanos timeout) {
    const Result<std::string> output = RunForOutput({"/bin/sh", "-c", script}, timeout);
    return output.ok() ? "ended" : output.error().Text();
  };
  EXPECT_EQ(error_of("exit 9", kPatience), "/bin/sh: failed: exit code 9");
  EXPECT_EQ(error_of("sleep 60", milliseconds(50)), "/bin/sh: took too long");
  EXPECT_EQ(error_of("exec >&-; sleep 60", milliseconds(50)), "/bin/sh: took too long");
  EXPECT_EQ(error_of("exec cat /dev/zero", kPatience), "/bin/sh: printed more than 1 MiB");
  EXPECT_EQ(RunForOutput({"no-such-program-of-ours"}, kPatience).error().Text(),
            "no-such-program-of-ours: not found in PATH");
}

TEST(Interrupts, FirstSignalSetsAFlagAndTheSecondEnds) {
  const int status = StatusOf(Forked([] {
    CatchInterrupts();
    if (Interrupted()) ::_exit(1);
    ::raise(SIGPIPE);
    ::raise(SIGINT);
    if (!Interrupted()) ::_exit(2);
    ::raise(SIGTERM);
    ::_exit(3);
  }));
  ASSERT_TRUE(WIFSIGNALED(status)) << "exit code " << WEXITSTATUS(status);
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

TEST(Interrupts, WakeASleep) {
  const int status = StatusOf(Forked([] {
    CatchInterrupts();
    const pid_t self = ::getpid();
    const pid_t helper = Forked([self] {
      SteadyClock clock;
      while (::getppid() == self) {
        ::kill(self, SIGINT);
        clock.SleepUntil(clock.Now() + seconds(60));
      }
    });
    SteadyClock clock;
    // The signal may come before the sleep does: then the flag is seen instead.
    while (!Interrupted()) clock.SleepUntil(clock.Now() + seconds(1));
    ::kill(helper, SIGKILL);
    ::_exit(0);
  }));
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(SteadyClock, SleepsUntilTheMoment) {
  SteadyClock clock;
  const MonoTime until = clock.Now() + milliseconds(5);
  clock.SleepUntil(until);
  EXPECT_GE(clock.Now(), until);
  clock.SleepUntil(MonoTime{});  // long past: returns
  EXPECT_GT(clock.Wall().unix_ns, 1'600'000'000'000'000'000);
}

}  // namespace
}  // namespace inferproof
