#pragma once

#include <map>
#include <string>
#include <string_view>

namespace inferproof {

// What the body of a version or properties endpoint states, by the names of evidence ("engine.version"). Knows the
// members of llama.cpp's /props, vLLM's /version, TGI's /info and of engines that name themselves; an unknown shape, a
// member of another type, or a body that is no JSON states nothing.
std::map<std::string, std::string> ReadServerAnswer(std::string_view body);

}  // namespace inferproof
