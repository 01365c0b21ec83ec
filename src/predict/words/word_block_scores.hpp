#pragma once
// How blocks of documents add to log joints.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/block_scores.hpp>
#include <credence/family/dirichlet_multinomial.hpp>

#include "predict/words/word_scores.hpp"

namespace credence::detail {

/// Documents of words.
class WordBlockScores {
 public:
  using Cells = CellsOf<DirichletMultinomial>;
  using Table = ScoreTable<DirichletMultinomial>;

  WordBlockScores() = default;
  WordBlockScores(const Table& table, std::span<const double> log_class_probabilities);

  [[nodiscard]] static bool fits(const Cells&, std::span<const Slots>) { return true; }
  static void fit(const Table&, const Cells&, std::span<const Slots>) {}
  [[nodiscard]] std::optional<Entry> add(const Table&, const Cells& cells,
                                         std::span<const Slots> slots, RowSpan rows,
                                         ScoreTile& tile) const;
  [[nodiscard]] std::unique_ptr<LabelFinder> label_finder(
      const Cells& cells, std::span<const Slots> slots, RowSpan rows,
      std::span<const double> log_class_probabilities) const;

 private:
  std::vector<WordScores> features_;
};

}  // namespace credence::detail
