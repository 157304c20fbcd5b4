#pragma once

#include <string>

namespace inferproof {

// `word` as a POSIX shell reads it back: itself where nothing in it is special, else in single quotes.
std::string ShellQuoted(const std::string& word);

}  // namespace inferproof
