#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace inferproof {

// One dispatched event of a text/event-stream. Views live until the call returns.
struct SseEvent {
  std::string_view type;  // "message" unless an event: line said otherwise
  std::string_view data;
  std::string_view id;
};

// Incremental parser of the WHATWG "server-sent events" grammar (HTML Living Standard, 9.2.6). Any chunking of the same
// bytes gives the same events. LF, CRLF and CR end a line; one leading BOM is dropped; a last event without its blank
// line is dispatched by Finish() (a deliberate difference from the standard: servers do end streams so, and losing a
// token would be worse). Lines beyond `max_line` bytes stop the parser for good.
class SseParser {
 public:
  explicit SseParser(std::size_t max_line = 8u << 20) : max_line_(max_line) {}

  // Calls on_event(const SseEvent&) for each event that these bytes complete. Feed and Finish are templates so that the
  // event reaches its reader without an indirect call or a copy.
  template <typename OnEvent>
  void Feed(std::string_view bytes, OnEvent&& on_event);
  template <typename OnEvent>
  void Finish(OnEvent&& on_event);

  bool failed() const { return failed_; }               // a line was longer than max_line
  std::uint64_t comments() const { return comments_; }  // keep-alive lines seen

 private:
  template <typename OnEvent>
  void TakeLine(std::string_view line, OnEvent& on_event);
  template <typename OnEvent>
  void Dispatch(OnEvent& on_event);

  std::size_t max_line_;
  std::string partial_;  // a line cut by the end of a chunk
  std::string data_;
  std::string type_;
  std::string id_;
  bool has_data_ = false;
  bool after_cr_ = false;  // a CR ended the last line: one LF right after it belongs to it
  bool at_start_ = true;   // the BOM may still come
  bool failed_ = false;
  std::uint64_t comments_ = 0;
};

}  // namespace inferproof

#include "harness/sse/parser_inl.h"
