// The rows of each class next to each other, as bytes and as bits; what the last level of a column
// shares follows from the others.
#include "learn/levels/pair_tiles.hpp"

#include <algorithm>

#include "learn/levels/level_codes.hpp"
#include "learn/levels/pair_bits.hpp"

namespace credence::detail {
namespace {

constexpr std::size_t rows_of_plane = 64 * plane_words;
constexpr std::uint8_t no_level = 255;  // of rows that fill the last words of a plane

std::size_t whole_planes(std::size_t rows) {
  return (rows + rows_of_plane - 1) / rows_of_plane * rows_of_plane;
}

// Whether bits are counted sooner than rows one by one, in cycles seen on Zen 4.
bool bits_pay(std::size_t pairs, std::size_t words, std::size_t rows) {
  constexpr std::size_t of_words = 4, of_pair = 16;
  return pairs * (of_words * words / plane_words + of_pair) < rows + rows / 4;
}

}  // namespace

bool PairTiles::pay(std::span<const PairColumn> columns, Index classes, Index rows) {
  return counts_bits() && std::min(rows, most_rows) >= 512 * classes &&
         std::all_of(columns.begin(), columns.end(),
                     [](const PairColumn& column) { return column.levels < no_level; });
}

void PairTiles::order_rows(const CodeColumn& label, RowSpan tile) {
  rows_.assign(static_cast<std::size_t>(classes_), 0);
  first_.assign(rows_.size(), 0);
  for (Index i = 0; i < tile.count; ++i)
    if (const Code klass = label.codes[static_cast<std::size_t>(tile[i])]; klass >= 0)
      ++rows_[static_cast<std::size_t>(klass)];
  padded_ = 0;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    first_[c] = padded_;
    padded_ += whole_planes(rows_[c]);
  }
  order_.resize(padded_);
  std::vector<std::size_t> next = first_;
  for (Index i = 0; i < tile.count; ++i)
    if (const Code klass = label.codes[static_cast<std::size_t>(tile[i])]; klass >= 0)
      order_[next[static_cast<std::size_t>(klass)]++] = static_cast<std::uint32_t>(i);
}

void PairTiles::read_column(const BoundTable& bound, RowSpan tile, std::size_t column) {
  codes_.resize(static_cast<std::size_t>(tile.count));
  read_codes(bound.blocks[columns_[column].block], columns_[column].place, tile, codes_);
  std::uint8_t* const to = bytes_.data() + column * padded_;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const std::size_t end = first_[c] + rows_[c];
    for (std::size_t i = first_[c]; i < end; ++i)
      to[i] = static_cast<std::uint8_t>(codes_[order_[i]]);
    std::fill(to + end, to + first_[c] + whole_planes(rows_[c]), no_level);
  }
}

void PairTiles::add(const BoundTable& bound, RowSpan tile, Index size, std::uint32_t* counts) {
  order_rows(bound.label, tile);
  bytes_.resize(columns_.size() * padded_);
  for (std::size_t column = 0; column < columns_.size(); ++column) read_column(bound, tile, column);
  for (Index klass = 0; klass < classes_; ++klass)
    if (class_rows(klass) > 0) count_class(klass, counts + klass * size);
}

// A plane for each level that occurs.
void PairTiles::write_planes(Index klass) {
  const std::size_t words = whole_planes(class_rows(klass)) / 64;
  std::size_t most = 0;
  for (const PairColumn& column : columns_) most += static_cast<std::size_t>(column.levels) + 1;
  planes_.resize(std::max(planes_.size(), most * words));
  std::size_t next = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Present& present = present_[c];
    present = {.planes = next};
    for (Index level = 0; level <= columns_[c].levels; ++level) {
      const std::uint32_t seen = write_plane(bytes(c, klass), static_cast<std::uint8_t>(level),
                                             words, planes_.data() + next);
      if (seen == 0) continue;
      present.levels.push_back(level);
      present.rows.push_back(seen);
      next += words;
    }
  }
}

void PairTiles::count_class(Index klass, std::uint32_t* counts) {
  write_planes(klass);
  for (std::size_t a = 0; a < columns_.size(); ++a) {
    const Present& own = present_[a];
    for (std::size_t k = 0; k < own.levels.size(); ++k)
      counts[columns_[a].counter(own.levels[k], columns_[a], own.levels[k])] += own.rows[k];
    for (std::size_t b = a + 1; b < columns_.size(); ++b) count_pair(a, b, klass, counts);
  }
}

void PairTiles::count_pair(std::size_t a, std::size_t b, Index klass, std::uint32_t* counts) {
  const std::size_t rows_here = class_rows(klass);
  const std::size_t words = whole_planes(rows_here) / 64;
  const std::size_t pairs = (present_[a].levels.size() - 1) * (present_[b].levels.size() - 1);
  if (bits_pay(pairs, words, rows_here)) return count_bits(a, b, words, counts);
  std::uint32_t* const own = counts + columns_[a].counter(0, columns_[b], 0);
  const Index width = columns_[a].width;
  const std::uint8_t* const from = bytes(a, klass);
  const std::uint8_t* const other = bytes(b, klass);
  for (std::size_t i = 0; i < rows_here; ++i) ++own[width * Index{from[i]} + Index{other[i]}];
}

// The last level of each column is not looked at.
void PairTiles::count_bits(std::size_t a, std::size_t b, std::size_t words, std::uint32_t* counts) {
  const Present& own = present_[a];
  const Present& other = present_[b];
  const std::size_t rows_less = own.levels.size() - 1, width = other.levels.size() - 1;
  shared_.resize(rows_less * width);
  count_shared(planes_.data() + own.planes, rows_less, planes_.data() + other.planes, width, words,
               shared_.data());
  const auto add = [&](std::size_t k, std::size_t m, std::uint32_t rows) {
    counts[columns_[a].counter(own.levels[k], columns_[b], other.levels[m])] += rows;
  };
  std::vector<std::uint32_t> last(other.rows);  // what is left for the last level of `a`
  for (std::size_t k = 0; k < rows_less; ++k) {
    std::uint32_t rest = own.rows[k];
    for (std::size_t m = 0; m < width; ++m) {
      const std::uint32_t rows = shared_[k * width + m];
      add(k, m, rows);
      rest -= rows;
      last[m] -= rows;
    }
    add(k, width, rest);
    last[width] -= rest;
  }
  for (std::size_t m = 0; m <= width; ++m) add(rows_less, m, last[m]);
}

}  // namespace credence::detail
