#pragma once

#include <event2/http.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/refserver/api_error.h"

namespace inferproof {

// One HTTP request and its answer, at the rim to evhttp: plain functions over the request.

inline constexpr std::size_t kMaxBodyBytes = 1u << 20;
inline constexpr std::size_t kMaxHeaderBytes = 32u << 10;

std::string PathOf(evhttp_request* request);  // without the query
std::optional<std::string> HeaderOf(evhttp_request* request, const char* name);
// The body's bytes, which stay the request's own.
std::string_view BodyOf(evhttp_request* request);

void SetHeader(evhttp_request* request, const char* name, const std::string& value);
void SendWhole(evhttp_request* request, int status, const char* content_type, std::string_view body);
void SendJson(evhttp_request* request, int status, std::string_view body);
void SendError(evhttp_request* request, const ApiError& error);

// An event stream: its headers at once, then pieces, then its end.
void BeginStream(evhttp_request* request);
void SendPiece(evhttp_request* request, std::string_view piece);
// The same, and into the socket before it returns: libevent would write it in a later turn of its loop.
void SendPieceNow(evhttp_request* request, std::string_view piece);

void EndStream(evhttp_request* request);

// An answer that need not be a sound one; SendPiece and one of the ends follow. The headers come on top of a
// Content-Type of text/event-stream, or in its place. Without chunks the answer is HTTP/1.0: its end is the end of the
// connection.
void BeginAnswer(evhttp_request* request, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                 bool chunked);
// Closes the connection in the middle of the answer, the second with a TCP reset. The request is gone.
void CloseConnection(evhttp_request* request);
void ResetConnection(evhttp_request* request);

// Calls `closed` with `owner` when the client goes away before the answer has ended, also while nothing is being sent;
// the owner then lets go of the request with Abandon. StopWatching comes before the end of an answer.
void WatchForClose(evhttp_request* request, void (*closed)(evhttp_connection*, void* owner), void* owner);
void StopWatching(evhttp_request* request);
void Abandon(evhttp_request* request);

}  // namespace inferproof
