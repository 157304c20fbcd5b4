#include "harness/transport_curl/end_kind.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

TEST(KindOfEnd, TellsAnEndpointThatWasNeverReachedFromOneThatBroke) {
  const std::pair<CURLcode, EndKind> rows[] = {
      {CURLE_OK, EndKind::kClean},
      {CURLE_COULDNT_RESOLVE_HOST, EndKind::kConnectFailed},
      {CURLE_COULDNT_CONNECT, EndKind::kConnectFailed},
      {CURLE_OPERATION_TIMEDOUT, EndKind::kTimedOut},
      {CURLE_PARTIAL_FILE, EndKind::kCutShort},
      {CURLE_GOT_NOTHING, EndKind::kReset},
      {CURLE_RECV_ERROR, EndKind::kReset},
      {CURLE_SEND_ERROR, EndKind::kReset},
      {CURLE_SSL_CONNECT_ERROR, EndKind::kTls},
      {CURLE_PEER_FAILED_VERIFICATION, EndKind::kTls},
      {CURLE_UNSUPPORTED_PROTOCOL, EndKind::kOther},
  };
  for (const auto& [code, kind] : rows) EXPECT_EQ(KindOfEnd(code), kind) << curl_easy_strerror(code);
}

}  // namespace
}  // namespace inferproof
