#include "harness/transport_curl/transfer.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "harness/base/secret.h"
#include "harness/base/text.h"
#include "harness/transport_curl/kernel_stamp.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxHeaderBytes = 64U << 10U;

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

Error BadRequest(const HttpRequest& request, std::string what) {
  return MakeError(ErrorCode::kConfig, UrlForPeople(request.url), std::move(what));
}

// The host of an http or https URL, without brackets.
Result<std::string> HostOf(const HttpRequest& request) {
  const std::unique_ptr<CURLU, UrlDeleter> url(curl_url());
  char* part = nullptr;
  if (curl_url_set(url.get(), CURLUPART_URL, request.url.c_str(), 0) != CURLUE_OK ||
      curl_url_get(url.get(), CURLUPART_HOST, &part, 0) != CURLUE_OK) {
    return BadRequest(request, "not a URL: expected http://host:port/path or https://...");
  }
  std::string host(part);
  curl_free(part);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return host;
}

bool IsLoopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

bool HasLineBreak(std::string_view text) { return text.find_first_of(std::string_view("\r\n\0", 3)) != text.npos; }

// "HTTP/1.1 200 OK" -> 200; 0 when it is no status line.
int StatusOf(std::string_view line) {
  if (!line.starts_with("HTTP/")) return 0;
  const std::size_t space = line.find(' ');
  if (space == line.npos || line.size() < space + 4) return 0;
  int status = 0;
  for (const char digit : line.substr(space + 1, 3)) {
    if (digit < '0' || digit > '9') return 0;
    status = status * 10 + (digit - '0');
  }
  return status;
}

Nanos InfoTime(CURL* easy, CURLINFO info) {
  curl_off_t micros = 0;
  curl_easy_getinfo(easy, info, &micros);
  return std::chrono::microseconds(micros);
}

}  // namespace

Result<std::unique_ptr<Transfer>> Transfer::Make(const HttpRequest& request, bool kernel_stamps,
                                                 TransferListener& listener) {
  std::unique_ptr<Transfer> transfer(new Transfer(request.id, kernel_stamps, listener));
  RETURN_IF_ERROR(transfer->SetUp(request));
  return transfer;
}

Transfer& Transfer::Of(CURL* easy) {
  char* transfer = nullptr;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
  return *static_cast<Transfer*>(static_cast<void*>(transfer));
}

Status Transfer::SetUp(const HttpRequest& request) {
  easy_.reset(curl_easy_init());
  if (!easy_) return MakeError(ErrorCode::kInternal, "curl_easy_init", "out of memory");
  ASSIGN_OR_RETURN(const std::string host, HostOf(request));
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, -1L);  // resolved once: no request pays for another's name
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // Only connecting is limited here; whoever owns the plan owns the other time-outs.
  const auto connect_ms = std::chrono::ceil<std::chrono::milliseconds>(request.connect_timeout).count();
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect_ms));
  // A proxy from the environment must not stand between the harness and a server on the same machine.
  if (IsLoopback(host)) curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
  SetMethod(request);
  SetCallbacks();
  return SetHeaders(request);
}

