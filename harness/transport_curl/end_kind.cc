#include "harness/transport_curl/end_kind.h"

namespace inferproof {

EndKind KindOfEnd(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return EndKind::kClean;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
      return EndKind::kConnectFailed;
    case CURLE_OPERATION_TIMEDOUT:  // only connecting has a limit here
      return EndKind::kTimedOut;
    case CURLE_PARTIAL_FILE:
      return EndKind::kCutShort;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      return EndKind::kReset;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_SHUTDOWN_FAILED:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return EndKind::kTls;
    default:
      return EndKind::kOther;
  }
}

}  // namespace inferproof
