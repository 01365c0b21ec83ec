#pragma once
// Stored reference values: lines of a word, numbers (or nothing) and the value, separated by
// commas.
#include <array>
#include <charconv>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace credence::testing {

/// One reference value: a function, up to three arguments (0 where there is none) and the result.
struct GoldenLine {
  std::string function;
  std::array<double, 3> at{};
  double value = 0;
  std::string line;
};

inline double number_in(std::string_view text, const std::string& line) {
  double value = 0;
  if (text.empty()) return value;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error{"no number in the golden line " + line};
  return value;
}

inline GoldenLine golden_row(const std::string& line) {
  std::vector<std::string_view> cells;
  for (std::string_view rest = line;;) {
    const std::size_t comma = rest.find(',');
    cells.push_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (cells.size() != 5) throw std::runtime_error{"not five cells in the golden line " + line};
  GoldenLine row{.function = std::string{cells[0]}, .at = {}, .value = 0, .line = line};
  for (std::size_t i = 0; i < row.at.size(); ++i) row.at[i] = number_in(cells[i + 1], line);
  row.value = number_in(cells[4], line);
  return row;
}

/// The rows of a golden table about one function; the first line tells the tool, the second the
/// columns.
inline std::vector<GoldenLine> golden_rows(const std::string& path, const std::string& function) {
  std::ifstream file{path};
  std::string line;
  std::getline(file, line);
  std::getline(file, line);
  std::vector<GoldenLine> rows;
  while (std::getline(file, line)) {
    GoldenLine row = golden_row(line);
    if (row.function == function) rows.push_back(std::move(row));
  }
  if (rows.empty()) throw std::runtime_error{"no golden values of " + function + " in " + path};
  return rows;
}

}  // namespace credence::testing
