#include "harness/target/managed_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/os/process_table.h"
#include "harness/transport/fetch.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/scripted_transport.h"
#include "tests/unit/target/blocking_transport.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;

constexpr Nanos kPatience = seconds(30);

Script Answer(int status, std::string body = "") {
  Script script;
  script.Sent().Headers(milliseconds(1), status, "application/json");
  if (!body.empty()) script.Bytes(milliseconds(1), std::move(body));
  return script.End(milliseconds(1));
}

Target CommandTarget(std::vector<std::string> command) {
  Target target;
  target.name = "tiny";
  target.command = std::move(command);
  target.model = "m";
  target.readiness.timeout = kPatience;
  target.readiness.interval = milliseconds(2);
  return target;
}

Target ServerTarget(const std::string& mode, const std::string& file = "/dev/null") {
  return CommandTarget({"{self}", "--serve", "{port}", mode, file});
}

std::string Text(const std::string& path) {
  RealFileSystem files;
  const Result<std::string> text = files.Read(path);
  return text.ok() ? *text : "";
}

bool IsAlive(pid_t pid) {
  RealFileSystem files;
  const auto entry = ReadProcessEntry(files, pid);
  return entry && entry->alive();
}

std::vector<pid_t> PidsIn(const std::string& path) {
  std::vector<pid_t> pids;
  for (const std::string& line : Split(Text(path), '\n')) {
    if (const auto pid = ParseInt(line)) pids.push_back(static_cast<pid_t>(*pid));
  }
  return pids;
}

// Real processes in real time.
class ManagedTargetTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<RunningTarget>> Start(const Target& target) {
    return StartTarget(target, {.server_log_path = log_, .interrupted = {}, .number = 1}, clock_, transport_);
  }
  int Get(const std::string& url) {
    HttpRequest request;
    request.method = "GET";
    request.url = url;
    const Result<Fetched> fetched = Fetch(transport_, clock_, request, kPatience);
    return fetched.ok() ? fetched->status : 0;
  }
  template <typename Condition>
  bool Eventually(Condition holds) {
    const MonoTime deadline = clock_.Now() + kPatience;
    while (!holds() && clock_.Now() < deadline) clock_.SleepUntil(clock_.Now() + milliseconds(1));
    return holds();
  }

  ScratchDirectory scratch_;
  std::string log_ = scratch_.File("server.log");
  SteadyClock clock_;
  BlockingTransport transport_{clock_};
};

TEST_F(ManagedTargetTest, StartsServesAndEndsTheWholeGroup) {
  auto server = Start(ServerTarget("with_child", scratch_.File("pids")));
  ASSERT_TRUE(server.ok()) << server.error().Text();
  RunningTarget& target = **server;
  EXPECT_THAT(target.base_url(), MatchesRegex("http://127\\.0\\.0\\.1:[0-9]+"));
  EXPECT_EQ(Get(target.base_url() + "/v1/models"), 200);
  EXPECT_TRUE(target.managed());
  EXPECT_EQ(target.Died(), std::nullopt);
  const pid_t pid = *target.pid();
  const std::vector<pid_t> children = PidsIn(scratch_.File("pids"));
  ASSERT_EQ(children.size(), 1U);
  ASSERT_TRUE(IsAlive(pid) && IsAlive(children[0]));

  target.Stop();
  EXPECT_FALSE(IsAlive(pid));
  EXPECT_FALSE(IsAlive(children[0]));
  EXPECT_EQ(target.Died(), "signal 15 (Terminated)");
}

TEST_F(ManagedTargetTest, TellsTheCommandAsStartedAndWithoutItsPort) {
  auto server = Start(ServerTarget("ready"));
  ASSERT_TRUE(server.ok()) << server.error().Text();
  RealFileSystem files;
  const std::string self = *files.Canonical("/proc/self/exe");
  const std::string port = (*server)->base_url().substr(std::string("http://127.0.0.1:").size());
  EXPECT_THAT((*server)->command(), ElementsAre(self, "--serve", port, "ready", "/dev/null"));
  EXPECT_THAT((*server)->command_form(), ElementsAre(self, "--serve", "{port}", "ready", "/dev/null"));
  EXPECT_EQ(Text(log_), "--- start 1: " + self + " --serve " + port + " ready /dev/null\nlistening\n");
}

