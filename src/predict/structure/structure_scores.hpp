#pragma once
// Log joints of rows under a structure, wherever the terms of its groups come from.
#include <credence/detail/predict/structure_plan.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/estimator.hpp>
#include <span>
#include <vector>

namespace credence::detail {

/// Where the terms of groups come from: from a classifier, or from a posterior without each row.
/// Positions are those of rows among the rows that are scored.
class TermSource {
 public:
  virtual ~TermSource() = default;
  /// ln p(class) for a row.
  [[nodiscard]] virtual std::span<const double> class_logs(Index position) const = 0;
  /// The class that a row is left out of; -1 where none is.
  [[nodiscard]] virtual Index left_out_of(Index) const { return -1; }
  /// The weight of a row among those that it is scored by; 0 where it is none of them.
  [[nodiscard]] virtual double own_weight(Index) const { return 0; }
  /// The level that a group's parents take in each row; that behind the last for one never seen.
  virtual void find_levels(Index group, std::span<Code> levels) const = 0;
  /// The rows of a class, all or of one level of a group, that a row is scored by.
  /// in  level: -1 for all rows of the class
  [[nodiscard]] virtual double rows_of(Index group, Index level, Index klass,
                                       Index position) const = 0;
  /// Adds ln p(features of the group | class, level) to rows x classes; -inf stays.
  virtual void add(Index group, Index level, std::span<const Index> positions,
                   std::span<double> joint) = 0;
  /// The terms under the predictive, which the evidence of a model loses with a row; null where no row
  /// is left out.
  [[nodiscard]] virtual TermSource* predictive() { return nullptr; }
};

/// Returns whether a level counts that was seen in rows of this weight. One row is any at all, whatever
/// it weighs.
[[nodiscard]] inline bool is_seen_enough(double rows, double least_rows) {
  return least_rows == 1 ? rows > 0 : rows >= least_rows;
}

/// ln p(level | class) of the levels that parents take together, or ln p(class, level).
/// in  count: rows of the level and class;  of_class: of the class;  of_all: of all classes
[[nodiscard]] double own_log_term(const OwnTerms& own, double count, double of_class, double of_all,
                                  Index classes, Estimator estimator);

/// Fills rows x classes with the log joints of a structure.
/// in      positions: those to fill; joint has room for all
/// cost    one scoring of each group of each model
void score_structure(const StructurePlan& plan, Estimator estimator, TermSource& source,
                     Index classes, std::span<const Index> positions, std::span<double> joint);

/// Adds the terms of one group, or of what stands in for it, to rows x classes.
void add_group_terms(const StructurePlan& plan, Estimator estimator, TermSource& source,
                     Index classes, Index group, std::span<const Index> positions,
                     std::span<double> joint);

/// Which level of each group the rows of a table hold.
class LevelsOfRows {
 public:
  LevelsOfRows(const StructurePlan& plan, const BoundTable& bound);
  [[nodiscard]] Code level(Index group, Index row) const {
    const auto& of = groups_[static_cast<std::size_t>(group)];
    return of.level_at[static_cast<std::size_t>((*of.code_of)[static_cast<std::size_t>(row)])];
  }

 private:
  struct Group {
    const std::vector<Code>* code_of = nullptr;  // of the bound context
    std::vector<Code> level_at;                  // of each level of the data
  };
  std::vector<Group> groups_;
};

}  // namespace credence::detail
