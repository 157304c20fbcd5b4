#pragma once

#include <string>
#include <string_view>

namespace inferproof {

// `text` as XML 1.0 character data or as the inside of an attribute in double quotes: repaired UTF-8, characters that
// XML forbids replaced by U+FFFD, and everything with a meaning escaped. Line ends in attributes survive as references.
std::string XmlText(std::string_view text);
std::string XmlAttribute(std::string_view text);

}  // namespace inferproof
