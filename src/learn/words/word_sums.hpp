#pragma once
// How often each word occurs in the documents of each class, gathered tile by tile.
#include <credence/detail/base/large_array.hpp>
#include <credence/detail/data/word_rows.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <cstdint>
#include <optional>
#include <span>

#include "learn/tiles/by_class.hpp"

namespace credence {

/// Weighted totals of words x classes over many documents, with the plain reference
/// WordTotals::observe. Whole counts and weights are summed exactly up to 2^53, other ones in the
/// order of the rows.
///
///     WordSums sums;
///     sums.reset(vocabulary, classes);
///     if (const auto fault = sums.add(word_rows(words), {.rows = rows, .classes = codes})) ...
///     const WordTotals spam = sums.totals(0);
///
/// A table takes 8 bytes for each word and class, 10 where it is large; a chunk of rows worth a table
/// of its own stores at least that many values.
class WordSums {
 public:
  WordSums() = default;
  /// Forgets everything. Allocates only when there is more to hold than ever before.
  void reset(Index vocabulary, Index classes);
  /// Returns how many rows a tile should have, so that going through it class by class pays.
  [[nodiscard]] static constexpr Index tile_rows() { return 262144; }

  /// Adds documents. One with a NaN is missing. A word that has no place (translate) is left out.
  /// out   the first entry (row order, then order of storage) with a count that is negative or
  ///       above 1e300, or with a word beyond the vocabulary: row, and word of the data. Then the
  ///       sums are unspecified
  /// cost  linear in the stored values, about one cache miss in the table each; less where the
  ///       tables of all classes are too large for a cache and documents so many that whole counts go
  ///       to counters of 16 bits first, other ones class by class
  [[nodiscard]] std::optional<Entry> add(const WordRows& documents, const detail::Tile& tile);
  /// Adds what another one of the same shape gathered.
  void merge(const WordSums& other);

  [[nodiscard]] Index vocabulary() const { return vocabulary_; }
  [[nodiscard]] Index classes() const { return static_cast<Index>(documents_.size()); }
  /// Returns the total of each word in a class.
  [[nodiscard]] std::span<const double> counts(Index klass) const {
    return {counts_.data() + klass * stride_, static_cast<std::size_t>(vocabulary_)};
  }
  /// Returns the weight of the documents of a class.
  [[nodiscard]] double documents(Index klass) const {
    return documents_[static_cast<std::size_t>(klass)];
  }
  /// Returns the statistics of a class.
  [[nodiscard]] WordTotals totals(Index klass) const;

 private:
  struct Content;
  [[nodiscard]] std::optional<Content> large(const WordRows& documents,
                                             const detail::Tile& tile) const;
  [[nodiscard]] Index add_counted(const WordRows& documents, const detail::Tile& tile);
  [[nodiscard]] bool pays_by_class(const WordRows& documents, const detail::Tile& tile) const;

  Index vocabulary_ = 0;
  Index stride_ = 0;  // from one class to the next
  LargeArray<double> counts_;
  std::vector<double> documents_;
  LargeArray<std::uint16_t> counters_;  // laid out like counts_, all 0 but while adding
  bool whole_ = true;                   // nothing but whole numbers was added
  detail::ByClass rows_by_class_;       // of the tile at hand
};

}  // namespace credence
