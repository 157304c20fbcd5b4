#include "harness/suite/endpoint_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(EndpointUrl, DropsTheSlashAndTheVersionThatIsAddedAgain) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"http://127.0.0.1:8000", "http://127.0.0.1:8000"},
      {"http://127.0.0.1:8000/", "http://127.0.0.1:8000"},
      {"http://127.0.0.1:8000/v1", "http://127.0.0.1:8000"},
      {"https://host.example/v1/", "https://host.example"},
      {"https://host.example/openai/v1", "https://host.example/openai"},
      {"https://host.example/v1/v1", "https://host.example/v1"},
      {"https://host.example/apiv1", "https://host.example/apiv1"},
      {"HTTPS://host.example", "https://host.example"},
      {"http://[::1]:8000/v1", "http://[::1]:8000"},
      {"http://[::1]", "http://[::1]"},
  };
  for (const auto& [given, want] : table) {
    const EndpointUrl parsed = ParseEndpointUrl(given);
    EXPECT_EQ(parsed.url, want) << given << ": " << parsed.problem;
  }
}

TEST(EndpointUrl, RefusesWhatIsNoBaseUrl) {
  for (const char* given :
       {"", "127.0.0.1:8000", "ftp://host", "http://", "http:///v1", "http://:80", "http://h:", "http://h:0",
        "http://h:65536", "http://h:8x", "http://h:1:2", "http://[::1", "http://[]", "http://[::1]x", "http://h/v1?a=b",
        "http://h#x", "http://h h", "http://h\n", "file:///etc/passwd"}) {
    EXPECT_FALSE(ParseEndpointUrl(given).ok()) << given;
  }
}

TEST(EndpointUrl, NeverRepeatsAPassword) {
  const EndpointUrl parsed = ParseEndpointUrl("https://someone:hunter22@host.example");
  EXPECT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.problem, HasSubstr("must not hold a user name or password"));
  EXPECT_THAT(parsed.hint, HasSubstr("api_key_env"));
  EXPECT_THAT(ParseEndpointUrl("ftp://someone:hunter22@host").problem, Not(HasSubstr("hunter22")));
}

}  // namespace
}  // namespace inferproof
