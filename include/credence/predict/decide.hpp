#pragma once
// From probabilities to decisions: abstaining, and the action of least expected loss.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/data/table.hpp>
#include <credence/detail/base/place.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// Returns whether an answer of this probability is too unsure to be given: it is below the
/// threshold.
/// throws  Error{domain} for NaN, as the two below
[[nodiscard]] bool abstains(double probability, double threshold);

/// Returns the same where the probability itself is known only up to an interval: its lower end is
/// below the threshold, so that the interval straddles it or lies below.
[[nodiscard]] bool abstains(const Interval& probability, double threshold);

/// Returns whether the threshold lies inside the interval.
[[nodiscard]] bool straddles(const Interval& probability, double threshold);

/// The loss of each action under each true class.
///
///     const LossTable loss{.actions = {"treat", "wait"}, .classes = {"healthy", "ill"},
///                          .losses = {1, 0, 0, 10}};
struct LossTable {
  std::vector<std::string> actions{};
  std::vector<std::string> classes{};
  std::vector<double> losses{};  ///< actions x classes, row-major; any unit

  /// Returns the loss of an action under a class, by their positions.
  /// throws  Error{shape} for an unknown one
  [[nodiscard]] double loss(Index action, Index klass) const {
    return losses[detail::place_in_matrix("action", action, "class", klass, classes.size(),
                                          losses.size())];
  }
  friend bool operator==(const LossTable&, const LossTable&) = default;
};

/// Refuses losses that cannot be weighed by probabilities.
/// throws  Error{shape} unless there is one for each action and class; Error{domain} naming action
///         and class of one that is not finite or above 1e150 in size
void check(const LossTable& loss);

/// Returns the losses that a table holds: a column `action` of names, and a column of numbers for
/// each class.
/// in      classes: those of the classifier, whose order the result has
/// throws  Error{schema} for a column that is missing or names no class, or an action that stands
///         twice; Error{parse} with the place of a cell that is no number; Error{domain} with the
///         place of one that is missing or above 1e150 in size, and for a table without rows
[[nodiscard]] LossTable loss_table(const Table& table, const std::vector<std::string>& classes);

/// Returns the expected loss of each action.
/// in      probabilities: one for each class of the losses, in their order
/// throws  Error{shape} for another number of probabilities than classes; as check
[[nodiscard]] std::vector<double> expected_losses(const LossTable& loss,
                                                  std::span<const double> probabilities);

/// Returns the position of the smallest; the earlier one of equals.
/// throws  Error{shape} for none, Error{domain} for NaN
[[nodiscard]] Index least_loss(std::span<const double> expected_losses);

}  // namespace credence
