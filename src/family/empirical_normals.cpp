// Priors found from data of normal columns of which the mean or the variance is the same everywhere.
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/empirical_constants.hpp>
#include <credence/family/normal_known_mean.hpp>
#include <credence/family/normal_known_variance.hpp>

#include <algorithm>

#include "family/empirical_jets.hpp"
#include "family/standardised.hpp"

namespace credence::detail {
namespace {

// The mean; logarithms of how many observations it is worth, and of the variance.
struct KnownVariance {
  [[nodiscard]] static NormalMeanPrior prior_at(const std::vector<double>& at) {
    return {.mean = at[0], .mean_variance = std::exp(at[2] - at[1]), .variance = std::exp(at[2])};
  }
  [[nodiscard]] static Jet<3> evidence(const ThreeJets& at, const Moments& cell) {
    const Jet<3> growth = cell.n * exp(-at[1]);
    const Jet<3> step = cell.mean - at[0];
    const Jet<3> squares = cell.sum_of_squares + cell.n * step * step / (1 + growth);
    return -0.5 * (cell.n * at[2] + log1p(growth) + squares * exp(-at[2]));
  }
};

// The mean of the prior is a weighted mean of those of the cells.
ThreeLimits limits_of(const Standardised& data) {
  return {.lowest = {data.least, -unlimited, -unlimited},
          .highest = {data.most, std::log(strongest_of(data.count)), unlimited}};
}

// The mean; logarithms of the shape, and of scale / shape.
struct KnownMean {
  [[nodiscard]] static NormalVariancePrior prior_at(const std::vector<double>& at) {
    return {.shape = std::exp(at[1]), .scale = std::exp(at[1] + at[2]), .mean = at[0]};
  }
  [[nodiscard]] static Jet<3> evidence(const ThreeJets& at, const Moments& cell) {
    const double half = 0.5 * cell.n;
    const Jet<3> shape = exp(at[1]);
    const Jet<3> scale = shape * exp(at[2]);
    const Jet<3> step = cell.mean - at[0];
    const Jet<3> added = 0.5 * (cell.sum_of_squares + cell.n * step * step);
    return log_gamma_ratio(shape, half) - shape * log1p(added / scale) - half * log(scale + added);
  }
};

}  // namespace

EmpiricalPrior<NormalMeanPrior> empirical_known_variance(
    std::span<const Moments> all_cells, const EmpiricalSearch<NormalMeanPrior>& search,
    std::string_view family) {
  const Standardised data(cells_with_data(all_cells, family));
  if (!(data.squares > 0))
    throw no_empirical_prior(
        Automatic::empirical, family,
        "needs a class whose values differ; without one the evidence grows for "
        "ever as the variance goes to 0");
  const ThreeNumbers<KnownVariance, Moments> problem(data.cells, data.count, limits_of(data));
  auto starts = starts_around(0, {1, 0.01, 100}, {std::log(data.squares / data.count), 0});
  if (search.start)
    starts = {{data.inside(search.start->mean),
               std::log(search.start->variance / search.start->mean_variance),
               std::log(search.start->variance) - 2 * std::log(data.spread)}};
  const Summit top = problem.top(starts, 0, search.most_steps);
  auto found = found_at(top, KnownVariance::prior_at(top.at));
  found.prior.mean = data.outside(found.prior.mean);
  found.prior.mean_variance *= data.spread * data.spread;
  found.prior.variance *= data.spread * data.spread;
  if (top.at[1] >= limits_of(data).highest[1])
    found.notes.push_back(note_of_strongest("variance / mean_variance",
                                            found.prior.variance / found.prior.mean_variance));
  return with_evidence(std::move(found), all_cells);
}

EmpiricalPrior<NormalVariancePrior> empirical_known_mean(
    std::span<const Moments> all_cells, const EmpiricalSearch<NormalVariancePrior>& search,
    std::string_view family) {
  const Standardised data(cells_that_differ(all_cells));
  if (data.cells.size() < 2)
    throw too_few_cells(Automatic::empirical, family, "whose values differ", data.cells.size());
  const ThreeNumbers<KnownMean, Moments> problem(data.cells, data.count, limits_of(data));
  auto starts = starts_around(0, {1, 0.1, 100}, {std::log(data.squares / data.count), 0});
  // A few cells can each pull the mean to their own, and with a loose belief the size as well.
  for (const Moments& cell : cells_to_start_from(data.cells)) {
    starts.push_back({cell.mean, 0, 0});
    starts.push_back({cell.mean, std::log(0.1), std::log(cell.sum_of_squares / cell.n)});
  }
  if (search.start)
    starts = {{data.inside(search.start->mean), std::log(search.start->shape),
               std::log(search.start->scale / search.start->shape) - 2 * std::log(data.spread)}};
  const Summit top = problem.top(starts, 0, search.most_steps);
  auto found = found_at(top, KnownMean::prior_at(top.at));
  found.prior.mean = data.outside(found.prior.mean);
  found.prior.scale *= data.spread * data.spread;
  if (top.at[1] >= limits_of(data).highest[1])
    found.notes.push_back(note_of_strongest("shape", found.prior.shape));
  add_note_of_left_out(all_cells, data.cells.size(), found.notes);
  return with_evidence(std::move(found), all_cells);
}

}  // namespace credence::detail
