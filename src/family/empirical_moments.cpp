// Normal-inverse-gamma priors found from the moments of several cells.
#include <credence/base/special.hpp>
#include <credence/detail/family/normal_estimates.hpp>
#include <credence/family/empirical_prior.hpp>

#include <algorithm>
#include <cmath>

#include "base/climb.hpp"
#include "family/empirical_limits.hpp"

namespace credence::detail {
namespace {

using List = std::vector<double>;

// Places of the four numbers that are searched: the mean, in units of the column's spread, and
// logarithms. The size is scale / shape: as the shape grows at a fixed size all variances become
// that size, as the mean weight grows all means become the mean.
enum Place : std::size_t { mean, weight, shape, size, places };

// Second derivatives of one cell, by mean, mean weight, shape and scale, and first ones; each by
// the logarithm, but for the mean.
struct CellSlope {
  double gradient[places] = {};
  double bend[places][places] = {};

  void add_pair(std::size_t i, std::size_t k, double value) {
    bend[i][k] += value;
    if (i != k) bend[k][i] += value;
  }
};

// The evidence of a cell depends on the mean and its weight through the scale that the data add,
// and on the weight once more by itself.
CellSlope slope_of(const NormalInverseGamma& prior, const Moments& cell) {
  const double half = 0.5 * cell.n;
  const double distance = cell.mean - prior.mean;
  const double kappa = prior.mean_weight;
  const double own = kappa / (kappa + cell.n);  // share of the prior in the mean
  const double other = cell.n / (kappa + cell.n);
  const double added = added_scale(prior, cell);
  const double end = prior.scale + added;
  const double part = prior.scale / end;
  const double rest = prior.shape + half;
  // The added scale: first and second derivatives by mean and logarithm of the weight.
  const double by_mean = -cell.n * own * distance;
  const double by_weight = 0.5 * distance * distance * cell.n * own * other;
  const double mean_twice = cell.n * own;
  const double mean_weight = -cell.n * own * other * distance;
  const double weight_twice = by_weight * (other - own);
  const double pull = rest / end;

  CellSlope slope;
  slope.gradient[mean] = -pull * by_mean;
  slope.gradient[weight] = -pull * by_weight + 0.5 * other;
  slope.gradient[shape] =
      prior.shape * (digamma_rise(prior.shape, half) - std::log1p(added / prior.scale));
  slope.gradient[size] = (prior.shape * added - half * prior.scale) / end;
  slope.add_pair(mean, mean, pull * (by_mean * by_mean / end - mean_twice));
  slope.add_pair(mean, weight, pull * (by_mean * by_weight / end - mean_weight));
  slope.add_pair(weight, weight,
                 pull * (by_weight * by_weight / end - weight_twice) - 0.5 * own * other);
  slope.add_pair(shape, mean, -prior.shape * by_mean / end);
  slope.add_pair(shape, weight, -prior.shape * by_weight / end);
  slope.add_pair(
      shape, shape,
      slope.gradient[shape] - prior.shape * prior.shape * trigamma_fall(prior.shape, half));
  slope.add_pair(shape, size, prior.shape * (added / end));
  slope.add_pair(size, mean, pull * part * by_mean);
  slope.add_pair(size, weight, pull * part * by_weight);
  slope.add_pair(size, size, -rest * part * (added / end));
  return slope;
}

// From derivatives by shape and scale to those by shape and size: a step in shape moves both.
void follow_shape(CellSlope& slope) {
  slope.gradient[shape] += slope.gradient[size];
  for (std::size_t i = 0; i < places; ++i) slope.bend[shape][i] += slope.bend[size][i];
  for (std::size_t i = 0; i < places; ++i) slope.bend[i][shape] += slope.bend[i][size];
}

class MomentsProblem {
 public:
  explicit MomentsProblem(const std::vector<Moments>& cells) : cells_(cells) {
    least_mean_ = greatest_mean_ = cells.front().mean;
    for (const Moments& cell : cells) {
      weight_ += cell.n;
      least_mean_ = std::min(least_mean_, cell.mean);
      greatest_mean_ = std::max(greatest_mean_, cell.mean);
    }
    highest_ = std::log(strongest_of(weight_));
  }

  [[nodiscard]] static NormalInverseGamma prior_at(const List& at) {
    return {.mean = at[mean],
            .mean_weight = std::exp(at[weight]),
            .shape = std::exp(at[shape]),
            .scale = std::exp(at[shape] + at[size])};
  }

  [[nodiscard]] double value(const List& at) const {
    const NormalInverseGamma prior = prior_at(at);
    double sum = 0;
    for (const Moments& cell : cells_) sum += log_evidence_of_moments(prior, cell);
    return sum;
  }

  [[nodiscard]] Slope slope(const List& at) const {
    const NormalInverseGamma prior = prior_at(at);
    CellSlope sum;
    for (const Moments& cell : cells_) {
      CellSlope part = slope_of(prior, cell);
      follow_shape(part);
      for (std::size_t i = 0; i < places; ++i) {
        sum.gradient[i] += part.gradient[i];
        for (std::size_t k = 0; k < places; ++k) sum.bend[i][k] += part.bend[i][k];
      }
    }
    return with_limits(at, sum);
  }

