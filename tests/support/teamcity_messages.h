#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/text.h"

namespace inferproof {

// A service message as TeamCity documents it: "##teamcity[name key='value' ...]" with values escaped by "|".
struct TeamcityMessage {
  std::string name;
  std::map<std::string, std::string> attributes;  // UTF-8
  bool valid = false;
};

// Reads one message strictly: the whole line and nothing else.
class TeamcityReader {
 public:
  explicit TeamcityReader(std::string_view line) : rest_(line) {}

  TeamcityMessage Read() {
    TeamcityMessage message;
    if (!Take("##teamcity[")) return message;
    message.name = Word();
    while (Take(" ")) {
      const std::string key = Word();
      if (key.empty() || !Take("='")) return message;
      const std::optional<std::string> value = Value();
      if (!value || message.attributes.contains(key)) return message;
      message.attributes[key] = *value;
    }
    message.valid = !message.name.empty() && Take("]") && rest_.empty();
    return message;
  }

 private:
  bool Take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::string Word() {
    std::size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0)) ++length;
    std::string word(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return word;
  }

  std::optional<char32_t> Unit() {
    char32_t unit = 0;
    if (rest_.size() < 4) return std::nullopt;
    for (const char c : rest_.substr(0, 4)) {
      const std::size_t digit = std::string_view("0123456789ABCDEF").find(c);
      if (digit == std::string_view::npos) return std::nullopt;
      unit = unit << 4 | static_cast<char32_t>(digit);
    }
    rest_.remove_prefix(4);
    return unit;
  }

  std::optional<std::string> Escape() {
    if (Take("n")) return "\n";
    if (Take("r")) return "\r";
    for (const char* plain : {"|", "'", "[", "]"}) {
      if (Take(plain)) return plain;
    }
    if (!Take("0x")) return std::nullopt;
    std::optional<char32_t> unit = Unit();
    if (unit && *unit >= 0xD800 && *unit < 0xDC00) {
      if (!Take("|0x")) return std::nullopt;
      const std::optional<char32_t> low = Unit();
      if (!low || *low < 0xDC00 || *low > 0xDFFF) return std::nullopt;
      unit = 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
    }
    if (!unit) return std::nullopt;
    return Utf8(*unit);
  }

  static std::string Utf8(char32_t c) {
    const auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) return {static_cast<char>(c)};
    if (c < 0x800) return {static_cast<char>(0xC0 | (c >> 6)), tail(0)};
    if (c < 0x10000) return {static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
  }

  // Up to the closing quote.
  std::optional<std::string> Value() {
    std::string value;
    while (!rest_.empty()) {
      if (Take("'")) return value;
      if (Take("|")) {
        const std::optional<std::string> escaped = Escape();
        if (!escaped) return std::nullopt;
        value += *escaped;
        continue;
      }
      const char c = rest_.front();
      if (c == '[' || c == ']' || static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E)
        return std::nullopt;
      value += c;
      rest_.remove_prefix(1);
    }
    return std::nullopt;
  }

  std::string_view rest_;
};

// Every line with "##teamcity[" in it.
inline std::vector<TeamcityMessage> ParseTeamcityLog(std::string_view log) {
  std::vector<TeamcityMessage> messages;
  for (const std::string& line : Split(log, '\n')) {
    if (line.find("##teamcity[") != std::string::npos) messages.push_back(TeamcityReader(line).Read());
  }
  return messages;
}

}  // namespace inferproof
