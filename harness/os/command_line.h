#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// A command line for people and logs: arguments with blanks quoted, and the values of flags that take a secret
// ("--api-key X", "--hf_token=X") replaced by "[redacted]", known to us or not.
std::string CommandLineForPeople(const std::vector<std::string>& argv);

// Text of another program for people: well-formed UTF-8, control characters as blanks, at most `limit` bytes.
std::string OneLine(std::string_view text, std::size_t limit);

}  // namespace inferproof
