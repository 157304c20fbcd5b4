#pragma once

#include <cstddef>
#include <cstdint>
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
// token would be worse). A line, or the data of one event, beyond `max_line` bytes stops the parser for good.
class SseParser {
 public:
  explicit SseParser(std::size_t max_line = 8u << 20) : max_line_(max_line) {}

  // Calls on_event(const SseEvent&) for each event that these bytes complete. Feed and Finish are templates so that the
  // event reaches its reader without an indirect call; an event whose one data line lies whole in `bytes` is not
  // copied.
  template <typename OnEvent>
  void Feed(std::string_view bytes, OnEvent&& on_event);
  // The bytes have ended. Call it once, last.
  template <typename OnEvent>
  void Finish(OnEvent&& on_event);

  bool failed() const { return failed_; }               // something was longer than max_line
  std::uint64_t comments() const { return comments_; }  // keep-alive lines seen

 private:
  template <typename OnEvent>
  void TakeLine(std::string_view line, OnEvent& on_event);
  template <typename OnEvent>
  void Dispatch(OnEvent& on_event);
  // A line that is not empty.
  void TakeField(std::string_view line);
  void AppendData(std::string_view value);
  // Copies the data that still points into the bytes of the caller.
  void KeepData();
  // Adds the head of a line that has no end yet; fails when it grows too long.
  void KeepPartialLine(std::string_view bytes);

  std::size_t max_line_;
  std::string partial_;         // a line cut by the end of a chunk
  std::string_view data_view_;  // the data while it is one line of the bytes being fed
  std::string data_;            // the data once it had to be kept
  bool has_data_ = false;       // a data line came since the last blank line
  bool data_is_view_ = false;   // it stands in data_view_, not in data_
  std::string type_;
  std::string id_;
  bool after_cr_ = false;  // a CR ended the last line: one LF right after it belongs to it
  bool at_start_ = true;   // the BOM may still come
  bool failed_ = false;
  std::uint64_t comments_ = 0;
};

}  // namespace inferproof

#include "harness/sse/parser_inl.h"
