#pragma once
// Log densities of documents while their vocabulary grows word by word.
#include <array>
#include <credence/base/sum.hpp>
#include <credence/detail/predict/score_tile.hpp>
#include <credence/learn/model_posterior.hpp>
#include <cstdint>
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
  /// Adds the log density of each document to log joints, nats; nothing for classes that are not
  /// evaluated. Joints of -inf stay.
  /// in    joints: of these rows; at least one word has joined
  /// cost  rows x classes
  void add_to(const ScoreTile& joints) const;

 private:
  struct Holder {
    std::size_t document = 0;
    double count = 0;
  };

  // ln Gamma(total + length) - ln Gamma(total) for each short length up to the longest that a
  // document has; 0 behind them.
  static constexpr std::size_t short_lengths = 256;
  static constexpr std::size_t padding = 8;
  using Rises = std::array<double, short_lengths + padding>;
  [[nodiscard]] Rises rises_above(double total) const;
  // Where a length stands in the table; `short_lengths` where it does not.
  [[nodiscard]] static std::int64_t place_of_length(double length);
  void lengthen(const Holder& holder);

  [[nodiscard]] bool take_documents(const FeatureFacts& feature, const BoundTable& bound,
                                    std::span<const Index> rows);

  std::vector<std::vector<double>> weights_;  // classes x words; none of a class not evaluated
  std::vector<std::vector<Holder>> holders_;  // of each word
  std::vector<CompensatedSum> totals_;        // of the weights that joined, by class
  std::vector<double> lengths_;               // of the documents, in words that joined
  std::vector<std::int64_t> places_;          // of these lengths in the table
  std::array<Index, short_lengths + 1> documents_of_ = {};  // of each length
  std::size_t stride_ = 0;    // rows, and room up to a multiple of `padding`
  std::vector<double> sums_;  // classes x stride: of the words that joined
};

}  // namespace credence::detail
