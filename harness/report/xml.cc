#include "harness/report/xml.h"

#include "harness/base/text.h"
#include "harness/report/unicode_scalar.h"

namespace inferproof {
namespace {

// XML 1.0, production 2 (Char).
bool IsAllowed(char32_t c) {
  return c == 0x9 || c == 0xA || c == 0xD || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
}

std::string Escaped(std::string_view text, bool attribute) {
  const std::string repaired = RepairUtf8(text);
  std::string out;
  ForEachScalar(repaired, [&](char32_t c, std::string_view bytes) {
    if (!IsAllowed(c)) {
      out += "\uFFFD";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"' && attribute) {
      out += "&quot;";
    } else if (c == '\r' || (attribute && (c == '\n' || c == '\t'))) {
      out += "&#" + std::to_string(static_cast<unsigned>(c)) + ";";
    } else {
      out += bytes;
    }
  });
  return out;
}

}  // namespace

std::string XmlText(std::string_view text) { return Escaped(text, false); }

std::string XmlAttribute(std::string_view text) { return Escaped(text, true); }

}  // namespace inferproof
