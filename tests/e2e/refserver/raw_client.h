#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/json/document.h"

namespace inferproof {

// One HTTP answer as it came over the wire.
struct RawAnswer {
  int status = 0;
  std::string head;  // status line and headers
  std::string body;  // chunked framing removed
  bool complete = false;

  Json json() const { return Json::parse(body, nullptr, false); }
  // The data of each event of an event stream.
  std::vector<std::string> Events() const;
  // The text of all events or of the whole body, of chat or completion.
  std::string Text() const;
  // Text events alone: without role, finish and usage.
  std::size_t TextEvents() const;
  std::string FinishReason() const;  // empty: none came
};

// A blocking HTTP/1.1 client over a bare socket: it shares no code with what it tests.
class RawClient {
 public:
  explicit RawClient(int port);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient(const RawClient&) = delete;

  void Send(std::string_view bytes);
  void Get(std::string_view path, std::string_view headers = "");
  void Post(std::string_view path, std::string_view body, std::string_view headers = "");
  // The next answer; incomplete when the connection ends, or nothing comes for 30 s.
  RawAnswer Read();
  // Waits for `text` to come; the bytes stay for Read.
  bool WaitFor(std::string_view text);
  bool HasBytes();  // something has come and was not read
  void Close();

 private:
  bool Receive();  // more bytes into received_
  bool ReceiveUpTo(std::size_t bytes);
  bool ReadChunked(std::string& body);

  int socket_;
  std::string received_;
};

// One request on a connection of its own.
RawAnswer GetOnce(int port, std::string_view path, std::string_view headers = "");
RawAnswer PostOnce(int port, std::string_view path, std::string_view body, std::string_view headers = "");

}  // namespace inferproof
