#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/unicode_scalar.h"

namespace inferproof {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<XmlElement> children;
  std::string text;
};

// Reads what our writer writes and nothing more: one declaration, elements, attributes in double quotes, character data
// and the five entities and decimal references. Everything else, such as a comment, CDATA or a character that XML 1.0
// forbids, is refused.
class XmlReader {
 public:
  static std::optional<XmlElement> Read(std::string_view text) {
    if (!IsValidUtf8(text) || !OnlyAllowed(text)) return std::nullopt;
    XmlReader reader(text);
    if (!reader.Take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) return std::nullopt;
    XmlElement root;
    if (!reader.Element(root, 0) || !TrimAscii(reader.rest_).empty()) return std::nullopt;
    return root;
  }

 private:
  explicit XmlReader(std::string_view text) : rest_(text) {}

  static bool OnlyAllowed(std::string_view text) {
    bool allowed = true;
    ForEachScalar(text, [&](char32_t c, std::string_view) {
      allowed = allowed && (c == '\n' || c == '\t' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF));
    });
    return allowed;
  }

  bool Take(std::string_view wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(wanted.size());
    return true;
  }

  std::string Name() {
    std::size_t length = 0;
    while (length < rest_.size() && (std::isalpha(static_cast<unsigned char>(rest_[length])) != 0)) ++length;
    std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return name;
  }

  // Character data or the inside of an attribute, up to `end`.
  bool Data(char end, std::string& data) {
    constexpr std::pair<const char*, char> kEntities[] = {{"&amp;", '&'},  {"&lt;", '<'},  {"&gt;", '>'},
                                                          {"&quot;", '"'}, {"&#9;", '\t'}, {"&#10;", '\n'},
                                                          {"&#13;", '\r'}};
    while (!rest_.empty() && rest_.front() != end) {
      if (rest_.front() == '<' || rest_.front() == '>') return false;
      if (rest_.front() != '&') {
        data += rest_.front();
        rest_.remove_prefix(1);
        continue;
      }
      bool known = false;
      for (const auto& [entity, character] : kEntities) {
        if (known || !Take(entity)) continue;
        data += character;
        known = true;
      }
      if (!known) return false;
    }
    return !rest_.empty();
  }

  bool Element(XmlElement& element, int depth) {
    if (depth > 8 || !Take("<")) return false;
    element.name = Name();
    if (element.name.empty()) return false;
    while (Take(" ")) {
      const std::string name = Name();
      std::string value;
      if (name.empty() || element.attributes.contains(name) || !Take("=\"") || !Data('"', value) || !Take("\""))
        return false;
      element.attributes[name] = value;
    }
    if (Take("/>")) return true;
    if (!Take(">")) return false;
    while (true) {
      if (!Data('<', element.text)) return false;
      if (Take("</")) return Name() == element.name && Take(">");
      XmlElement child;
      if (!Element(child, depth + 1)) return false;
      element.children.push_back(std::move(child));
    }
  }

  std::string_view rest_;
};

}  // namespace inferproof
