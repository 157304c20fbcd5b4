#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// Terminal columns of well-formed UTF-8 text: one a scalar, none for combining marks, two for East Asian wide ranges.
std::size_t DisplayWidth(std::string_view text);

// Columns padded to their widest cell, two spaces between; numbers are the caller's text. Columns named in `right` are
// flush right.
class TextTable {
 public:
  TextTable(std::vector<std::string> header, std::vector<bool> right);
  void AddRow(std::vector<std::string> cells);  // as many as the header has
  std::size_t rows() const { return rows_.size(); }
  // Lines of the table, the header first, without line ends and without trailing spaces.
  std::vector<std::string> Lines() const;
  // A GitHub-flavoured Markdown table; the caller has escaped the cells.
  std::string Markdown() const;

 private:
  std::vector<std::string> header_;
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace inferproof
