#include "tests/calibration/histories/series.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

Table Parse(std::string_view text) {
  Table table;
  for (const std::string& line : Split(text, '\n')) {
    std::string_view content = line;
    if (content.ends_with('\r')) content.remove_suffix(1);
    if (content.empty()) continue;
    std::vector<std::string> fields = CsvFields(content);
    if (table.header.empty()) {
      table.header = std::move(fields);
    } else {
      table.rows.push_back(std::move(fields));
    }
  }
  return table;
}

Result<std::size_t> Column(const Table& table, const std::string& column, const std::string& file) {
  const auto found = std::find(table.header.begin(), table.header.end(), column);
  if (found == table.header.end()) return MakeError(ErrorCode::kConfig, file, "no column \"" + column + "\"");
  return static_cast<std::size_t>(found - table.header.begin());
}

// The place of a row in its file, counting the header.
std::string LineOf(const std::string& file, std::size_t row) { return file + ":" + std::to_string(row + 2); }

Result<double> PositiveIn(const Table& table, std::size_t row, std::size_t column, const std::string& file) {
  if (table.rows[row].size() != table.header.size())
    return MakeError(
        ErrorCode::kConfig, LineOf(file, row),
        std::to_string(table.header.size()) + " fields expected, got " + std::to_string(table.rows[row].size()));
  const std::string& field = table.rows[row][column];
  const std::optional<double> value = ParseDouble(field);
  if (!value || !(*value > 0))
    return MakeError(ErrorCode::kConfig, LineOf(file, row),
                     "a number above 0 expected, got \"" + Truncate(field, 40) + "\"");
  return *value;
}

}  // namespace

std::vector<std::string> CsvFields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

Result<std::vector<Series>> ReadSeries(std::string_view text, const CsvShape& shape, const std::string& name) {
  const Table table = Parse(text);
  ASSIGN_OR_RETURN(const std::size_t value_at, Column(table, shape.value, name));
  std::vector<std::size_t> group_at;
  for (const std::string& column : shape.group) {
    ASSIGN_OR_RETURN(const std::size_t at, Column(table, column, name));
    group_at.push_back(at);
  }
  std::size_t higher_at = 0;
  if (!shape.higher_column.empty()) {
    ASSIGN_OR_RETURN(higher_at, Column(table, shape.higher_column, name));
  }

  std::vector<Series> all;
  std::map<std::string, std::size_t> places;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    ASSIGN_OR_RETURN(const double value, PositiveIn(table, row, value_at, name));
    std::vector<std::string> keys = {name};
    for (const std::size_t at : group_at) keys.push_back(table.rows[row][at]);
    const std::string key = Join(keys, " ");
    const auto [place, is_new] = places.try_emplace(key, all.size());
    if (is_new) all.push_back({key, {}});
    const auto& turned = shape.higher_values;
    const bool higher =
        shape.higher_is_better || (!shape.higher_column.empty() &&
                                   std::find(turned.begin(), turned.end(), table.rows[row][higher_at]) != turned.end());
    all[place->second].logs.push_back(higher ? -std::log(value) : std::log(value));
  }
  return all;
}

Result<std::vector<Series>> ReadRunMedians(std::string_view text, const std::string& value, const std::string& name) {
  const Table table = Parse(text);
  ASSIGN_OR_RETURN(const std::size_t value_at, Column(table, value, name));
  ASSIGN_OR_RETURN(const std::size_t setup_at, Column(table, "setup", name));
  ASSIGN_OR_RETURN(const std::size_t run_at, Column(table, "run", name));
  ASSIGN_OR_RETURN(const std::size_t request_at, Column(table, "req", name));

  std::map<std::string, std::map<std::int64_t, std::vector<double>>> setups;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    ASSIGN_OR_RETURN(const double sample, PositiveIn(table, row, value_at, name));
    const std::optional<std::int64_t> run = ParseInt(table.rows[row][run_at]);
    if (!run) return MakeError(ErrorCode::kConfig, LineOf(name, row), "a run's number expected");
    if (table.rows[row][request_at] != "0") setups[table.rows[row][setup_at]][*run].push_back(sample);
  }
  std::vector<Series> all;
  for (const auto& [setup, runs] : setups) {
    Series series{name + " " + setup + " " + value, {}};
    for (const auto& [run, samples] : runs) series.logs.push_back(std::log(Median(samples)));
    all.push_back(std::move(series));
  }
  return all;
}

}  // namespace inferproof
