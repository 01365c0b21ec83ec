#pragma once
// Cells of a block that are scored while their statistics change, whatever the family: without a row
// that they have learned, or row by row.
#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/predict/estimate.hpp>
#include <credence/learn/bound_table.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {
struct Slots;  // detail/learn/cells.hpp
}

namespace credence::detail {

/// Rows of a bound table that a posterior has learned.
class LearnedRows {
 public:
  /// in   bound, classes: outlive it; the classes are those of the posterior
  LearnedRows(const BoundTable& bound, std::span<const std::string> classes);
  LearnedRows(const LearnedRows&) = delete;
  LearnedRows& operator=(const LearnedRows&) = delete;
  ~LearnedRows();

  [[nodiscard]] const Table& table() const { return *bound_.table; }
  [[nodiscard]] double weight(Index row) const {
    return bound_.weights.empty() ? 1.0 : bound_.weights[static_cast<std::size_t>(row)];
  }
  /// Returns all rows of the table that count and have this class: few cells ask for them, and all
  /// rows of the table are looked at once one does. Several threads may ask.
  [[nodiscard]] std::span<const Index> of_class(Index klass) const;

 private:
  struct Found;  // the rows of each class
  const BoundTable& bound_;
  std::span<const std::string> classes_;
  std::unique_ptr<Found> found_;
};

/// Rows that are scored without themselves, and what features add to. Lists are of the rows, if not
/// said otherwise; a log joint of -inf stays what it is.
struct LeftOutRows {
  const LearnedRows& learned;
  std::span<const std::string> classes;
  std::span<const Index> rows;      ///< positions in the table
  std::span<const Index> own;       ///< the class of each
  std::span<const char> asked;      ///< whether its class has any probability without it
  std::span<const char> asked_all;  ///< rows x classes: the same of each class; as `joint`
  std::span<const double> beside;   ///< classes: -inf for one that no row of another class meets
  std::span<double> own_joint;      ///< log joints with the own class
  std::span<double> joint;          ///< rows x classes; empty where no feature moves all classes
  bool until_undefined = false;     ///< whether a feature ends at its first undefined estimate
  std::vector<UndefinedCell> undefined;  ///< each feature and class once
};

/// A row that is predicted and then learned, and the sums that its features add to.
struct RowInTurn {
  Index row = 0;
  Index own = 0;  ///< its class
  double weight = 1;
  std::span<double> joint = {};  ///< classes: log joints
  CompensatedSum evidence = {};  ///< log evidence of the row, given those before
};

/// The cells of a block that are scored one datum at a time while their statistics change, under one
/// estimator and priors in numbers. One call a block and some rows.
class AnyMoving {
 public:
  virtual ~AnyMoving() = default;
  AnyMoving(const AnyMoving&) = delete;
  AnyMoving& operator=(const AnyMoving&) = delete;

  [[nodiscard]] virtual Index size() const = 0;
  [[nodiscard]] virtual const FeatureFacts& feature(Index j) const = 0;
  /// False where an automatic prior has no meaning for the column and the estimator asks for it.
  [[nodiscard]] virtual bool scored(Index j) const = 0;
  /// Returns whether a datum of one class that is forgotten or learned moves the estimates of the
  /// others.
  [[nodiscard]] virtual bool moves_all_classes(Index j) const = 0;

  /// Adds what the features that are scored say of rows without themselves: of each row's own class,
  /// of all classes where a feature moves them. The cells themselves do not change.
  /// throws  Error{domain} with the place of a row that cannot be forgotten
  virtual void add_left_out(const BoundBlock& cells, std::span<const Slots> slots,
                            LeftOutRows& rows) const = 0;
  /// Empties all statistics; levels and priors stay.
  virtual void clear() = 0;
  /// Adds what the features say of a row by what they have learned so far, and lets them learn it.
  virtual void add_in_turn(const BoundBlock& cells, std::span<const Slots> slots,
                           RowInTurn& row) = 0;

 protected:
  AnyMoving() = default;
};

/// Error{domain}: a row that cannot be forgotten, and why.
[[nodiscard]] Error cannot_forget(const Table& table, const std::string& column, Index row,
                                  std::string_view why);

}  // namespace credence::detail
