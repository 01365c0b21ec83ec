#pragma once
// Reads the rows of golden/families.csv into priors and data.
#include <credence/base/members.hpp>
#include <credence/density/count.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/density/polya_tree.hpp>
#include <string>
#include <vector>

#include "support/golden_table.hpp"

namespace credence::testing {

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
