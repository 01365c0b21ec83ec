// Lists of levels: their order, and how one list is found in another.
#include <credence/data/levels.hpp>
#include <credence/data/number.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace credence {

namespace {

using Numbered = std::pair<double, std::string>;

// The levels with their values; nothing if one of them is no number.
[[nodiscard]] std::optional<std::vector<Numbered>> by_value(
    const std::vector<std::string>& levels) {
  // Words sort behind most numbers: where there are some, the last level is most often one.
  if (!levels.empty() && !to_number(levels.back())) return std::nullopt;
  std::vector<Numbered> numbered;
  for (const std::string& level : levels) {
    const std::optional<double> number = to_number(level);
    if (!number) return std::nullopt;
    numbered.emplace_back(*number, level);
  }
  return numbered;
}

[[nodiscard]] bool ascend(std::span<const std::string> levels) {
  return std::is_sorted(levels.begin(), levels.end());
}

// Positions in a list that ascends, of levels that do, behind those that are there.
void find_in_order(std::span<const std::string> from, std::span<const std::string> to,
                   std::vector<Index>& positions) {
  std::size_t at = positions.empty() ? 0 : positions.size() - 1;
  for (const std::string& level : from.subspan(positions.size())) {
    int order = 1;  // of the level against the entry at hand
    while (at < to.size() && (order = level.compare(to[at])) > 0) ++at;
    positions.push_back(at < to.size() && order == 0 ? static_cast<Index>(at) : -1);
  }
}

}  // namespace

std::vector<std::string> sorted_levels(std::vector<std::string> levels) {
  // Two spellings of one number ('1', '1.0') are two levels; their order is that of their bytes.
  if (auto numbered = by_value(levels)) {
    std::sort(numbered->begin(), numbered->end());
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = std::move((*numbered)[i].second);
  } else if (!std::is_sorted(levels.begin(), levels.end())) {
    std::sort(levels.begin(), levels.end());
  }
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

bool are_sorted_levels(const std::vector<std::string>& levels) {
  const auto is_strict = [](const auto& list) {
    return std::adjacent_find(list.begin(), list.end(), [](const auto& one, const auto& next) {
             return !(one < next);
           }) == list.end();
  };
  const std::optional<std::vector<Numbered>> numbered = by_value(levels);
  return numbered ? is_strict(*numbered) : is_strict(levels);
}

std::vector<std::string> merged_levels(std::span<const std::string> a,
                                       std::span<const std::string> b) {
  std::vector<std::string> all;
  all.reserve(a.size() + b.size());
  if (ascend(a) && ascend(b)) {
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (!by_value(all)) return all;
  } else {
    for (const auto& part : {a, b}) all.insert(all.end(), part.begin(), part.end());
  }
  return sorted_levels(std::move(all));
}

std::vector<Index> positions_in(std::span<const std::string> from,
                                std::span<const std::string> to) {
  std::vector<Index> positions;
  positions.reserve(from.size());
  // Lists are most often equal, or in the order of their bytes; else the names are hashed from the
  // first difference on.
  std::size_t same = 0;
  while (same < from.size() && same < to.size() && from[same] == to[same])
    positions.push_back(static_cast<Index>(same++));
  if (same == from.size()) return positions;
  if (ascend(from) && ascend(to)) {
    find_in_order(from, to, positions);
    return positions;
  }
  std::unordered_map<std::string_view, Index> places;
  for (std::size_t i = 0; i < to.size(); ++i) places.emplace(to[i], static_cast<Index>(i));
  for (const std::string& level : from.subspan(same)) {
    const auto place = places.find(level);
    positions.push_back(place == places.end() ? -1 : place->second);
  }
  return positions;
}

}  // namespace credence
