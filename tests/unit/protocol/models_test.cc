#include "harness/protocol/models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ParseModels, ReadsTheIds) {
  const auto ids = ParseModels(R"({"object":"list","data":[{"id":"a","object":"model"},{"id":"b"}]})", "u");
  ASSERT_TRUE(ids.ok());
  EXPECT_THAT(*ids, ElementsAre("a", "b"));
}

TEST(ParseModels, SaysWhatCameInstead) {
  const auto error_of = [](std::string_view body) {
    const auto ids = ParseModels(body, "http://h/v1/models");
    return ids.ok() ? std::string("accepted") : ids.error().Text();
  };
  EXPECT_THAT(error_of("<html>"), HasSubstr("http://h/v1/models: expected a list of models, got \"<html>\""));
  EXPECT_THAT(error_of("[]"), HasSubstr("got an array without \"data\""));
  EXPECT_THAT(error_of(R"({"data":{}})"), HasSubstr("without \"data\""));
  EXPECT_THAT(error_of(R"({"data":[{"name":"a"}]})"), HasSubstr("an entry without \"id\""));
}

TEST(ErrorMessageOf, FindsTheMessageInEveryShapeServersUse) {
  EXPECT_EQ(ErrorMessageOf(R"({"error":{"message":"no such model","type":"t","code":404}})"), "no such model");
  EXPECT_EQ(ErrorMessageOf(R"({"error":"Unauthorized"})"), "Unauthorized");
  EXPECT_EQ(ErrorMessageOf(R"({"object":"error","message":"too long","code":400})"), "too long");
  EXPECT_EQ(ErrorMessageOf(R"({"detail":"Not Found"})"), "Not Found");
  EXPECT_EQ(ErrorMessageOf(R"({"detail":[{"msg":"field required"}]})"), R"([{"msg":"field required"}])");
  EXPECT_EQ(ErrorMessageOf(R"({"error":{"code":500}})"), R"({"code":500})");
  EXPECT_EQ(ErrorMessageOf(R"({"error":null,"message":"m"})"), "m");
}

TEST(ErrorMessageOf, FallsBackToTheHeadOfTheBodyInOneLine) {
  EXPECT_EQ(ErrorMessageOf("  <html>\r\n<b>502</b>\x1b[31m "), "<html>  <b>502</b> [31m");
  EXPECT_EQ(ErrorMessageOf(""), "an empty body");
  EXPECT_EQ(ErrorMessageOf("\xFF"), "\xEF\xBF\xBD");
}

TEST(ErrorMessageOf, KeepsAtMost300Bytes) {
  const std::string message = ErrorMessageOf(R"({"error":")" + std::string(5000, 'x') + "\"}");
  EXPECT_EQ(message, std::string(297, 'x') + "...");
  EXPECT_LE(ErrorMessageOf(std::string(100'000, '\xFF')).size(), 300u);
}

TEST(ProcessStartIn, ReadsTheMomentThatPrometheusClientsTell) {
  EXPECT_EQ(ProcessStartIn("# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds 1.7643e+09\nup 1\n"),
            "1.7643e+09");
  EXPECT_EQ(ProcessStartIn("process_start_time_seconds 1764300000.25"), "1764300000.25");
  EXPECT_EQ(ProcessStartIn("my_process_start_time_seconds 7\n"), std::nullopt);
  EXPECT_EQ(ProcessStartIn("process_start_time_seconds nan\n"), std::nullopt);
  EXPECT_EQ(ProcessStartIn("process_start_time_seconds " + std::string(100, '7')), std::nullopt);
  EXPECT_EQ(ProcessStartIn(""), std::nullopt);
}

}  // namespace
}  // namespace inferproof
