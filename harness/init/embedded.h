#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace inferproof {

// The bytes of a file of this repository as they were when the program was built; nothing for one that is not embedded.
std::optional<std::string> EmbeddedFile(std::string_view path);

}  // namespace inferproof
