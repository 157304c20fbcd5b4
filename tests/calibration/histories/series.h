#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"

namespace inferproof {

// One measured history: values in the order in which they stand in their file, as logarithms of how slow they were
// (a throughput with its sign turned).
struct Series {
  std::string name;
  std::vector<double> logs;
};

// One row of a CSV file: a field may be quoted, and a quoted field may hold commas and doubled quotes.
std::vector<std::string> CsvFields(std::string_view line);

// How to take series out of a CSV file with a header.
struct CsvShape {
  std::string value;               // the column with the values
  std::vector<std::string> group;  // columns that tell series apart; none: one series
  bool higher_is_better = false;
  std::string higher_column;               // where the direction depends on a column ...
  std::vector<std::string> higher_values;  // ... these values of it mean higher is better
};
// kConfig for a column that is not there, or a value that is not a positive number.
Result<std::vector<Series>> ReadSeries(std::string_view text, const CsvShape& shape, const std::string& name);

// The median of column `value` in each run of each setup of a file with a row a request, first requests left out (their
// connection and caches are new): one series a setup, in the order of the runs.
Result<std::vector<Series>> ReadRunMedians(std::string_view text, const std::string& value, const std::string& name);

}  // namespace inferproof
