#pragma once
// The search for a prior of three numbers, whose evidence is written once.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/jet.hpp"
#include "family/empirical_starts.hpp"

namespace credence::detail {

/// Three numbers of a prior that are searched, as functions of themselves.
using ThreeJets = std::array<Jet<3>, 3>;

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Where the search for the three numbers goes: one that tells how firm the prior is has a highest.
struct ThreeLimits {
  std::array<double, 3> lowest = {-unlimited, -unlimited, -unlimited};
  std::array<double, 3> highest = {unlimited, unlimited, unlimited};
};

/// The evidence of some cells by three numbers, of which the second is the logarithm of how firm the
/// prior is.
/// Own    static Prior prior_at(at): what they stand for; static Jet<3> evidence(numbers, cell): the
///        log evidence of a cell, but for what does not depend on them
template <class Own, class Statistics>
class ThreeNumbers {
 public:
  /// in  cells: outlive this object;  weight: of their data
  ThreeNumbers(std::span<const Statistics> cells, double weight, ThreeLimits limits)
      : cells_(cells), weight_(weight), limits_(limits) {}

  [[nodiscard]] double value(const std::vector<double>& at) const {
    const auto prior = Own::prior_at(at);
    double sum = 0;
    for (const Statistics& cell : cells_) sum += log_evidence(prior, cell);
    return sum;
  }

  [[nodiscard]] Slope slope(const std::vector<double>& at) const {
    const ThreeJets numbers{Jet<3>::place(0, at[0]), Jet<3>::place(1, at[1]),
                            Jet<3>::place(2, at[2])};
    Jet<3> sum;
    for (const Statistics& cell : cells_) sum += Own::evidence(numbers, cell);
    Slope slope{.gradient = {sum.slope.begin(), sum.slope.end()},
                .curvature = {sum.bend.begin(), sum.bend.end()},
                .shared = {}};
    std::vector<bool> at_limit;
    for (std::size_t i = 0; i < 3; ++i) at_limit.push_back(at[i] >= limits_.highest[i]);
    hold(at_limit, slope);
    return slope;
  }

  void clip(std::vector<double>& at) const {
    for (std::size_t i = 0; i < 3; ++i)
      at[i] = std::clamp(at[i], limits_.lowest[i], limits_.highest[i]);
  }
  [[nodiscard]] double rounding() const { return 1e-13 * (1 + weight_); }

  /// Climbs from each start, and goes on to the firmest prior where its evidence is no lower.
  /// in  pooled: the first number of all data together, which is best for the firmest prior
  [[nodiscard]] Summit top(const std::vector<std::vector<double>>& starts, double pooled,
                           int most_steps) const {
    Summit top = highest_summit(*this, starts, most_steps);
    std::vector<double> limit = top.at;
    limit[1] = limits_.highest[1];
    go_on_to_limit(*this, limit, top);
    limit[0] = pooled;
    climb_along_limit(*this, std::move(limit), 1, most_steps, top);
    return top;
  }

 private:
  std::span<const Statistics> cells_;
  double weight_;
  ThreeLimits limits_;
};

/// Returns the prior that was found, without its evidence.
template <class Prior>
[[nodiscard]] EmpiricalPrior<Prior> found_at(const Summit& top, Prior prior) {
  EmpiricalPrior<Prior> found{.prior = std::move(prior),
                              .log_evidence = 0,
                              .steps = top.steps,
                              .converged = top.converged,
                              .notes = {}};
  if (!top.converged) found.notes.push_back(note_of_unfinished(top.steps));
  return found;
}

/// Returns the cells that have data; Error{undefined} for fewer than two.
template <class Statistics>
[[nodiscard]] std::vector<Statistics> cells_with_data(std::span<const Statistics> cells,
                                                      std::string_view family) {
  std::vector<Statistics> found = cells_seen(cells);
  if (found.size() < 2)
    throw too_few_cells(Automatic::empirical, family, "with data", found.size());
  return found;
}

}  // namespace credence::detail
