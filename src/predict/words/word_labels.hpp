#pragma once
// Labels of documents by a table of 16 bits, where they are beyond doubt.
#include <credence/detail/base/large_array.hpp>
#include <credence/detail/data/word_rows.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "predict/words/word_table.hpp"

namespace credence::detail {

/// How often a word of a document may occur under compound densities.
inline constexpr Index most_repeats = 256;

/// What words add to the log joints of classes, as whole steps. Of each row the middle of its classes is
/// left out, for all classes move alike with it; a step is such that the rest takes 16 bits. Under plain
/// multinomial densities a word has one row, its logarithm. Under compound ones it has two: what it adds
/// when it occurs once, and what when it occurs twice.
struct WordSteps {
  /// in    live: one a class: whether it has a probability
  /// cost  one pass over the table; under compound densities one logarithm for each word and class
  WordSteps(const WordTable& table, const std::vector<bool>& live);
  /// Returns the same for words as they stand in the data, so that none of them has to move. Under compound
  /// densities words without a row of their own are marked: those that are unknown, which add to no length,
  /// and those that share the reserved one, whose counts would have to be added up. None where classes
  /// leave no room for a mark.
  /// in    documents: with places of words, which outlive what is returned
  /// cost  one pass over the rows of these words
  [[nodiscard]] std::optional<WordSteps> placed(const WordRows& documents) const;

  bool usable = true;  ///< no word is impossible under a class, and some class is live
  LargeArray<std::int16_t> steps = {};  ///< rows x stride, at most 32767 in size
  Index classes = 0;
  Index words = 0;
  Index stride = 0;       ///< from one row to the next: 8, 16, or a multiple of 32
  Index rows_a_word = 1;  ///< 2 under compound densities
  double step = 0;        ///< nats
  double largest = 0;     ///< size of what a token adds, and of a number of steps, in nats
  /// Under compound densities: what the length of a document takes from each class, 0 to most_length
  /// tokens x stride, and the largest size of that.
  LargeArray<double> lengths = {};
  double largest_length = 0;
  const Index* places = nullptr;  ///< where words stand in the table; null: as here
  /// Whether words are marked in the lane behind the last class: each occurrence of one that has no place
  /// of its own. Those that occur more often than twice are told apart while documents are packed.
  bool marks = false;
  [[nodiscard]] Index mark() const { return classes; }
};

/// Finds the label of each document, the class of the highest log joint as WordScores finds it; -1
/// where classes are too close to each other for steps to tell, and for documents that are missing, or
/// long, or hold fractional counts or words that share a place.
/// in    table: the one of which the steps were made;  priors: one a class: where its log joint begins
/// out   label: one a row
/// cost  linear in the stored values times the classes, a quarter of what WordScores reads
void find_word_labels(const WordSteps& steps, const WordTable& table, const WordRows& documents,
                      const RowSpan& rows, std::span<const double> priors, std::span<Code> label);

}  // namespace credence::detail
