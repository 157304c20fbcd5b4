#include "harness/sse/parser.h"

#include <algorithm>

namespace inferproof {

void SseParser::TakeField(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == 0) {
    ++comments_;
    return;
  }
  const std::string_view field = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  if (field == "data") {
    AppendData(value);
  } else if (field == "event") {
    type_ = value;
  } else if (field == "id" && value.find('\0') == std::string_view::npos) {
    id_ = value;  // stays for the events that follow, as the standard has it
  }
}

void SseParser::AppendData(std::string_view value) {
  if (!has_data_) {
    has_data_ = true;
    data_is_view_ = true;
    data_view_ = value;
    return;
  }
  KeepData();
  data_ += '\n';
  data_ += value;
  if (data_.size() > max_line_) failed_ = true;
}

void SseParser::KeepData() {
  if (!has_data_ || !data_is_view_) return;
  data_ = data_view_;
  data_is_view_ = false;
}

void SseParser::KeepPartialLine(std::string_view bytes) {
  // One byte too many is kept: it is what makes the line too long, whatever the chunking.
  partial_ += bytes.substr(0, max_line_ + 1 - std::min(partial_.size(), max_line_));
  if (partial_.size() > max_line_) failed_ = true;
}

}  // namespace inferproof
