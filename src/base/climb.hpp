#pragma once
// The way up a smooth function of a few numbers, each step checked.
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace credence {

/// How a function rises at a point, and how it bends. The curvature is minus the matrix of second
/// derivatives: a full matrix (row-major), or a diagonal less the outer product of `shared`.
struct Slope {
  std::vector<double> gradient;
  std::vector<double> curvature;  ///< n x n entries, or n where only the diagonal is stored
  std::vector<double> shared;     ///< n entries beside a diagonal; empty beside a full matrix
};

/// Where a climb ended.
struct Summit {
  std::vector<double> at;
  double value = 0;
  int steps = 0;
  bool converged = false;
};

namespace detail {
/// Solves (curvature + damping) step = gradient; nothing where that matrix is not positive
/// definite.
[[nodiscard]] std::optional<std::vector<double>> damped_step(const Slope& slope, double damping);

/// Returns the step of largest promise whose entries stay within the radius, up to a small share of
/// it.
[[nodiscard]] std::vector<double> step_within(const Slope& slope, double radius);

/// Returns the gain that the slope promises for a step.
[[nodiscard]] double promised_gain(const Slope& slope, std::span<const double> step);

[[nodiscard]] double largest_entry(std::span<const double> values);

/// Returns the step from one point to another.
[[nodiscard]] std::vector<double> difference(std::span<const double> to,
                                             std::span<const double> from);

// Longest step of one number, and the shortest that is worth a try.
inline constexpr double longest_step = 4;
inline constexpr double shortest_step = 1e-14;

template <class Problem>
[[nodiscard]] std::vector<double> moved(const Problem& problem, std::vector<double> at,
                                        const std::vector<double>& step) {
  for (std::size_t i = 0; i < at.size(); ++i) at[i] += step[i];
  problem.clip(at);
  return at;
}

/// One step up from a point, of at most the radius, which grows and shrinks by how well the slope
/// foretold the gain; false where none improves.
template <class Problem>
bool step_up(const Problem& problem, const Slope& slope, double& radius, Summit& best) {
  while (radius > shortest_step) {
    const std::vector<double> step = step_within(slope, radius);
    const double size = largest_entry(step);
    std::vector<double> next = moved(problem, best.at, step);
    const double value = problem.value(next);
    if (value > best.value) {
      const bool foretold = value - best.value > 0.5 * promised_gain(slope, step);
      if (foretold && size > 0.5 * radius) radius = std::min(2 * radius, longest_step);
      best.at = std::move(next);
      best.value = value;
      return true;
    }
    radius = std::min(size, radius) / 4;
  }
  return false;
}
}  // namespace detail

/// Climbs to a maximum by Newton's steps within a radius, so that it also leaves places where the
/// function bends upwards. The value never falls by more than its own rounding, `rounding`.
/// in      problem: value(at), slope(at), clip(at), which moves a point into the allowed set, and
///         rounding(), how far a value may be off;  most_steps: when to give up
/// out     converged when the last step promised less than the rounding of the value and steps no
///         longer shrink: then the gradient is zero up to its own rounding; or when no step improves
///         and the whole one, cut to what is allowed, promises no more than that rounding
/// cost    one slope and a few values for each step; some ten to thirty steps
template <class Problem>
[[nodiscard]] Summit climb(const Problem& problem, std::vector<double> start, int most_steps) {
  problem.clip(start);
  Summit best{.at = std::move(start), .value = 0, .steps = 0, .converged = false};
  best.value = problem.value(best.at);
  double radius = 1;
  double last = std::numeric_limits<double>::infinity();
  for (; best.steps < most_steps; ++best.steps) {
    const Slope slope = problem.slope(best.at);
    const std::vector<double> step = detail::step_within(slope, 1);
    const double size = detail::largest_entry(step);
    // Below the rounding of the value only the gradient tells better from worse: Newton's steps
    // shrink until they reach its rounding.
    if (detail::promised_gain(slope, step) <= problem.rounding()) {
      std::vector<double> next = detail::moved(problem, best.at, step);
      const double value = problem.value(next);
      best.converged = size >= 0.5 * last || size <= detail::shortest_step ||
                       !(value >= best.value - problem.rounding());
      if (best.converged) return best;
      best.at = std::move(next);
      best.value = value;
      last = size;
    } else if (!detail::step_up(problem, slope, radius, best)) {
      // No step improves, however short: what is promised may lie beyond what is allowed.
      const auto allowed = detail::difference(detail::moved(problem, best.at, step), best.at);
      best.converged = detail::promised_gain(slope, allowed) <= problem.rounding();
      return best;
    }
  }
  return best;
}

}  // namespace credence
