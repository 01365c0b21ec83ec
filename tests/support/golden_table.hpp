#pragma once
// Stored reference values: tables of the folder golden, of which lines that begin with # tell the
// tool.
#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace credence::testing {

/// The pieces of a text between separators; none for an empty text.
inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    result.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

/// The number that is the whole of a text.
inline double number(std::string_view text) {
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  double result = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), result);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
    throw std::runtime_error("no number: " + std::string(text));
  return result;
}

using Cells = std::vector<std::string>;

/// The cells of each line, that of the names of columns too.
inline std::vector<Cells> golden_lines(const std::string& path) {
  std::ifstream file(path);
  std::vector<Cells> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(split(line, ','));
  return lines;
}

/// Those of the lines whose first cell is `first`.
inline std::vector<Cells> golden_lines(const std::string& path, const std::string& first) {
  std::vector<Cells> lines = golden_lines(path);
  std::erase_if(lines, [&](const Cells& cells) { return cells.front() != first; });
  if (lines.empty()) throw std::runtime_error("no golden lines of " + first + " in " + path);
  return lines;
}

/// A row: its cells by column name.
using GoldenRow = std::map<std::string, std::string>;

inline std::vector<GoldenRow> golden_rows(const std::string& path) {
  const std::vector<Cells> lines = golden_lines(path);
  if (lines.size() < 2) throw std::runtime_error("no golden rows in " + path);
  std::vector<GoldenRow> rows(lines.size() - 1);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Cells& cells = lines[row + 1];
    for (std::size_t i = 0; i < cells.size(); ++i) rows[row][lines[0].at(i)] = cells[i];
  }
  return rows;
}

}  // namespace credence::testing
