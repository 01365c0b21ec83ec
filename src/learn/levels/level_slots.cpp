// Slots of levels, one cell at a time: the layout of tables, and what vectors leave aside.
#include "learn/levels/level_slots.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace credence::detail {
namespace {

// How many adjacent rows of narrow panels are taken as one long one: full vectors of every width,
// and enough of them.
Index repeats_for(Index width) {
  constexpr Index widest = 64, lanes = 16;
  if (width == 0 || width > widest) return 1;
  Index repeats = lanes / std::gcd(width, lanes);
  while (repeats * width < widest) repeats *= 2;
  return repeats;
}

}  // namespace

void LevelSlots::reset(std::span<const Index> columns, MinusOne meaning, std::uint32_t scale) {
  levels.assign(columns.begin(), columns.end());
  minus_one = meaning;
  repeats = repeats_for(std::ssize(columns));
  const std::size_t width = columns.size();
  first.resize(width * static_cast<std::size_t>(repeats));
  bounds.resize(first.size());
  size = 0;
  for (std::size_t j = 0; j < width; ++j) {
    assert(columns[j] >= 1 && columns[j] <= std::numeric_limits<std::int32_t>::max());
    first[j] = static_cast<std::uint32_t>(size + 1) * scale;
    bounds[j] = static_cast<std::uint32_t>(columns[j]);
    size += columns[j] + 1;
  }
  assert(size * static_cast<Index>(scale) <= std::numeric_limits<std::uint32_t>::max());
  for (std::size_t j = width; j < first.size(); ++j) {
    first[j] = first[j - width];
    bounds[j] = bounds[j - width];
  }
}

bool LevelSlots::all_yes_or_no() const {
  return std::all_of(levels.begin(), levels.end(), [](Index each) { return each == 2; });
}

BlockShape block_shape(Layout layout, Index width, Index multiple, Index cells) {
  const Index widest = layout == Layout::by_column ? 8 : cells / multiple;
  const Index columns = std::min(width, widest);
  const Index rows = std::min<Index>(cells / std::max<Index>(columns, 1), most_block_rows);
  return {.rows = rows - rows % (rows >= 16 ? 16 : multiple), .columns = columns};
}

template <class T>
bool place_carefully(const Panel<T>& panel, const RowSpan& rows, const Code* classes,
                     const LevelSlots& slots, std::uint32_t scale, const SlotBlock& block,
                     std::vector<BeyondLevels>* beyond) {
  for (Index i = 0; i < block.rows; ++i) {
    const Index row = block.first_row + i;
    const bool passed_over = classes != nullptr && classes[row] < 0;
    for (Index j = 0; j < block.columns; ++j) {
      const Index column = block.first_column + j;
      const auto at = static_cast<std::size_t>(column);
      const T value = panel.at(rows[row], column);
      const Holds holds =
          passed_over ? Holds::missing : what_holds(value, slots.levels[at], slots.minus_one);
      if (holds == Holds::fault || (holds == Holds::beyond && beyond == nullptr)) return false;
      if (holds == Holds::beyond)
        beyond->push_back({.row = row, .column = column, .value = static_cast<double>(value)});
      block.at(i, j) = slot_of(value, holds, slots.first[at], scale);
    }
  }
  return true;
}

template <class T>
std::optional<Entry> first_fault(const Panel<T>& panel, const RowSpan& rows, const Code* classes,
                                 const LevelSlots& slots, bool beyond_is_fault) {
  for (Index i = 0; i < rows.count; ++i) {
    if (classes != nullptr && classes[i] < 0) continue;
    for (Index j = 0; j < panel.width(); ++j) {
      const Holds holds = what_holds(panel.at(rows[i], j),
                                     slots.levels[static_cast<std::size_t>(j)], slots.minus_one);
      if (holds == Holds::fault || (holds == Holds::beyond && beyond_is_fault))
        return Entry{.row = rows[i], .column = j};
    }
  }
  return std::nullopt;
}

#define CREDENCE_FOR(T)                                                                      \
  template bool place_carefully<T>(const Panel<T>&, const RowSpan&, const Code*,             \
                                   const LevelSlots&, std::uint32_t, const SlotBlock&,       \
                                   std::vector<BeyondLevels>*);                              \
  template std::optional<Entry> first_fault<T>(const Panel<T>&, const RowSpan&, const Code*, \
                                               const LevelSlots&, bool)
CREDENCE_FOR(double);
CREDENCE_FOR(float);
CREDENCE_FOR(std::uint8_t);
CREDENCE_FOR(std::int32_t);
CREDENCE_FOR(std::int64_t);
#undef CREDENCE_FOR

}  // namespace credence::detail