  // The mean of the prior is a weighted mean of those of the cells.
  void clip(List& at) const {
    at[mean] = std::clamp(at[mean], least_mean_, greatest_mean_);
    at[weight] = std::min(at[weight], highest_);
    at[shape] = std::min(at[shape], highest_);
  }
  [[nodiscard]] double rounding() const { return 1e-13 * (1 + weight_); }
  [[nodiscard]] double highest() const { return highest_; }

 private:
  // A number at its limit that would go beyond it stays where it is.
  [[nodiscard]] Slope with_limits(const List& at, const CellSlope& sum) const {
    Slope slope{.gradient = List(places), .curvature = List(places * places), .shared = {}};
    const auto held = [&](std::size_t i) {
      return (i == weight || i == shape) && at[i] >= highest_ && sum.gradient[i] > 0;
    };
    for (std::size_t i = 0; i < places; ++i) {
      slope.gradient[i] = held(i) ? 0 : sum.gradient[i];
      for (std::size_t k = 0; k < places; ++k)
        slope.curvature[i * places + k] =
            held(i) || held(k) ? (i == k ? 1.0 : 0.0) : -sum.bend[i][k];
    }
    return slope;
  }

  const std::vector<Moments>& cells_;
  double weight_ = 0;
  double least_mean_ = 0;
  double greatest_mean_ = 0;
  double highest_ = 0;
};

// Cells whose values differ, in units of their pooled spread about their pooled mean.
struct Standardised {
  std::vector<Moments> cells;
  double centre = 0;
  double spread = 1;
};

Standardised standardised(std::span<const Moments> cells) {
  Standardised result;
  Moments pooled;
  for (const Moments& cell : cells) {
    if (!(cell.sum_of_squares > 0)) continue;
    result.cells.push_back(cell);
    pooled.merge(cell);
  }
  if (result.cells.empty()) return result;
  result.centre = pooled.mean;
  result.spread = std::sqrt(pooled.variance());
  for (Moments& cell : result.cells) {
    cell.mean = (cell.mean - result.centre) / result.spread;
    cell.sum_of_squares = cell.sum_of_squares / result.spread / result.spread;
  }
  return result;
}

List first_place(const Standardised& data, const NormalInverseGamma& prior) {
  return {(prior.mean - data.centre) / data.spread, std::log(prior.mean_weight),
          std::log(prior.shape), std::log(prior.scale / prior.shape) - 2 * std::log(data.spread)};
}

// A few classes can leave two maxima, one with a firm and one with a loose belief: each number that
// tells how firm starts from three sizes.
std::vector<List> first_places(const Standardised& data) {
  double squares = 0;
  double count = 0;
  for (const Moments& cell : data.cells) {
    squares += cell.sum_of_squares;
    count += cell.n;
  }
  std::vector<List> starts;
  for (const double firmness_of_mean : {1.0, 0.01, 100.0})
    for (const double firmness_of_spread : {1.0, 0.1, 100.0})
      starts.push_back(
          {0, std::log(firmness_of_mean), std::log(firmness_of_spread), std::log(squares / count)});
  return starts;
}

Summit highest_summit(const MomentsProblem& problem, const std::vector<List>& starts,
                      int most_steps) {
  Summit best = climb(problem, starts.front(), most_steps);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    Summit other = climb(problem, starts[i], most_steps);
    if (other.value > best.value + problem.rounding()) best = std::move(other);
  }
  return best;
}

}  // namespace

EmpiricalPrior<NormalInverseGamma> empirical_moments(
    std::span<const Moments> cells, const EmpiricalSearch<NormalInverseGamma>& search,
    std::string_view family) {
  const Standardised data = standardised(cells);
  if (data.cells.size() < 2)
    throw too_few_cells(Automatic::empirical, family, "whose values differ", data.cells.size());
  const MomentsProblem problem(data.cells);
  const auto starts =
      search.start ? std::vector<List>{first_place(data, *search.start)} : first_places(data);
  Summit top = highest_summit(problem, starts, search.most_steps);
  for (const std::size_t firmness : {weight, shape}) {
    List limit = top.at;
    limit[firmness] = problem.highest();
    go_on_to_limit(problem, std::move(limit), top);
  }
  EmpiricalPrior<NormalInverseGamma> found{
      .prior = MomentsProblem::prior_at(top.at), .steps = top.steps, .converged = top.converged};
  found.prior.mean = data.centre + found.prior.mean * data.spread;
  found.prior.scale *= data.spread * data.spread;
  if (top.at[weight] >= problem.highest())
    found.notes.push_back(note_of_strongest("mean_weight", found.prior.mean_weight));
  if (top.at[shape] >= problem.highest())
    found.notes.push_back(note_of_strongest("shape", found.prior.shape));
  const auto with_data = static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(), [](const Moments& cell) { return cell.n > 0; }));
  if (with_data > data.cells.size())
    found.notes.push_back(
        note_of_left_out(with_data - data.cells.size(), "whose values do not differ"));
  if (!top.converged) found.notes.push_back(note_of_unfinished(top.steps));
  return found;
}

}  // namespace credence::detail
