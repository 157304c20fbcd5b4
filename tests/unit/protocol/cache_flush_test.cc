#include "harness/protocol/cache_flush.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using ::testing::HasSubstr;

std::string Why(const char* dialect, int status, std::string_view body) {
  return NotFlushedBecause(*FindDialect(dialect), status, body).value_or("flushed");
}

TEST(CacheFlush, IsBelievedByItsBodyAlone) {
  EXPECT_EQ(Why("vllm", 200, R"({"success":true})"), "flushed");
  EXPECT_THAT(Why("vllm", 200, R"({"success":false})"), HasSubstr("its body must say {\"success\": true} and said"));
  EXPECT_THAT(Why("vllm", 200, ""), HasSubstr("and said nothing"));
  EXPECT_THAT(Why("vllm", 200, R"({"success":"true"})"), HasSubstr("must say"));
  EXPECT_EQ(Why("sglang", 200, "Cache flushed.\nPlease check backend logs."), "flushed");
  EXPECT_THAT(Why("sglang", 200, "ok"), HasSubstr("must say \"flushed\""));
}

TEST(CacheFlush, IsNotBelievedUnderAnotherStatus) {
  EXPECT_EQ(Why("vllm", 404, R"({"detail":"Not Found"})"), R"(it answered HTTP 404 and said "{"detail":"Not Found"}")");
  EXPECT_THAT(Why("sglang", 400, "Cache flushed."), HasSubstr("HTTP 400"));
}

}  // namespace
}  // namespace inferproof
