#include "harness/target/launch.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "harness/os/file_descriptor.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(FillIn, ReplacesEveryPlaceholder) {
  const Placeholders values{"8080", "m-8b", "/bin/inferproof"};
  EXPECT_EQ(FillIn("{self}:{port}/{model}?{port}", values), "/bin/inferproof:8080/m-8b?8080");
  EXPECT_EQ(FillIn("{ports} {{port}} {Port} {", values), "{ports} {8080} {Port} {");
}

TEST(FillIn, DoesNotReadValuesAgain) {
  EXPECT_EQ(FillIn("{model} {port}", {"8080", "{port}{self}", "x"}), "{port}{self} 8080");
  EXPECT_EQ(FillIn("{port}", {"{port}", "", ""}), "{port}");
}

TEST(LaunchSpec, TakesTheKeyOutOfTheInheritedEnvironment) {
  Target target;
  target.command = {"serve", "--port", "{port}"};
  target.model = "m";
  target.api_key_env = "LLM_KEY";
  target.working_directory = "/srv";
  target.command_environment = {{"MODEL", "{model}"}};
  const ProcessSpec spec = LaunchSpec(target, {"8080", "m", "x"}, "server.log");
  EXPECT_THAT(spec.argv, ElementsAre("serve", "--port", "8080"));
  EXPECT_THAT(spec.environment, ElementsAre(Pair("MODEL", "m")));
  EXPECT_THAT(spec.unset, ElementsAre("LLM_KEY"));
  EXPECT_EQ(spec.directory, "/srv");
  EXPECT_EQ(spec.output_path, "server.log");
}

TEST(LaunchSpec, KeepsTheKeyOfTheOtherSideFromTheServerToo) {
  Target target;
  target.command = {"serve"};
  target.api_key_env = "NEW_KEY";
  target.withheld = "OLD_KEY";
  EXPECT_THAT(LaunchSpec(target, {}, "").unset, ElementsAre("NEW_KEY", "OLD_KEY"));
}

TEST(FreePort, IsFreeUntilSomebodyListens) {
  const Result<int> port = FindFreePort();
  ASSERT_TRUE(port.ok()) << port.error().Text();
  const FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(fd.get(), 1), 0);
  socklen_t size = sizeof address;
  ASSERT_EQ(::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  EXPECT_FALSE(PortIsFree(ntohs(address.sin_port)));
}

}  // namespace
}  // namespace inferproof
