#include "harness/protocol/decoder.h"

#include <algorithm>
#include <utility>

#include "harness/base/text.h"
#include "harness/protocol/models.h"
#include "harness/protocol/payload.h"
#include "harness/sse/parser.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxLineBytes = 8u << 20;
constexpr std::uint64_t kMaxStreamBytes = 256u << 20;
constexpr std::size_t kMaxBodyBytes = 8u << 20;
constexpr std::size_t kMaxErrorBytes = 64u << 10;
constexpr std::size_t kMaxHeaders = 32;
constexpr std::size_t kMaxHeaderBytes = 512;

enum class Body { kStream, kJson, kError, kUnreadable };

bool IsVisible(TextKind kind) {
  return kind == TextKind::kContent || kind == TextKind::kText || kind == TextKind::kRefusal;
}

}  // namespace

struct ResponseDecoder::State {
  explicit State(Endpoint endpoint) : payloads(endpoint), sse(kMaxLineBytes) {}

  void SetMalformed(std::string why) {
    if (!response.malformed) response.malformed = std::move(why);
  }

  // No compression is offered: it would hide when the tokens came.
  std::optional<std::string> ForeignEncoding() const {
    const auto found = response.headers.find("content-encoding");
    if (found == response.headers.end() || found->second.empty()) return std::nullopt;
    if (ToLowerAscii(TrimAscii(found->second)) == "identity") return std::nullopt;
    return Truncate(RepairUtf8(found->second), 60);
  }

  void TakeStream(std::string_view bytes) {
    if (response.body_bytes > kMaxStreamBytes) return SetMalformed("a stream of more than 256 MiB");
    sse.Feed(bytes, [this](const SseEvent& event) { TakeEvent(event, false); });
    if (sse.failed()) SetMalformed("an event of more than 8 MiB");
    response.comments = sse.comments();
  }

  void TakeBody(std::string_view bytes, std::size_t limit) {
    body += bytes.substr(0, limit - std::min(limit, body.size()));
    last_data_at = stamp.user;
  }

  // `cut`: the bytes ended before the blank line that would have ended the event.
  void TakeEvent(const SseEvent& event, bool cut) {
    ++response.events;
    const std::string_view data = TrimAscii(event.data);
    if (data.empty()) return;          // a keep-alive in another dress
    if (response.done_marker) return;  // nothing after [DONE] belongs to the answer
    last_data_at = stamp.user;
    if (data == "[DONE]") {
      response.done_marker = true;
      return;
    }
    if (event.type == "error") {
      if (!response.error) response.error = ErrorMessageOf(data);
      return;
    }
    PayloadNews news;
    if (const std::optional<std::string> wrong = payloads.Read(data, PayloadShape::kEvent, response, news)) {
      // Half an event at the end shows that the stream was cut, which the missing finish will say.
      if (!cut) SetMalformed("event " + std::to_string(response.events) + ": " + *wrong);
      return;
    }
    if (news.generated) AddDelta(news);
  }

  void AddDelta(const PayloadNews& news) {
    // All bytes of one readiness carry one stamp.
    const bool shared = !response.deltas.empty() && response.deltas.back().user == stamp.user;
    if (!response.first_visible && news.text_bytes > 0 && IsVisible(news.kind)) {
      response.first_visible = response.deltas.size();
    }
    response.deltas.push_back(Delta{.user = stamp.user,
                                    .kernel = stamp.kernel,
                                    .text_bytes = news.text_bytes,
                                    .tokens = news.tokens,
                                    .kind = news.kind,
                                    .shared_read = static_cast<std::uint8_t>(shared ? 1 : 0)});
  }

  void ReadJsonBody() {
    if (response.body_bytes > kMaxBodyBytes) return SetMalformed("a JSON body of more than 8 MiB");
    const std::string_view json = TrimAscii(body);
    if (json.empty()) return SetMalformed("an empty body");
    if (json.front() == '<') return SetMalformed("an HTML page in place of JSON");
    PayloadNews news;
    if (std::optional<std::string> wrong = payloads.Read(json, PayloadShape::kBody, response, news)) {
      return SetMalformed(*std::move(wrong));
    }
    if (news.choices == 0 && !response.error) SetMalformed("JSON without choices");
  }

  PayloadReader payloads;
  SseParser sse;
  Response response;
  Body kind = Body::kError;
  std::string body;
  Stamp stamp;
  MonoTime last_data_at;
};

ResponseDecoder::ResponseDecoder(Endpoint endpoint) : state_(std::make_unique<State>(endpoint)) {}
ResponseDecoder::~ResponseDecoder() = default;
ResponseDecoder::ResponseDecoder(ResponseDecoder&&) noexcept = default;
ResponseDecoder& ResponseDecoder::operator=(ResponseDecoder&&) noexcept = default;

void ResponseDecoder::OnHeaders(int http_status, std::string_view content_type, Stamp stamp) {
  State& state = *state_;
  state.response.http_status = http_status;
  state.response.headers_at = stamp;
  if (http_status != 200) return;
  const std::string_view type = TrimAscii(content_type.substr(0, content_type.find(';')));
  state.response.streamed = ToLowerAscii(type) == "text/event-stream";
  if (const std::optional<std::string> encoding = state.ForeignEncoding()) {
    state.SetMalformed("content-encoding \"" + *encoding + "\", which was not asked for");
    state.kind = Body::kUnreadable;
    return;
  }
  state.kind = state.response.streamed ? Body::kStream : Body::kJson;
}

void ResponseDecoder::KeepHeader(std::string name, std::string value) {
  if (state_->response.headers.size() >= kMaxHeaders) return;
  state_->response.headers[std::move(name)] = Truncate(value, kMaxHeaderBytes);
}

void ResponseDecoder::OnBytes(std::string_view bytes, Stamp stamp) {
  State& state = *state_;
  state.stamp = stamp;
  state.response.body_bytes += bytes.size();
  switch (state.kind) {
    case Body::kStream:
      return state.TakeStream(bytes);
    case Body::kJson:
      return state.TakeBody(bytes, kMaxBodyBytes);
    case Body::kError:
      return state.TakeBody(bytes, kMaxErrorBytes);
    case Body::kUnreadable:
      state.last_data_at = stamp.user;
      return;
  }
}

void ResponseDecoder::OnEnd() {
  State& state = *state_;
  switch (state.kind) {
    case Body::kStream:
      state.sse.Finish([&state](const SseEvent& event) { state.TakeEvent(event, true); });
      state.response.comments = state.sse.comments();
      return;
    case Body::kJson:
      return state.ReadJsonBody();
    case Body::kError:
      if (state.response.http_status != 0) state.response.error = ErrorMessageOf(state.body);
      return;
    case Body::kUnreadable:
      return;
  }
}

const Response& ResponseDecoder::response() const { return state_->response; }
Response ResponseDecoder::Take() { return std::move(state_->response); }
MonoTime ResponseDecoder::last_data_at() const { return state_->last_data_at; }

}  // namespace inferproof
