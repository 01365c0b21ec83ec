#pragma once
// A posterior while it learns, and what became of the rows.
#include <credence/data/infer.hpp>

#include <string>
#include <utility>
#include <vector>

#include "answers/fit_flags.hpp"
#include "console/console.hpp"

namespace credence::tool {

/// Rows of data, by what becomes of them.
struct RowCounts {
  Index rows = 0;
  Index without_label = 0;
  Index weightless = 0;  ///< with a label, but of weight 0

  [[nodiscard]] Index learned() const { return rows - without_label - weightless; }
};

/// Throws UsageError for flags that have no place beside the posterior that they update, and
/// Error{version} for a source that it has.
void check_update(const FitFlags& flags, const RecordedPosterior& recorded);

/// Learns from one table after another, in as many parts as there are.
///
///     Learner learner(empty_posterior(model), flags);
///     learner.learn(table);
///     learner.note_rows(console);
class Learner {
 public:
  /// in      provenance: the record of what the posterior has learned
  Learner(Posterior<Model> posterior, const FitFlags& flags, Provenance provenance = {});

  /// Adds the rows of a table.
  /// throws  Error as bind, row_weights and observe
  void learn(const Table& table);
  /// Adds the rows of a table that was bound to the model.
  void learn(BoundTable bound);
  /// Finds what a structure needs all rows for once they were learned, from these rows: weights that are
  /// stacked, features that are selected.
  /// throws  UsageError where sums are exact; as learn_structured
  void find_structure(const Table& table, Console& console);
  /// Finds the weights that the flags ask for, from the rows of a table that was learned.
  /// throws  as with_feature_weights
  void find_weights(const Table& table, const WeightFlags& weights, Estimator estimator);
  /// Says how many rows were skipped, and which cells a word marked as missing. Throws
  /// Error{schema} when no row had a class.
  void note_rows(Console& console) const;

  [[nodiscard]] const Posterior<Model>& posterior() const { return posterior_; }
  /// Returns the posterior and goes on with another one of the same model; the counts of rows stay.
  [[nodiscard]] Posterior<Model> take(const Posterior<Model>& next) {
    return std::exchange(posterior_, next);
  }
  [[nodiscard]] const RowCounts& counts() const { return counts_; }
  /// Adds what became of the rows of other processes, and their missing-value words.
  /// in      file: in which they stand; empty for none
  void add_counts(const RowCounts& counts, const std::vector<MissingWord>& missing_words,
                  const std::string& file);
  [[nodiscard]] const std::vector<MissingWord>& missing_words() const { return missing_words_; }
  /// Returns the file of the rows that were learned last; empty before any.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// Returns the record of the rows, with the source that the flags name.
  [[nodiscard]] const Provenance& provenance() const { return provenance_; }

 private:
  void count(const BoundTable& bound);

  Posterior<Model> posterior_;
  Provenance provenance_;
  InputFlags input_;
  std::string weight_;
  std::optional<double> discount_rows_;
  std::string file_;
  RowCounts counts_;
  std::vector<MissingWord> missing_words_;
  LearningWorkspace work_;
};

}  // namespace credence::tool
