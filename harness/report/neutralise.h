#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace inferproof {

// Makes foreign text (model output, server text, file names of a pull request) harmless in one line of a CI log:
// ill-formed UTF-8, control characters, line ends and bidirectional controls are written as escapes ("\n", "\x1b",
// "\u{202e}"); "::" and "##" are broken up, so that no CI system reads a command in it; the text is cut at `limit`
// bytes.
std::string NeutraliseForLog(std::string_view text, std::size_t limit = 300);

// The same, in a Markdown code span that it cannot leave, safe inside a table cell.
std::string MarkdownCode(std::string_view text, std::size_t limit = 300);

// The same, as plain Markdown text: what Markdown or HTML would act on is escaped.
std::string MarkdownText(std::string_view text, std::size_t limit = 2000);

}  // namespace inferproof