TEST_F(ManagedTargetTest, SaysWhyAServerIsGoneAndEndsTheRestOfItsGroup) {
  auto server = Start(ServerTarget("with_child", scratch_.File("pids")));
  ASSERT_TRUE(server.ok()) << server.error().Text();
  EXPECT_EQ(Get((*server)->base_url() + "/die"), 200);
  EXPECT_TRUE(Eventually([&] { return (*server)->Died().has_value(); }));
  EXPECT_EQ((*server)->Died(), "exit code 3");
  const std::vector<pid_t> children = PidsIn(scratch_.File("pids"));
  ASSERT_EQ(children.size(), 1U);
  ASSERT_TRUE(IsAlive(children[0]));
  server->reset();
  EXPECT_FALSE(IsAlive(children[0]));
}

TEST_F(ManagedTargetTest, WaitsWhileTheModelIsLoading) {
  auto server = Start(ServerTarget("loading"));
  ASSERT_TRUE(server.ok()) << server.error().Text();
  EXPECT_EQ(Get((*server)->base_url() + "/health"), 200);
}

TEST_F(ManagedTargetTest, ShowsTheHarmlessTailOfAServerThatEndedEarly) {
  const auto server = Start(CommandTarget(
      {"/bin/sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10; do echo line $i; done; printf '::error::x\\033[31m\\n'; exit 7",
       "{port}"}));
  ASSERT_FALSE(server.ok());
  EXPECT_EQ(server.error().code, ErrorCode::kUnreachable);
  const std::string text = server.error().Text();
  EXPECT_THAT(text, HasSubstr("tiny: the server ended before it was ready (exit code 7). Its output is in " + log_));
  EXPECT_THAT(text, HasSubstr("\n  | line 10\n  | ::error::x [31m"));
  EXPECT_THAT(text, HasSubstr("  | line 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("line 1\n"))) << "ten lines at most";
}

TEST_F(ManagedTargetTest, ShowsOnlyTheOutputOfItsOwnStart) {
  ASSERT_FALSE(Start(CommandTarget({"/bin/sh", "-c", "echo first; exit 1", "{port}"})).ok());
  const auto second = Start(CommandTarget({"/bin/sh", "-c", "echo second; exit 1", "{port}"}));
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().Text(), HasSubstr("  | second"));
  EXPECT_THAT(second.error().Text(), Not(HasSubstr("first")));
  EXPECT_THAT(Text(log_), HasSubstr("first\n--- start 1: "));
}

TEST_F(ManagedTargetTest, NamesACommandThatCannotBeStarted) {
  const auto server = Start(CommandTarget({"/no/such/server", "{port}"}));
  ASSERT_FALSE(server.ok());
  EXPECT_EQ(server.error().code, ErrorCode::kConfig);
  EXPECT_EQ(server.error().Text(), "/no/such/server: cannot be started: no such file");
}

TEST_F(ManagedTargetTest, KeepsTheKeyFromTheServerAndFromTheLog) {
  ::setenv("INFERPROOF_TEST_KEY", "sk-secret", 1);
  Target target = CommandTarget({"/bin/sh", "-c", "env; exit 1", "sh", "{port}", "--api-key", "sk-argument"});
  target.api_key_env = "INFERPROOF_TEST_KEY";
  target.command_environment = {{"SERVED", "{model}:{port}"}};
  EXPECT_FALSE(Start(target).ok());
  EXPECT_THAT(Text(log_), Not(HasSubstr("sk-secret")));
  EXPECT_THAT(Text(log_), Not(HasSubstr("sk-argument")));
  EXPECT_THAT(Text(log_), ::testing::ContainsRegex("SERVED=m:[0-9]+\n"));

  target.command_environment = {{"INFERPROOF_TEST_KEY", "sk-passed-on"}};
  EXPECT_FALSE(Start(target).ok());
  EXPECT_THAT(Text(log_), HasSubstr("INFERPROOF_TEST_KEY=sk-passed-on\n"));
  ::unsetenv("INFERPROOF_TEST_KEY");
}

TEST_F(ManagedTargetTest, TriesAnotherPortWhenItsOwnWasTaken) {
  const std::string pids = scratch_.File("pids");
  auto server = Start(ServerTarget("taken_once", pids));
  for (const pid_t pid : PidsIn(pids)) ::kill(pid, SIGKILL);
  ASSERT_TRUE(server.ok()) << server.error().Text();
  EXPECT_EQ(PidsIn(pids).size(), 1U);
  EXPECT_EQ(Get((*server)->base_url() + "/health"), 200);
}

TEST_F(ManagedTargetTest, GivesUpAfterThreePorts) {
  const std::string pids = scratch_.File("pids");
  const auto server = Start(ServerTarget("port_taken", pids));
  for (const pid_t pid : PidsIn(pids)) ::kill(pid, SIGKILL);
  ASSERT_FALSE(server.ok());
  EXPECT_EQ(PidsIn(pids).size(), 3U);
  EXPECT_THAT(server.error().Text(), HasSubstr("  | address already in use"));
}

// A real child, but the answers and the time of a script.
struct Scripted {
  FakeClock clock;
  ScriptedTransport transport;
  explicit Scripted(ScriptedTransport::Maker maker) : transport(clock, std::move(maker)) {}
  Result<std::unique_ptr<RunningTarget>> Start(const Target& target, std::function<bool()> interrupted = {}) {
    return StartTarget(target, {.server_log_path = "", .interrupted = std::move(interrupted), .number = 1}, clock,
                       transport);
  }
};

TEST(StartTarget, GivesUpWhenTheServerIsNeverReady) {
  Scripted world([](const auto&) { return Answer(503, R"({"error":{"message":"Loading model"}})"); });
  Target target = CommandTarget({"/bin/sh", "-c", "sleep 60", "{port}"});
  target.readiness.timeout = seconds(120);
  target.readiness.interval = seconds(1);
  const MonoTime begin = world.clock.Now();
  const auto server = world.Start(target);
  ASSERT_FALSE(server.ok());
  EXPECT_EQ(server.error().code, ErrorCode::kUnreachable);
  EXPECT_THAT(server.error().Text(), HasSubstr("not ready within 2 min"));
  EXPECT_THAT(server.error().Text(), HasSubstr("last: HTTP 503: Loading model"));
  EXPECT_EQ(world.clock.Now() - begin, seconds(120));
}

TEST(StartTarget, AsksForReadinessAtTheInterval) {
  Scripted world([](const auto& request) { return Answer(request.index < 3 ? 503 : 200); });
  Target target = CommandTarget({"/bin/sh", "-c", "sleep 60", "{port}"});
  target.readiness.path = "/ready";
  target.readiness.interval = milliseconds(50);
  const auto server = world.Start(target);
  ASSERT_TRUE(server.ok()) << server.error().Text();
  const auto& asked = world.transport.started();
  ASSERT_EQ(asked.size(), 4U);
  EXPECT_EQ(asked[0].method, "GET");
  EXPECT_EQ(asked[0].url, (*server)->base_url() + "/ready");
  EXPECT_EQ(asked[1].at - asked[0].at, milliseconds(51));  // an answer takes 1 ms
}

TEST(StartTarget, EndsTheServerWhenInterrupted) {
  Scripted world([](const auto&) { return Answer(503); });
  int asked = 0;
  const auto server = world.Start(CommandTarget({"/bin/sh", "-c", "sleep 60", "{port}"}), [&] { return ++asked == 3; });
  ASSERT_FALSE(server.ok());
  EXPECT_EQ(server.error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(world.transport.started().size(), 2U);
}

Target EndpointTarget(std::string url) {
  Target target;
  target.name = "remote";
  target.endpoint = std::move(url);
  target.model = "m";
  return target;
}

TEST(StartTarget, TakesAnEndpointThatAnswersAnything) {
  Scripted world([](const auto&) { return Answer(404); });
  auto endpoint = world.Start(EndpointTarget("http://user:pw@host:8000/"));
  ASSERT_TRUE(endpoint.ok()) << endpoint.error().Text();
  EXPECT_EQ((*endpoint)->base_url(), "http://user:pw@host:8000");
  EXPECT_FALSE((*endpoint)->managed());
  EXPECT_EQ((*endpoint)->pid(), std::nullopt);
  EXPECT_EQ((*endpoint)->Died(), std::nullopt);
  EXPECT_THAT((*endpoint)->command(), IsEmpty());
  EXPECT_THAT((*endpoint)->command_form(), IsEmpty());
  (*endpoint)->Stop();
  ASSERT_EQ(world.transport.started().size(), 1U);
  EXPECT_EQ(world.transport.started()[0].url, "http://user:pw@host:8000/health");
}

TEST(StartTarget, NamesAnEndpointThatNobodyAnswers) {
  Scripted world([](const auto&) {
    Script script;
    return script.End(milliseconds(1), EndKind::kConnectFailed, "connection refused");
  });
  const auto endpoint = world.Start(EndpointTarget("http://user:pw@host:8000"));
  ASSERT_FALSE(endpoint.ok());
  EXPECT_EQ(endpoint.error().code, ErrorCode::kUnreachable);
  EXPECT_EQ(endpoint.error().Text(),
            "http://host:8000: connection refused. Check host and port, and that the server is running");
  EXPECT_EQ(world.transport.started().size(), 1U) << "an endpoint is asked once";
}

}  // namespace
}  // namespace inferproof
