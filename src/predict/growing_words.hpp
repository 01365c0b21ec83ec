#pragma once
// Log densities of documents while their vocabulary grows word by word.
#include <credence/base/sum.hpp>
#include <credence/learn/model_posterior.hpp>
#include <optional>
#include <span>
#include <vector>

namespace credence::detail {

/// Log densities of documents under the posterior predictive of the words that joined. A word that
/// joins moves the documents that hold it; the others change by their length alone.
class GrowingWords {
 public:
  /// Returns none for a family of another kind, where the weight of a word may depend on the words
  /// beside it, a document is missing, or a count is none.
  /// in    one: its only feature is a text of all words that may join;  bound: its only block holds
  ///       the text;  rows: positions in the table;  log_class_probabilities: -inf for a class
  ///       that is not evaluated
  /// cost  linear in the stored words
  [[nodiscard]] static std::optional<GrowingWords> of(
      const Posterior<Model>& one, const BoundTable& bound, std::span<const Index> rows,
      const std::vector<double>& log_class_probabilities);

  /// Lets a word join, which has not joined yet.
  /// in    word: position in the feature
  /// cost  documents that hold it x classes
  void add(Index word);
  /// Returns the log density of each document: rows x classes, row-major; nats. 0 for classes that
  /// are not evaluated.
  /// in    at least one word has joined
  /// cost  rows x classes
  [[nodiscard]] std::vector<double> terms() const;

 private:
  struct Holder {
    std::size_t document = 0;
    double count = 0;
  };

  [[nodiscard]] bool take_documents(const FeatureFacts& feature, const BoundTable& bound,
                                    std::span<const Index> rows);

  std::vector<std::vector<double>> weights_;  // classes x words; none of a class not evaluated
  std::vector<std::vector<Holder>> holders_;  // of each word
  std::vector<CompensatedSum> totals_;        // of the weights that joined, by class
  std::vector<double> lengths_;               // of the documents, in words that joined
  std::vector<double> sums_;                  // rows x classes: of the words that joined
};

}  // namespace credence::detail
