#pragma once
// How a classifier scores rows of one table: in tiles to which every block adds, or by its structure.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/predict/classifier.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace credence::detail {

class TableScorer {
 public:
  /// Where the answers go; null: not asked for.
  struct Answers {
    Index* label = nullptr;
    double* log_joint = nullptr;        ///< rows x classes, row-major
    double* log_probability = nullptr;  ///< the same
    std::vector<bool>* impossible = nullptr;
    RowSummaries* summaries = nullptr;  ///< in the place of all others
    std::span<const Index> truth = {};  ///< of all rows, for the summaries
    Index first = 0;                    ///< of a tile among the rows asked for
  };

  /// Finds what of the classifier depends on the table.
  /// in      unseen_cells: grows by how many there are; null: the first of them throws
  /// throws  Error{schema} with the place of an unseen category
  TableScorer(const Classifier<Model>& classifier, const BoundTable& bound, RowSpan rows,
              Index* unseen_cells);
  TableScorer(const TableScorer&) = delete;
  TableScorer& operator=(const TableScorer&) = delete;

  /// Answers for all rows.
  /// throws  Error{domain} with the place of a cell that its family does not accept
  void score(const Answers& answers) const;

 private:
  class StructureTerms;

  [[nodiscard]] const AnyScores& scores_of(std::size_t block) const {
    return fitted_[block] ? *fitted_[block] : *classifier_.scores_[block];
  }
  void add(std::size_t block, RowSpan rows, ScoreTile& tile) const;
  void score_tile(RowSpan rows, ScoreTile& tile, ScoreTile& own) const;
  void answer(ScoreTile& tile, const Answers& answers) const;
  void summarise_tile(const ScoreTile& tile, const Answers& answers) const;
  [[nodiscard]] std::unique_ptr<LabelFinder> label_finder(const Answers& answers) const;
  [[nodiscard]] bool label_tile(const LabelFinder& quick, RowSpan rows, ScoreTile& tile,
                                const Answers& answers) const;
  void score_by_structure(const Answers& answers) const;
  void weigh_average(std::span<double> joint) const;

  const Classifier<Model>& classifier_;
  const Estimates& estimates_;
  std::optional<BoundTable> by_feature_;  // where features have weights
  const BoundTable& bound_;
  RowSpan rows_;
  std::vector<std::vector<Slots>> slots_;  // of each block and feature
  std::vector<Box<AnyScores>>
      fitted_;  // of blocks whose layout does not serve the table; else empty
};

}  // namespace credence::detail
