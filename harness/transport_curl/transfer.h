#pragma once

#include <curl/curl.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/result.h"
#include "harness/transport/transport.h"

namespace inferproof {

struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct ListDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

class Transfer;

// What a transfer tells from within libcurl's callbacks.
class TransferListener {
 public:
  virtual ~TransferListener() = default;
  virtual void TransferReady(Transfer& transfer) = 0;    // connected, about to write
  virtual void TransferHeaders(Transfer& transfer) = 0;  // the final headers are complete
  virtual void TransferBytes(Transfer& transfer, std::string_view bytes) = 0;
};

// One request as a libcurl easy handle, and what has been learned of its answer. A fresh handle each: pooling saves
// 1.4 us a request and costs state that leaks from one request into the next.
class Transfer {
 public:
  // kConfig for a URL or a header that must not be sent. `request.body` must outlive the transfer.
  static Result<std::unique_ptr<Transfer>> Make(const HttpRequest& request, bool kernel_stamps,
                                                TransferListener& listener);
  static Transfer& Of(CURL* easy);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  RequestId id() const { return id_; }
  CURL* easy() const { return easy_.get(); }
  int status() const { return status_; }
  const std::vector<std::pair<std::string, std::string>>& headers() const { return headers_; }
  // Why it ended with `code`: for people.
  std::string Detail(CURLcode code) const;
  ConnectTimings Timings() const;

  curl_socket_t socket = CURL_SOCKET_BAD;  // whose readiness is this transfer's
  MonoTime latest;                         // the latest moment told of it: what comes next cannot be older

 private:
  Transfer(RequestId id, bool kernel_stamps, TransferListener& listener)
      : id_(id), kernel_stamps_(kernel_stamps), listener_(listener) {}
  Status SetUp(const HttpRequest& request);
  Status SetHeaders(const HttpRequest& request);
  void SetMethod(const HttpRequest& request);
  void SetCallbacks();
  bool KeepHeaderLine(std::string_view line);

  static int OnReady(void* transfer, char*, char*, int, int);
  static std::size_t OnHeaderLine(char* data, std::size_t size, std::size_t count, void* transfer);
  static std::size_t OnBody(char* data, std::size_t size, std::size_t count, void* transfer);
  static int OnSocketMade(void* transfer, curl_socket_t socket, curlsocktype purpose);

  RequestId id_;
  bool kernel_stamps_;
  TransferListener& listener_;
  std::unique_ptr<CURL, EasyDeleter> easy_;
  std::unique_ptr<curl_slist, ListDeleter> sent_headers_;
  std::array<char, CURL_ERROR_SIZE> error_{};
  std::string own_error_;  // why one of our callbacks stopped the transfer
  int status_ = 0;
  std::vector<std::pair<std::string, std::string>> headers_;
  std::size_t header_bytes_ = 0;
  bool headers_complete_ = false;
};

}  // namespace inferproof
