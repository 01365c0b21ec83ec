#pragma once
// What prediction asks of a family: tables of densities, scores, beliefs, and cells that can do without
// a row.
#include <credence/base/box.hpp>
#include <credence/detail/predict/estimate.hpp>
#include <credence/detail/predict/estimate_context.hpp>
#include <credence/detail/predict/score_tile.hpp>
#include <credence/learn/any_block.hpp>
#include <memory>
#include <optional>
#include <span>
#include <typeinfo>
#include <vector>

namespace credence {

class Random;
struct LinearForm;   // predict/linear_form.hpp
struct Slots;        // detail/learn/cells.hpp
struct TermMoments;  // detail/family/term_moments.hpp

namespace detail {
class AnyMoving;   // detail/predict/any_moving.hpp
struct RowTerms;   // detail/predict/row_terms.hpp
struct CellPlace;  // detail/predict/row_terms.hpp
}  // namespace detail

/// The densities of one block under one estimator: features x classes. Who knows the family reads
/// them with `typed_table`.
class AnyTable {
 public:
  virtual ~AnyTable() = default;
  [[nodiscard]] virtual std::unique_ptr<AnyTable> clone() const = 0;
  [[nodiscard]] virtual const FamilyType& family() const = 0;
  [[nodiscard]] virtual const std::type_info& family_id() const = 0;
  [[nodiscard]] virtual Index size() const = 0;
  [[nodiscard]] virtual const FeatureFacts& feature(Index j) const = 0;
  /// The densities of one feature as a table of their own.
  [[nodiscard]] virtual std::unique_ptr<AnyTable> part(Index j) const = 0;
  /// How many terms a row's log joint may get from the block: the words of a vocabulary and the
  /// columns of one feature count each.
  [[nodiscard]] virtual Index terms() const = 0;
};

/// Finds labels of rows without their log joints. Several threads may use one.
class LabelFinder {
 public:
  virtual ~LabelFinder() = default;
  /// out  label: one a row: the class of the highest log joint; -1: the row has to be scored
  virtual void find(RowSpan rows, std::span<Code> label) const = 0;
};

/// The densities of a block laid out for scoring. One call a block and tile.
class AnyScores {
 public:
  virtual ~AnyScores() = default;
  [[nodiscard]] virtual std::unique_ptr<AnyScores> clone() const = 0;
  /// Returns whether the layout serves these cells.
  [[nodiscard]] virtual bool fits(const BoundBlock& cells, std::span<const Slots> slots) const = 0;
  /// Makes it serve them.
  virtual void fit(const AnyTable& table, const BoundBlock& cells,
                   std::span<const Slots> slots) = 0;
  /// Adds to classes x rows.
  /// out  the first entry that the family does not accept, if there is one
  [[nodiscard]] virtual std::optional<Entry> add(const AnyTable& table, const BoundBlock& cells,
                                                 std::span<const Slots> slots, RowSpan rows,
                                                 ScoreTile& tile) const = 0;
  /// Returns what finds the labels of some or all of these rows, of which the block holds all features;
  /// null where log joints are as fast. It refers to the arguments and to this object.
  [[nodiscard]] virtual std::unique_ptr<LabelFinder> label_finder(
      const BoundBlock& cells, std::span<const Slots> slots, RowSpan rows,
      std::span<const double> log_class_probabilities) const = 0;
};

/// The distribution of the parameters of one block: features x classes. Where the family is known,
/// `typed_beliefs` gives it.
class AnyBeliefs {
 public:
  virtual ~AnyBeliefs() = default;
  [[nodiscard]] virtual std::unique_ptr<AnyBeliefs> clone() const = 0;
  [[nodiscard]] virtual const FamilyType& family() const = 0;
  [[nodiscard]] virtual const std::type_info& family_id() const = 0;
  [[nodiscard]] virtual Index size() const = 0;
  [[nodiscard]] virtual const FeatureFacts& feature(Index j) const = 0;
  /// Returns one draw of every parameter, as densities.
  [[nodiscard]] virtual std::unique_ptr<AnyTable> draw(Random& random) const = 0;
  /// Returns whether the log odds of the family's cells have moments in closed form.
  [[nodiscard]] virtual bool has_moments() const = 0;
  /// Adds the moments of the features of a row to the log odds of the first class of two; only where
  /// has_moments().
  /// in      schema: of the model;  table: that was bound
  /// throws  as Classifier::predict does
  virtual void add_log_odds(const Schema& schema, const Table& table, const BoundBlock& cells,
                            RowSpan rows, std::span<TermMoments> log_odds) const = 0;
};

/// A family as prediction sees it.
class ScoredFamily {
 public:
  virtual ~ScoredFamily() = default;

  /// Returns whether scikit-learn has a counterpart of the family.
  [[nodiscard]] virtual bool known_to_scikit_learn() const = 0;
  /// Returns the largest variance of a column over all classes, where scikit-learn knows the
  /// family; else 0.
  [[nodiscard]] virtual double largest_variance(const AnyBlock& block) const = 0;
  /// Returns the densities of a block; cells without one are appended to `undefined`.
  [[nodiscard]] virtual std::unique_ptr<AnyTable> table(
      const AnyBlock& block, const EstimateContext& context,
      std::vector<UndefinedCell>& undefined) const = 0;
  /// Returns the densities of a table laid out for scoring data like those of a row-major matrix.
  [[nodiscard]] virtual std::unique_ptr<AnyScores> scores(
      const AnyTable& table, std::span<const double> log_class_probabilities) const = 0;
  /// Returns the distribution of the parameters.
  /// throws  Error{undefined} naming the column whose automatic prior has no meaning for these data
  [[nodiscard]] virtual std::unique_ptr<AnyBeliefs> beliefs(
      const AnyBlock& block, const std::vector<std::string>& classes) const = 0;
  /// Returns the cells of a block that can be scored without a row, or row by row.
  [[nodiscard]] virtual std::unique_ptr<detail::AnyMoving> moving(
      const AnyBlock& block, const EstimateContext& context) const = 0;
  /// Adds the terms of one feature of a row to an explanation.
  /// in      beliefs: null where no moments are asked for
  virtual void add_row_terms(detail::RowTerms& row, const detail::CellPlace& place,
                             const AnyTable& table, Index feature, const BoundBlock& cells,
                             const AnyBeliefs* beliefs) const = 0;
  /// Adds the terms of the features of a table to the linear form of two of its classes.
  /// throws  Error{undefined} naming the feature that has none
  virtual void add_linear_terms(LinearForm& form, const AnyTable& table, Index negative,
                                Index positive) const = 0;
};

/// Returns a family as prediction sees it. Every FamilyOf is one.
[[nodiscard]] const ScoredFamily& scored(const FamilyType& family);

}  // namespace credence
