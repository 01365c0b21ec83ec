// Counts of levels: the tables that tiles are counted into, and their sums.
#include "learn/levels/level_counts.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "learn/levels/level_slots.hpp"
#include "learn/levels/level_tally.hpp"

namespace credence {
namespace {

// An odd number of cache lines: those of neighbouring classes do not share the same sets.
Index stride_for(Index slots) { return ((slots + 15) / 16 | 1) * 16; }

}  // namespace

void LevelCounts::reset(std::span<const Index> levels, Index classes, Weights weights,
                        MinusOne minus_one) {
  slots_.reset(levels, minus_one, 1);
  classes_ = classes;
  weights_ = weights;
  stride_ = stride_for(slots_.size);
  const auto size = static_cast<std::size_t>(stride_ * classes);
  const bool weighted = weights == Weights::given;
  counts_.assign(weighted ? size : 0, 0.0);
  recent_.assign(weighted ? 0 : size, 0);
  recent_rows_ = 0;
  bytes_.clear();
  byte_rows_.clear();
}

std::size_t LevelCounts::place(Index column, Index klass, Index level) const {
  assert(level >= 0 && level < levels(column) && klass >= 0 && klass < classes_);
  return static_cast<std::size_t>(klass * stride_ + level) +
         slots_.first[static_cast<std::size_t>(column)];
}

double LevelCounts::bytes_count(Index column, Index klass, Index level) const {
  if (bytes_.empty()) return 0;
  const Index at = klass * detail::ByteTally::lines_for(columns()) * 64 +
                   detail::ByteTally::place(column, columns());
  const std::uint32_t ones =
      bytes_[static_cast<std::size_t>(at / 64)].value[static_cast<std::size_t>(at % 64)];
  return level == 1 ? ones : byte_rows_[static_cast<std::size_t>(klass)] - ones;
}

double LevelCounts::count(Index column, Index klass, Index level) const {
  const std::size_t at = place(column, klass, level);
  return (counts_.empty() ? 0 : counts_[at]) + (recent_.empty() ? 0 : recent_[at]) +
         bytes_count(column, klass, level);
}

void LevelCounts::keep_recent() {
  counts_.resize(recent_.size());
  for (std::size_t i = 0; i < recent_.size(); ++i) counts_[i] += recent_[i];
  std::fill(recent_.begin(), recent_.end(), 0U);
  recent_rows_ = 0;
}

void LevelCounts::make_room(std::uint64_t rows) {
  if (recent_rows_ + rows > std::numeric_limits<std::uint32_t>::max()) {
    keep_bytes();
    keep_recent();
  }
  recent_rows_ += rows;
}

void LevelCounts::keep_bytes() {
  if (bytes_.empty()) return;
  const detail::ByteTally tally{.bytes = bytes_.data(),
                                .lines = detail::ByteTally::lines_for(columns()),
                                .rows = byte_rows_.data(),
                                .columns = columns(),
                                .kept = {.counts = recent_.data(), .stride = stride_}};
  for (Index klass = 0; klass < classes_; ++klass) tally.keep(klass);
}

bool LevelCounts::are_bytes(Index rows) const {
  return (columns() >= detail::narrowest_bytes ||
          detail::counts_jointly(columns(), classes_, rows)) &&
         slots_.all_yes_or_no();
}

// Only what stands in rows, unweighted, is counted in bytes.
template <class T>
bool LevelCounts::add_bytes(const Panel<T>& panel, const detail::Tile& tile) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    if (columns() < detail::narrowest_bytes)
      return detail::tally_jointly(panel, tile, classes_,
                                   {.counts = recent_.data(), .stride = stride_});
    const Index lines = detail::ByteTally::lines_for(columns());
    if (bytes_.empty()) {
      bytes_.resize(static_cast<std::size_t>(lines * classes_));
      byte_rows_.resize(static_cast<std::size_t>(classes_));
    }
    return detail::tally_bytes(panel, tile,
                               {.bytes = bytes_.data(),
                                .lines = lines,
                                .rows = byte_rows_.data(),
                                .columns = columns(),
                                .kept = {.counts = recent_.data(), .stride = stride_}});
  } else {
    return false;
  }
}

template <class T>
std::optional<Entry> LevelCounts::add(const Panel<T>& panel, const detail::Tile& tile,
                                      std::vector<BeyondLevels>* beyond) {
  assert(panel.width() == columns());
  assert(tile.weights == nullptr || weights_ == Weights::given);
  const bool weighted = weights_ == Weights::given;
  bool fine = false;
  if (!weighted) make_room(static_cast<std::uint64_t>(tile.size()));
  if (weighted) {
    const detail::TallyTable<double> table{.counts = counts_.data(), .stride = stride_};
    fine = detail::tally_levels(panel, tile, slots_, table, beyond);
  } else if (std::is_same_v<T, std::uint8_t> && beyond == nullptr && are_bytes(tile.size()) &&
             panel.row_major()) {
    fine = add_bytes(panel, tile);
  } else {
    const detail::TallyTable<std::uint32_t> table{.counts = recent_.data(), .stride = stride_};
    fine = detail::tally_levels(panel, tile, slots_, table, beyond);
  }
  if (fine) return std::nullopt;
  return detail::first_fault(panel, tile.rows, tile.classes, slots_, beyond == nullptr);
}

void LevelCounts::merge(const LevelCounts& other) {
  assert(slots_.levels == other.slots_.levels && classes_ == other.classes_);
  assert(weights_ == other.weights_);
  keep_bytes();
  make_room(other.recent_rows_);
  for (std::size_t i = 0; i < other.recent_.size(); ++i) recent_[i] += other.recent_[i];
  if (!other.counts_.empty()) {
    counts_.resize(other.counts_.size());
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }
  if (other.bytes_.empty()) return;
  for (Index klass = 0; klass < classes_; ++klass)
    for (Index column = 0; column < columns(); ++column)
      for (const Index level : {0, 1})
        recent_[place(column, klass, level)] +=
            static_cast<std::uint32_t>(other.bytes_count(column, klass, level));
}

#define CREDENCE_FOR(T)                                                                   \
  template std::optional<Entry> LevelCounts::add<T>(const Panel<T>&, const detail::Tile&, \
                                                    std::vector<BeyondLevels>*)
CREDENCE_FOR(double);
CREDENCE_FOR(float);
CREDENCE_FOR(std::uint8_t);
CREDENCE_FOR(std::int32_t);
CREDENCE_FOR(std::int64_t);
#undef CREDENCE_FOR

}  // namespace credence
