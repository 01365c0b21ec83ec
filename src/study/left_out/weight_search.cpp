// Least points of convex functions of weights that are at least 0.
#include "study/left_out/weight_search.hpp"

#include <cmath>
#include <deque>

#include "base/solve.hpp"

namespace credence::detail {
namespace {

using Eigen::VectorXd;

constexpr double enough = 1e-8;      // of a projected gradient
constexpr double sufficient = 1e-4;  // of the fall that the gradient promises
constexpr double rounding = 1e-14;   // of a value: a smaller promise cannot be checked by it

VectorXd within_bounds(const WeightProblem& problem, const VectorXd& at) {
  return at.cwiseMax(0.0).cwiseMin(problem.upper);
}

// Whether a weight is held at a bound, or so close to it that the next step would end there.
bool is_held(const WeightProblem& problem, double at, double gradient, double margin) {
  return (at <= margin && gradient > 0) || (at >= problem.upper - margin && gradient < 0);
}

// A point on the way from `at` along a direction, cut to the bounds, whose value falls enough.
struct SearchStep {
  VectorXd to;
  bool found = false;
};

SearchStep line_search(const WeightProblem& problem, const VectorXd& at, const WeightedLoss& here,
                       const VectorXd& direction) {
  for (double length = 1; length > 1e-12; length /= 2) {
    SearchStep move{.to = within_bounds(problem, at + length * direction)};
    const double promised = here.gradient.dot(move.to - at);
    if (promised > 0) continue;
    const double value = weighted_loss(problem, move.to, Slopes::none).value;
    const double slack = rounding * (1 + std::abs(here.value));
    move.found = value <= here.value + sufficient * promised + (-promised < slack ? slack : 0);
    if (move.found && move.to != at) return move;
  }
  return {};
}

// How close to a bound a weight is held there [bertsekas1982].
double margin_of(const WeightProblem& problem, const VectorXd& at, const VectorXd& gradient) {
  return std::min(1e-3, (at - within_bounds(problem, at - gradient)).norm());
}

// Newton's step for the weights that are free; down the gradient for those held near a bound.
VectorXd newton_direction(const WeightProblem& problem, const VectorXd& at,
                          const WeightedLoss& here) {
  const double margin = margin_of(problem, at, here.gradient);
  std::vector<Eigen::Index> free;
  VectorXd direction = -here.gradient;
  for (Eigen::Index j = 0; j < at.size(); ++j) {
    if (is_held(problem, at[j], here.gradient[j], margin))
      direction[j] /= std::max(here.curvature(j, j), 1e-300);
    else
      free.push_back(j);
  }
  const auto count = static_cast<Eigen::Index>(free.size());
  Eigen::MatrixXd curvature(count, count);
  VectorXd gradient(count);
  for (Eigen::Index a = 0; a < count; ++a) {
    const Eigen::Index j = free[static_cast<std::size_t>(a)];
    gradient[a] = here.gradient[j];
    for (Eigen::Index b = 0; b <= a; ++b)
      curvature(a, b) = here.curvature(j, free[static_cast<std::size_t>(b)]);
    curvature(a, a) = std::max(curvature(a, a), 1e-300);
  }
  const auto step = detail::solve_positive_definite(curvature, gradient);
  for (Eigen::Index a = 0; step && a < count; ++a)
    if (std::isfinite((*step)[a])) direction[free[static_cast<std::size_t>(a)]] = -(*step)[a];
  return direction;
}

// The last steps and what they did to the gradient: an inverse curvature [nocedal1980].
class Memory {
 public:
  void add(const VectorXd& step, const VectorXd& change) {
    if (step.dot(change) <= 1e-14 * change.squaredNorm()) return;
    pairs_.push_back({step, change});
    if (pairs_.size() > most) pairs_.pop_front();
  }
  void forget() { pairs_.clear(); }
  [[nodiscard]] bool empty() const { return pairs_.empty(); }
  // The inverse curvature times a gradient whose held entries are 0, by steps among the free ones.
  [[nodiscard]] VectorXd times(const VectorXd& gradient, const VectorXd& free) const {
    VectorXd q = gradient;
    std::vector<double> taken(pairs_.size());
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      const VectorXd step = pairs_[k].step.cwiseProduct(free);
      const double along = step.dot(pairs_[k].change);
      if (along <= 0) continue;
      taken[k] = step.dot(q) / along;
      q -= taken[k] * pairs_[k].change.cwiseProduct(free);
    }
    if (!pairs_.empty()) q *= scale();
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const VectorXd step = pairs_[k].step.cwiseProduct(free);
      const double along = step.dot(pairs_[k].change);
      if (along <= 0) continue;
      q += (taken[k] - pairs_[k].change.cwiseProduct(free).dot(q) / along) * step;
    }
    return q;
  }

 private:
  struct Pair {
    VectorXd step;
    VectorXd change;
  };
  static constexpr std::size_t most = 20;

  [[nodiscard]] double scale() const {
    return pairs_.back().step.dot(pairs_.back().change) / pairs_.back().change.squaredNorm();
  }

  std::deque<Pair> pairs_;
};

VectorXd limited_direction(const WeightProblem& problem, const VectorXd& at,
                           const WeightedLoss& here, const Memory& memory) {
  const double margin = margin_of(problem, at, here.gradient);
  VectorXd free = VectorXd::Ones(at.size());
  for (Eigen::Index j = 0; j < at.size(); ++j)
    if (is_held(problem, at[j], here.gradient[j], margin)) free[j] = 0;
  const VectorXd step = memory.times(here.gradient.cwiseProduct(free), free);
  VectorXd direction = -step - here.gradient.cwiseProduct(VectorXd::Ones(at.size()) - free);
  if (direction.dot(here.gradient) >= 0) direction = -here.gradient;
  return direction;
}

}  // namespace

double projected_gradient(const WeightProblem& problem, const VectorXd& at,
                          const VectorXd& gradient) {
  double largest = 0;
  for (Eigen::Index j = 0; j < at.size(); ++j)
    if (!is_held(problem, at[j], gradient[j], 0))
      largest = std::max(largest, std::abs(gradient[j]));
  return largest;
}

VectorXd least_by_newton(const WeightProblem& problem, VectorXd start) {
  constexpr int most_steps = 100;
  VectorXd at = within_bounds(problem, start);
  for (int step = 0; step < most_steps; ++step) {
    const WeightedLoss here = weighted_loss(problem, at, Slopes::curvature);
    if (projected_gradient(problem, at, here.gradient) <= enough) break;
    SearchStep move = line_search(problem, at, here, newton_direction(problem, at, here));
    if (!move.found) break;
    at = std::move(move.to);
  }
  return at;
}

VectorXd least_by_limited_memory(const WeightProblem& problem, VectorXd start) {
  constexpr int most_steps = 2000;
  VectorXd at = within_bounds(problem, start);
  WeightedLoss here = weighted_loss(problem, at, Slopes::gradient);
  Memory memory;
  for (int step = 0; step < most_steps; ++step) {
    if (projected_gradient(problem, at, here.gradient) <= enough) break;
    SearchStep move = line_search(problem, at, here, limited_direction(problem, at, here, memory));
    if (!move.found) {
      if (memory.empty()) break;
      memory.forget();
      continue;
    }
    WeightedLoss next = weighted_loss(problem, move.to, Slopes::gradient);
    memory.add(move.to - at, next.gradient - here.gradient);
    at = std::move(move.to);
    here = std::move(next);
  }
  return at;
}

}  // namespace credence::detail
