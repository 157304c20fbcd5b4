#include "harness/refserver/exchange.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>
#include <sys/socket.h>

#include <memory>

namespace inferproof {
namespace {

struct FreeBuffer {
  void operator()(evbuffer* buffer) const { evbuffer_free(buffer); }
};
using BufferHandle = std::unique_ptr<evbuffer, FreeBuffer>;

BufferHandle BufferOf(std::string_view bytes) {
  BufferHandle buffer(evbuffer_new());
  evbuffer_add(buffer.get(), bytes.data(), bytes.size());
  return buffer;
}

// More than any request that is read whole; what a client sends while it is owed an answer is bounded by it.
constexpr std::size_t kReadAhead = 4 * kMaxBodyBytes;

const char* ReasonOf(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 307:
      return "Temporary Redirect";
    case 429:
      return "Too Many Requests";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

}  // namespace

std::string PathOf(evhttp_request* request) {
  const evhttp_uri* uri = evhttp_request_get_evhttp_uri(request);
  const char* path = uri == nullptr ? nullptr : evhttp_uri_get_path(uri);
  return path == nullptr ? "" : path;
}

std::optional<std::string> HeaderOf(evhttp_request* request, const char* name) {
  const char* value = evhttp_find_header(evhttp_request_get_input_headers(request), name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string_view BodyOf(evhttp_request* request) {
  evbuffer* buffer = evhttp_request_get_input_buffer(request);
  const std::size_t length = evbuffer_get_length(buffer);
  if (length == 0) return {};
  return {reinterpret_cast<const char*>(evbuffer_pullup(buffer, -1)), length};
}

void SetHeader(evhttp_request* request, const char* name, const std::string& value) {
  evhttp_add_header(evhttp_request_get_output_headers(request), name, value.c_str());
}

void SendWhole(evhttp_request* request, int status, const char* content_type, std::string_view body) {
  SetHeader(request, "Content-Type", content_type);
  evhttp_send_reply(request, status, ReasonOf(status), BufferOf(body).get());
}

void SendJson(evhttp_request* request, int status, std::string_view body) {
  SendWhole(request, status, "application/json; charset=utf-8", body);
}

void SendError(evhttp_request* request, const ApiError& error) { SendJson(request, error.status, error.Body()); }

void BeginStream(evhttp_request* request) {
  SetHeader(request, "Content-Type", "text/event-stream");
  SetHeader(request, "Cache-Control", "no-cache");
  SetHeader(request, "X-Accel-Buffering", "no");
  evhttp_send_reply_start(request, 200, ReasonOf(200));
}

void SendPiece(evhttp_request* request, std::string_view piece) {
  evhttp_send_reply_chunk(request, BufferOf(piece).get());
}

void SendPieceNow(evhttp_request* request, std::string_view piece) {
  SendPiece(request, piece);
  bufferevent* stream = evhttp_connection_get_bufferevent(evhttp_request_get_connection(request));
  evbuffer* output = bufferevent_get_output(stream);
  // A bufferevent keeps its buffer closed for readers but itself. What does not fit into the socket stays, and is
  // written as ever; an error comes back when libevent writes.
  evbuffer_unfreeze(output, 1);
  evbuffer_write(output, bufferevent_getfd(stream));
  evbuffer_freeze(output, 1);
}

void BeginAnswer(evhttp_request* request, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                 bool chunked) {
  bool typed = false;
  for (const auto& [name, value] : headers) {
    SetHeader(request, name.c_str(), value);
    typed = typed || name == "Content-Type";
  }
  if (!typed) SetHeader(request, "Content-Type", "text/event-stream");
  if (!chunked) request->minor = 0;
  evhttp_send_reply_start(request, status, ReasonOf(status));
}

void CloseConnection(evhttp_request* request) { evhttp_connection_free(evhttp_request_get_connection(request)); }

void ResetConnection(evhttp_request* request) {
  evhttp_connection* connection = evhttp_request_get_connection(request);
  // Disconnecting a TCP socket sends a reset at once; closing it would first end it in order.
  sockaddr nobody{};
  nobody.sa_family = AF_UNSPEC;
  connect(bufferevent_getfd(evhttp_connection_get_bufferevent(connection)), &nobody, sizeof nobody);
  evhttp_connection_free(connection);
}

void WatchForClose(evhttp_request* request, void (*closed)(evhttp_connection*, void*), void* owner) {
  evhttp_connection* connection = evhttp_request_get_connection(request);
  evhttp_connection_set_closecb(connection, closed, owner);
  // evhttp stops reading while an answer is owed, and would not learn that the client went away. Read on, but hand the
  // bytes to nobody: evhttp takes them up when it starts to read again, and would abort over them now.
  bufferevent* stream = evhttp_connection_get_bufferevent(connection);
  bufferevent_data_cb on_write = nullptr;
  bufferevent_event_cb on_event = nullptr;
  void* argument = nullptr;
  bufferevent_getcb(stream, nullptr, &on_write, &on_event, &argument);
  bufferevent_setcb(stream, nullptr, on_write, on_event, argument);
  bufferevent_setwatermark(stream, EV_READ, 0, kReadAhead);
  bufferevent_enable(stream, EV_READ);
}

void StopWatching(evhttp_request* request) {
  evhttp_connection* connection = evhttp_request_get_connection(request);
  if (connection != nullptr) evhttp_connection_set_closecb(connection, nullptr, nullptr);
}

void EndStream(evhttp_request* request) { evhttp_send_reply_end(request); }

void Abandon(evhttp_request* request) {
  // A request that its connection still lists is freed with it.
  if (evhttp_request_get_connection(request) == nullptr) evhttp_request_free(request);
}

}  // namespace inferproof