void Transfer::SetMethod(const HttpRequest& request) {
  if (request.method == "GET") {
    curl_easy_setopt(easy_.get(), CURLOPT_HTTPGET, 1L);
    return;
  }
  curl_easy_setopt(easy_.get(), CURLOPT_POST, 1L);
  curl_easy_setopt(easy_.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  curl_easy_setopt(easy_.get(), CURLOPT_POSTFIELDS, request.body.empty() ? "" : request.body.data());
  if (request.method != "POST") curl_easy_setopt(easy_.get(), CURLOPT_CUSTOMREQUEST, request.method.c_str());
}

Status Transfer::SetHeaders(const HttpRequest& request) {
  // Without this a body over 1 MB would wait up to a second for "100 Continue". No Accept-Encoding is sent, so
  // nothing between us and the model may compress, and by that buffer, the stream.
  std::vector<std::string> lines{"Expect:"};
  for (const auto& [name, value] : request.headers) {
    if (name.empty() || HasLineBreak(name) || HasLineBreak(value) || name.find(':') != name.npos) {
      return BadRequest(request, "header \"" + Truncate(RepairUtf8(name), 60) + "\" is not one line of name and value");
    }
    // "Name;" is how libcurl is told of an empty value; "Name:" would remove the header.
    lines.push_back(value.empty() ? name + ";" : name + ": " + value);
  }
  for (const std::string& line : lines) {
    curl_slist* longer = curl_slist_append(sent_headers_.get(), line.c_str());
    if (longer == nullptr) return MakeError(ErrorCode::kInternal, "curl_slist_append", "out of memory");
    [[maybe_unused]] curl_slist* const same = sent_headers_.release();
    sent_headers_.reset(longer);
  }
  curl_easy_setopt(easy_.get(), CURLOPT_HTTPHEADER, sent_headers_.get());
  return {};
}

void Transfer::SetCallbacks() {
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_.data());
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &Transfer::OnReady);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Transfer::OnHeaderLine);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Transfer::OnBody);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, &Transfer::OnSocketMade);
  curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, this);
}

int Transfer::OnReady(void* transfer, char*, char*, int, int) {
  Transfer& self = *static_cast<Transfer*>(transfer);
  self.listener_.TransferReady(self);
  return CURL_PREREQFUNC_OK;
}

std::size_t Transfer::OnHeaderLine(char* data, std::size_t size, std::size_t count, void* transfer) {
  Transfer& self = *static_cast<Transfer*>(transfer);
  return self.KeepHeaderLine(std::string_view(data, size * count)) ? size * count : 0;
}

std::size_t Transfer::OnBody(char* data, std::size_t size, std::size_t count, void* transfer) {
  Transfer& self = *static_cast<Transfer*>(transfer);
  self.listener_.TransferBytes(self, std::string_view(data, size * count));
  return size * count;
}

int Transfer::OnSocketMade(void* transfer, curl_socket_t socket, curlsocktype) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  // A server started while this connection is open must not inherit it.
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  if (static_cast<const Transfer*>(transfer)->kernel_stamps_) KernelStamps::Enable(socket);
  return CURL_SOCKOPT_OK;
}

// False stops the transfer.
bool Transfer::KeepHeaderLine(std::string_view line) {
  if (headers_complete_) return true;  // trailers say nothing we use
  header_bytes_ += line.size();
  if (header_bytes_ > kMaxHeaderBytes) {
    own_error_ = "the headers of the answer are longer than 64 KiB";
    return false;
  }
  line = TrimAscii(line);
  if (const int status = StatusOf(line); status != 0) {
    status_ = status;
    headers_.clear();
    return true;
  }
  if (line.empty()) {
    headers_complete_ = status_ >= 200;  // 1xx are answers on the way
    if (headers_complete_) listener_.TransferHeaders(*this);
    return true;
  }
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return true;
  headers_.emplace_back(ToLowerAscii(TrimAscii(line.substr(0, colon))), TrimAscii(line.substr(colon + 1)));
  return true;
}

std::string Transfer::Detail(CURLcode code) const {
  if (code == CURLE_OK) return {};
  if (!own_error_.empty()) return own_error_;
  return error_[0] != '\0' ? std::string(error_.data()) : std::string(curl_easy_strerror(code));
}

ConnectTimings Transfer::Timings() const {
  ConnectTimings timings;
  long connections_made = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_NUM_CONNECTS, &connections_made);
  timings.reused = connections_made == 0 && latest.ns != 0;
  if (timings.reused) return timings;
  timings.dns = InfoTime(easy_.get(), CURLINFO_NAMELOOKUP_TIME_T);
  timings.connect = InfoTime(easy_.get(), CURLINFO_CONNECT_TIME_T);
  timings.tls = InfoTime(easy_.get(), CURLINFO_APPCONNECT_TIME_T);
  return timings;
}

}  // namespace inferproof
