#include "harness/report/text_table.h"

#include <algorithm>
#include <utility>

namespace inferproof {
namespace {

bool IsWide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
         (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

bool IsCombining(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x20D0 && c <= 0x20FF) ||
         (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xFE20 && c <= 0xFE2F);
}

std::string Padded(const std::string& cell, std::size_t width, bool right) {
  const std::string space(width - std::min(width, DisplayWidth(cell)), ' ');
  return right ? space + cell : cell + space;
}

}  // namespace

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = lead < 0x80 ? lead : static_cast<char32_t>(lead) & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
      c = c << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
    }
    const std::size_t columns = IsCombining(c) ? 0u : IsWide(c) ? 2u : 1u;
    width += columns;
    i += length;
  }
  return width;
}

TextTable::TextTable(std::vector<std::string> header, std::vector<bool> right)
    : header_(std::move(header)), right_(std::move(right)) {}

void TextTable::AddRow(std::vector<std::string> cells) {
  cells.resize(header_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::string> TextTable::Lines() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < header_.size(); ++i) {
    std::size_t width = DisplayWidth(header_[i]);
    for (const auto& row : rows_) width = std::max(width, DisplayWidth(row[i]));
    widths.push_back(width);
  }
  const auto line_of = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += "  ";
      line += Padded(cells[i], widths[i], right_[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  std::vector<std::string> lines = {line_of(header_)};
  for (const auto& row : rows_) lines.push_back(line_of(row));
  return lines;
}

std::string TextTable::Markdown() const {
  const auto line_of = [](const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + cell + " |";
    return line + "\n";
  };
  std::string text = line_of(header_) + "|";
  for (const bool right : right_) text += right ? "---:|" : "---|";
  text += "\n";
  for (const auto& row : rows_) text += line_of(row);
  return text;
}

}  // namespace inferproof
