#pragma once

#include <cctype>
#include <ostream>
#include <string>

#include "harness/refserver/streams.h"

namespace inferproof {

// "a role chunk is not the first token" -> "RoleFirst_ARoleChunkIsNotTheFirstToken": the name of the stream, and what
// its test shows.
inline std::string TestNameOf(const ConformanceStream& stream) {
  std::string name;
  bool upper = true;
  for (const char c : stream.name + "|" + stream.shows) {
    if (c == '|') name += '_';
    if (!std::isalnum(static_cast<unsigned char>(c))) {
      upper = true;
      continue;
    }
    name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return name;
}

inline void PrintTo(const ConformanceStream& stream, std::ostream* out) { *out << stream.name; }

}  // namespace inferproof
