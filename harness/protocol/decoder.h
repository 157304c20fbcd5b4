#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "harness/base/time.h"
#include "harness/protocol/dialect.h"
#include "harness/protocol/response.h"

namespace inferproof {

// Turns the bytes of one HTTP answer into a Response as they arrive: SSE framing and a targeted decode (simdjson
// on-demand), no allocation per event beyond the growth of the kept text. The content type decides between an event
// stream and a JSON body; a stream asked for and a JSON body got is read all the same (and `streamed` is false).
class ResponseDecoder {
 public:
  explicit ResponseDecoder(Endpoint endpoint);
  ~ResponseDecoder();
  ResponseDecoder(ResponseDecoder&&) noexcept;
  ResponseDecoder& operator=(ResponseDecoder&&) noexcept;

  // After KeepHeader of "content-encoding", if there is one. `content_type` as the server sent it, parameters included.
  void OnHeaders(int http_status, std::string_view content_type, Stamp stamp);
  // What a header said, kept for evidence ("server", "via", "x-request-id"...); names in lower case.
  void KeepHeader(std::string name, std::string value);
  void OnBytes(std::string_view bytes, Stamp stamp);
  // The body has ended (cleanly or not). Completes the last event and reads a JSON body.
  void OnEnd();

  // Grows while bytes arrive.
  const Response& response() const;
  Response Take();
  // When the last event with data came: what the idle limit counts from. ns == 0 before the first.
  MonoTime last_data_at() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace inferproof
