#pragma once
// The search for the prior of means and of the variances that groups of cells share.
#include <credence/data/tying.hpp>
#include <credence/detail/family/moments.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

#include "family/empirical_limits.hpp"

namespace credence::detail {

/// Moments of a class in a column, in the units of the search. Cells of one slot share the mean of
/// the prior and its weight.
struct SlotCell {
  std::size_t slot = 0;
  Moments moments;
};

/// Cells that share one variance.
using SpreadGroup = std::vector<SlotCell>;

/// The numbers of a prior: a mean and its weight for each slot, shape and scale for all groups.
struct SpreadPrior {
  std::vector<double> means;
  std::vector<double> mean_weights;
  double shape = 1;
  double scale = 1;
};

/// Returns the prior of largest evidence of groups, in units in which the column's numbers are of
/// moderate size. Groups whose values do not differ are left out, because with one of them the
/// evidence has no bound.
/// in      tying: whether the classes share a variance, so that there is one group, whose shape is held at
///         its limit without a note
/// throws  Error{undefined} for fewer than two groups whose values differ; of classes that share a
///         variance for values that do not differ, or fewer than two classes
/// cost    steps x (groups x slots^2 + slots^3)
[[nodiscard]] EmpiricalPrior<SpreadPrior> empirical_spreads(
    Tying tying, std::vector<SpreadGroup> groups, std::size_t slots,
    const EmpiricalSearch<SpreadPrior>& search, std::string_view family);

}  // namespace credence::detail
