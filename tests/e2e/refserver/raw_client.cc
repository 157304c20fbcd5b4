#include "tests/e2e/refserver/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace inferproof {
namespace {

std::string TextOf(const Json& payload) {
  if (!payload.contains("choices") || payload["choices"].empty()) return "";
  const Json& choice = payload["choices"][0];
  if (choice.contains("text")) return choice["text"].get<std::string>();
  const Json& message = choice.contains("delta") ? choice["delta"] : choice["message"];
  return message.value("content", "");
}

std::string FinishOf(const Json& payload) {
  if (!payload.contains("choices") || payload["choices"].empty()) return "";
  const Json& reason = payload["choices"][0]["finish_reason"];
  return reason.is_string() ? reason.get<std::string>() : "";
}

}  // namespace

std::vector<std::string> RawAnswer::Events() const {
  std::vector<std::string> events;
  std::string_view rest = body;
  while (rest.starts_with("data: ")) {
    const std::size_t end = rest.find("\n\n");
    if (end == std::string_view::npos) break;
    events.emplace_back(rest.substr(6, end - 6));
    rest.remove_prefix(end + 2);
  }
  if (!rest.empty()) events.emplace_back("not an event: " + std::string(rest));
  return events;
}

std::string RawAnswer::Text() const {
  if (!body.starts_with("data: ")) return TextOf(json());
  std::string text;
  for (const std::string& event : Events()) {
    if (event != "[DONE]") text += TextOf(Json::parse(event));
  }
  return text;
}

std::size_t RawAnswer::TextEvents() const {
  std::size_t count = 0;
  for (const std::string& event : Events()) {
    if (event != "[DONE]" && !TextOf(Json::parse(event)).empty()) ++count;
  }
  return count;
}

std::string RawAnswer::FinishReason() const {
  if (!body.starts_with("data: ")) return FinishOf(json());
  std::string reason;
  for (const std::string& event : Events()) {
    if (event != "[DONE]") reason += FinishOf(Json::parse(event));
  }
  return reason;
}

RawClient::RawClient(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{.tv_sec = 30, .tv_usec = 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) Close();
}

RawClient::~RawClient() { Close(); }

RawClient::RawClient(RawClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

void RawClient::Close() {
  if (socket_ >= 0) close(std::exchange(socket_, -1));
}

void RawClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the answer, or its absence, says why
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void RawClient::Get(std::string_view path, std::string_view headers) {
  Send("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(headers) + "\r\n");
}

void RawClient::Post(std::string_view path, std::string_view body, std::string_view headers) {
  Send("POST " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
       std::string(headers) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
}

bool RawClient::Receive() {
  char buffer[16384];
  const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
  if (count <= 0) return false;
  received_.append(buffer, static_cast<std::size_t>(count));
  return true;
}

bool RawClient::ReceiveUpTo(std::size_t bytes) {
  while (received_.size() < bytes) {
    if (!Receive()) return false;
  }
  return true;
}

bool RawClient::WaitFor(std::string_view text) {
  while (received_.find(text) == std::string::npos) {
    if (!Receive()) return false;
  }
  return true;
}

bool RawClient::HasBytes() {
  pollfd readable{.fd = socket_, .events = POLLIN, .revents = 0};
  return !received_.empty() || poll(&readable, 1, 0) > 0;
}

bool RawClient::ReadChunked(std::string& body) {
  while (true) {
    if (!WaitFor("\r\n")) return false;
    const std::size_t line = received_.find("\r\n");
    const std::size_t size = std::strtoul(received_.c_str(), nullptr, 16);
    if (!ReceiveUpTo(line + 2 + size + 2)) return false;
    body += received_.substr(line + 2, size);
    received_.erase(0, line + 2 + size + 2);
    if (size == 0) return true;
  }
}

RawAnswer RawClient::Read() {
  RawAnswer answer;
  if (!WaitFor("\r\n\r\n")) return answer;
  const std::size_t head_end = received_.find("\r\n\r\n") + 4;
  answer.head = received_.substr(0, head_end);
  received_.erase(0, head_end);
  answer.status = std::atoi(answer.head.c_str() + 9);
  if (answer.head.find("Transfer-Encoding: chunked") != std::string::npos) {
    answer.complete = ReadChunked(answer.body);
    return answer;
  }
  const std::size_t field = answer.head.find("Content-Length: ");
  const std::size_t length =
      field == std::string::npos ? 0 : std::strtoul(answer.head.c_str() + field + 16, nullptr, 10);
  answer.complete = ReceiveUpTo(length);
  answer.body = received_.substr(0, length);
  received_.erase(0, length);
  return answer;
}

RawAnswer GetOnce(int port, std::string_view path, std::string_view headers) {
  RawClient client(port);
  client.Get(path, headers);
  return client.Read();
}

RawAnswer PostOnce(int port, std::string_view path, std::string_view body, std::string_view headers) {
  RawClient client(port);
  client.Post(path, body, headers);
  return client.Read();
}

}  // namespace inferproof
