#pragma once

// Bodies of the templates in parser.h; include that.

#include <algorithm>

#include "harness/sse/parser.h"

namespace inferproof {

template <typename OnEvent>
void SseParser::Feed(std::string_view bytes, OnEvent&& on_event) {
  if (bytes.empty() || failed_) return;
  std::size_t start = after_cr_ && bytes.front() == '\n' ? 1 : 0;
  after_cr_ = false;
  // Each kind of line end is searched for once (find is memchr), not again from every line: streams without any CR stay
  // linear.
  std::size_t lf = bytes.find('\n', start);
  std::size_t cr = bytes.find('\r', start);
  bool completes_partial = !partial_.empty();
  bool used_partial = false;
  while (!failed_) {
    if (lf < start) lf = bytes.find('\n', start);
    if (cr < start) cr = bytes.find('\r', start);
    const std::size_t end = std::min(lf, cr);
    if (end == std::string_view::npos) break;
    std::string_view line = bytes.substr(start, end - start);
    if (completes_partial) {
      KeepPartialLine(line);
      line = partial_;
      completes_partial = false;
      used_partial = true;
    }
    TakeLine(line, on_event);
    start = end + 1;
    if (end != cr) continue;
    if (start == bytes.size()) {
      after_cr_ = true;
    } else if (bytes[start] == '\n') {
      ++start;
    }
  }
  KeepData();
  // Not earlier: the data may have pointed into it.
  if (used_partial) partial_.clear();
  KeepPartialLine(bytes.substr(std::min(start, bytes.size())));
}

template <typename OnEvent>
void SseParser::Finish(OnEvent&& on_event) {
  if (!partial_.empty()) TakeLine(partial_, on_event);
  if (!failed_ && has_data_) Dispatch(on_event);
  partial_.clear();
}

template <typename OnEvent>
void SseParser::TakeLine(std::string_view line, OnEvent& on_event) {
  if (line.size() > max_line_) failed_ = true;
  if (failed_) return;
  if (at_start_) {
    at_start_ = false;
    if (line.substr(0, 3) == "\xEF\xBB\xBF") line.remove_prefix(3);
  }
  if (line.empty()) return Dispatch(on_event);
  TakeField(line);
}

template <typename OnEvent>
void SseParser::Dispatch(OnEvent& on_event) {
  if (has_data_) {
    on_event(SseEvent{type_.empty() ? std::string_view("message") : std::string_view(type_),
                      data_is_view_ ? data_view_ : std::string_view(data_), id_});
  }
  has_data_ = false;
  data_.clear();
  type_.clear();
}

}  // namespace inferproof
