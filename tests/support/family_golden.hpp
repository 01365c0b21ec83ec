#pragma once
// Reads the rows of golden/families.csv into priors and data.
#include <algorithm>
#include <charconv>
#include <credence/base/members.hpp>
#include <credence/density/count.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/density/polya_tree.hpp>
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

/// A row: its cells by column name.
using GoldenRow = std::map<std::string, std::string>;

inline std::vector<GoldenRow> golden_rows(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> header;
  std::vector<GoldenRow> result;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = split(line, ',');
    if (header.empty()) {
      header = cells;
      continue;
    }
    GoldenRow row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[header.at(i)] = cells[i];
    result.push_back(row);
  }
  if (result.empty()) throw std::runtime_error("no golden rows in " + path);
  return result;
}

inline void read_datum(const std::string& text, bool& out) { out = text == "1"; }
inline void read_datum(const std::string& text, Code& out) {
  out = static_cast<Code>(number(text));
}
inline void read_datum(const std::string& text, std::vector<double>& out) {
  for (const std::string& entry : split(text, '+')) out.push_back(number(entry));
}
inline void read_datum(const std::string& text, double& out) { out = number(text); }
inline void read_datum(const std::string& text, Count& out) {
  const auto parts = split(text, '@');
  out = {number(parts.at(0)), number(parts.at(1))};
}
inline void read_datum(const std::string& text, WordCounts& out) {
  for (const std::string& entry : split(text, '+')) {
    const auto parts = split(entry, ':');
    out.push_back({static_cast<std::uint32_t>(number(parts.at(0))), number(parts.at(1))});
  }
}

/// A described value from its numbers in order; lists share equally what is left.
template <Described T>
T read_members(const std::string& text) {
  T value;
  const std::vector<std::string> texts = split(text, ' ');
  std::size_t next = 0;
  std::size_t lists = 0;
  for_each_member<T>([&](const auto& member) {
    using Slot = std::remove_reference_t<decltype(value.*(member.pointer))>;
    lists += std::is_same_v<Slot, double> ? 0 : 1;
  });
  for_each_member<T>([&](const auto& member) {
    auto& slot = value.*(member.pointer);
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(slot)>, double>)
      slot = number(texts.at(next++));
    else
      for (std::size_t left = (texts.size() - next) / lists--; left > 0; --left)
        slot.push_back(number(texts.at(next++)));
  });
  return value;
}

/// Means, mean weight, shape, and the triangle of the scales.
template <>
inline NormalInverseWishart read_members(const std::string& text) {
  std::vector<double> all;
  for (const std::string& each : split(text, ' ')) all.push_back(number(each));
  std::size_t columns = 1;
  while (columns + 2 + columns * (columns + 1) / 2 < all.size()) ++columns;
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(columns);
  return {.means = {all.begin(), end},
          .mean_weight = *end,
          .shape = *(end + 1),
          .scales = {end + 2, all.end()}};
}

/// c, depth, mean, sd, the edges that so many leaves need, and counts or none.
template <>
inline PolyaTreePrior read_members(const std::string& text) {
  std::vector<double> all;
  for (const std::string& each : split(text, ' ')) all.push_back(number(each));
  PolyaTreePrior tree{.c = all[0], .depth = all[1], .mean = all[2], .sd = all[3]};
  const auto leaves = static_cast<std::ptrdiff_t>(credence::detail::leaves_of(tree.depth));
  const auto first = all.begin() + 4;
  const auto last = first + (tree.sd > 0 ? leaves - 1 : leaves + 1);
  tree.edges = {first, last};
  tree.counts = {last, all.end()};
  return tree;
}

}  // namespace credence::testing
