#include "harness/cli/with_world.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/cli/exit_code.h"

namespace inferproof {
namespace {

TEST(WithWorld, AnExceptionIsAnErrorThatIsReported) {
  std::string reported;
  const int code = WithWorld([](RealWorld&) -> Result<int> { throw std::runtime_error("out of everything"); },
                             [&](RealWorld&, const Error& error) { reported = error.Text(); });
  EXPECT_EQ(code, kExitNotMeasured);
  EXPECT_NE(reported.find("out of everything"), std::string::npos);
}

}  // namespace
}  // namespace inferproof
