#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "tests/e2e/refserver/raw_client.h"
#include "tests/e2e/refserver/test_server.h"

namespace inferproof {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

// A server as a process of its own: for what ends processes, and for what it prints.
class ChildServer {
 public:
  explicit ChildServer(const ServeOptions& options) {
    std::array<int, 2> out{};
    if (pipe(out.data()) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      auto server = ReferenceServer::Listen(options);
      _exit(server.ok() && (*server)->Run().ok() ? 0 : 2);
    }
    close(out[1]);
    FILE* lines = fdopen(out[0], "r");
    std::array<char, 512> line{};
    if (fgets(line.data(), line.size(), lines) != nullptr) banner_ = line.data();
    fclose(lines);
  }
  ~ChildServer() {
    if (pid_ > 0) Signal(SIGKILL);
    Wait();
  }

  const std::string& banner() const { return banner_; }
  int port() const { return std::atoi(banner_.c_str() + banner_.rfind(':', banner_.find(" (")) + 1); }
  void Signal(int number) const { kill(pid_, number); }
  // The exit status; -1 when a signal ended it.
  int Wait() {
    int status = 0;
    if (pid_ <= 0 || waitpid(std::exchange(pid_, -1), &status, 0) < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
  std::string banner_;
};

ServeOptions ChildOptions() {
  ServeOptions options = QuickOptions();
  options.handle_signals = true;
  return options;
}

TEST(ServerProcess, SaysWhereItListensAndWhatItIs) {
  ServeOptions options = ChildOptions();
  options.announce_name = "some-engine";
  options.noise_seed = 42;
  const ChildServer child(options);
  EXPECT_THAT(child.banner(), MatchesRegex("listening on http://127.0.0.1:[0-9]+ \\(some-engine, paced, not a model; "
                                           "profile sha256:[0-9a-f]+, noise seed 42\\)\n"));
  EXPECT_EQ(GetOnce(child.port(), "/health").status, 200);
}

TEST(ServerProcess, DrawsItsNoiseSeedWhenNoneIsGiven) {
  ServeOptions options = QuickOptions();
  options.noise_seed = 0;
  TestServer one(options);
  TestServer two(options);
  EXPECT_NE(one.server().noise_seed(), 0u);
  EXPECT_NE(one.server().noise_seed(), two.server().noise_seed());
}

TEST(ServerProcess, EndsInOrderOnSigintAndSigtermWithStreamsOpen) {
  for (const int number : {SIGINT, SIGTERM}) {
    ServeOptions options = ChildOptions();
    options.profile.token_ms = 60000;
    options.profile.slots = 1;
    ChildServer child(options);
    RawClient streaming(child.port());
    streaming.Post(kChatPath, ChatBody(R"(,"stream":true)"));
    ASSERT_TRUE(streaming.WaitFor("assistant"));
    RawClient waiting(child.port());
    waiting.Post(kChatPath, ChatBody(R"(,"stream":true)"));
    EXPECT_EQ(GetOnce(child.port(), "/health").status, 200);
    child.Signal(number);
    EXPECT_EQ(child.Wait(), 0);
    EXPECT_FALSE(streaming.Read().complete);
  }
}

TEST(ServerProcess, EndsRunWhenStoppedFromAnotherThread) {
  TestServer server;  // its destructor stops it and checks what Run() returned
  EXPECT_EQ(GetOnce(server.port(), "/health").status, 200);
}

TEST(ServerProcess, EndsAtOnceWhenStoppedBeforeItRuns) {
  auto server = ReferenceServer::Listen(QuickOptions());
  ASSERT_TRUE(server.ok());
  (*server)->Stop();
  EXPECT_TRUE((*server)->Run().ok());
}

TEST(FaultDieAfter, EndsTheProcessInTheMiddleOfTheRequestThatWasNamed) {
  ServeOptions options = ChildOptions();
  options.profile.token_ms = 5;
  options.faults.die_after = 2;
  ChildServer child(options);
  const std::string body = ChatBody(R"(,"max_tokens":10,"stream":true)");
  EXPECT_EQ(PostOnce(child.port(), kChatPath, body).FinishReason(), "length");
  const RawAnswer second = PostOnce(child.port(), kChatPath, body);
  EXPECT_FALSE(second.complete);
  EXPECT_EQ(second.TextEvents(), 5u);
  EXPECT_EQ(child.Wait(), 1);
}

TEST(Listen, RefusesAHostThatIsNotLoopback) {
  for (const char* host : {"0.0.0.0", "::", "192.0.2.1"}) {
    ServeOptions options = QuickOptions();
    options.host = host;
    const auto server = ReferenceServer::Listen(options);
    ASSERT_FALSE(server.ok()) << host;
    EXPECT_EQ(server.error().code, ErrorCode::kUsage);
    EXPECT_THAT(server.error().Text(), HasSubstr("not a loopback address"));
    EXPECT_FALSE(server.error().hint.empty());
  }
}

TEST(Listen, SaysThatAPortIsTaken) {
  TestServer first;
  ServeOptions options = QuickOptions();
  options.port = first.port();
  const auto second = ReferenceServer::Listen(options);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::kIo);
  EXPECT_THAT(second.error().Text(), HasSubstr(std::to_string(first.port())));
}

TEST(Listen, SaysThatAHostIsUnknown) {
  ServeOptions options = QuickOptions();
  options.host = std::string(300, 'x');  // too long for a name: refused without asking the network
  const auto server = ReferenceServer::Listen(options);
  ASSERT_FALSE(server.ok());
  EXPECT_EQ(server.error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace inferproof
