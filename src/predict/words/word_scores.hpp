#pragma once
// Log densities of documents of words under every class.
#include <credence/density/multinomial.hpp>
#include <credence/detail/base/large_array.hpp>
#include <credence/detail/data/word_rows.hpp>
#include <credence/detail/predict/score_tile.hpp>
#include <credence/detail/predict/scored_family.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace credence {

namespace detail {
struct WordTable;
struct LazyWordTables;
}  // namespace detail

/// Log densities of documents, added to the log joints of a tile. The plain reference is
/// log_density of the densities, class by class; both agree within 1e-12 of the sum of absolute
/// terms.
///
///     const WordScores scores(densities, live);
///     if (const auto fault = scores.add(word_rows(words), rows, tile)) ...
class WordScores {
 public:
  WordScores() = default;
  /// Multinomial densities: a table of logarithms, words x classes, word-major. With the compound
  /// densities of the predictive there are two.
  /// in    densities: one a class;  live: one a class: whether it has a probability. The density of
  ///       a class that has none is not read, and its log joints stay -inf
  /// cost  one logarithm for each word and class
  WordScores(std::span<const Multinomial> densities, const std::vector<bool>& live);
  WordScores(std::span<const CompoundMultinomial> densities, const std::vector<bool>& live);

  /// Adds the log density of each document; missing ones, and those with a NaN, add nothing.
  /// in    tile: as many rows as `rows`
  /// out   the first entry (row order, then order of storage) with a count that is negative or
  ///       above 1e300, or with a word beyond the vocabulary: row, and word of the data. Then the
  ///       tile is unspecified
  /// cost  linear in the stored values times the classes; under compound densities of more than a
  ///       thousand documents, the first time, a table of lengths of 8 kB a class
  [[nodiscard]] std::optional<Entry> add(const WordRows& documents, const RowSpan& rows,
                                         const ScoreTile& tile) const;

  /// Returns what finds the class of the highest log joint of each document as `add` would, without log
  /// joints: where no word is impossible and rows hold sixteen times as many values as there are words,
  /// under compound densities 64 times; else null. The first time its table is made, of a third of the
  /// size of that of logarithms, or two thirds; and where the words of the data do not stand as here,
  /// each time a copy of the rows of their words.
  /// in    priors: one a class: where log joints begin
  [[nodiscard]] std::unique_ptr<LabelFinder> label_finder(const WordRows& documents,
                                                          const RowSpan& rows,
                                                          std::span<const double> priors) const;

 private:
  void shape(const std::vector<bool>& live, Index words);
  [[nodiscard]] detail::WordTable table() const;
  [[nodiscard]] const double* lengths() const;
  [[nodiscard]] Index entry(Index word, Index klass) const { return word * stride_ + klass; }

  Index classes_ = 0;
  Index words_ = 0;             // of the longest density; a document with a later one is impossible
  Index stride_ = 0;            // from one word to the next: classes, rounded up to a cache line
  LargeArray<double> logs_;     // of probabilities or weights; one word more, which is impossible
  LargeArray<double> weights_;  // of compound densities only, laid out like their logarithms
  LargeArray<double> totals_;   // of the weights of each class
  bool impossible_ = false;     // whether a word that is known may be impossible
  bool moderate_ = true;        // whether products of eight weights, or totals, are doubles
  bool many_ = true;            // whether every total is large enough for Stirling's series
  std::vector<bool> live_;
  std::shared_ptr<detail::LazyWordTables> lazy_;
};

}  // namespace credence
