// Priors found from data of gamma, negative binomial and von Mises columns, with the constant that the
// classes share.
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/empirical_constants.hpp>
#include <credence/family/beta_negative_binomial.hpp>
#include <credence/family/gamma_known_shape.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/von_mises_known_concentration.hpp>

#include <algorithm>
#include <limits>

#include "family/empirical_jets.hpp"

namespace credence::detail {
namespace {

// Logarithms of the mean of the numbers, of how many of them the prior is worth, and of the known shape.
struct KnownShape {
  [[nodiscard]] static GammaRatePrior prior_at(const std::vector<double>& at) {
    return {.shape = std::exp(at[1] + at[2]),
            .rate = std::exp(at[0] + at[1]),
            .known_shape = std::exp(at[2])};
  }
  [[nodiscard]] static Jet<3> evidence(const ThreeJets& at, const GammaTotals& cell) {
    const Jet<3> known = exp(at[2]);
    const Jet<3> shape = exp(at[1]) * known;
    const Jet<3> rate = exp(at[0] + at[1]);
    const Jet<3> added = known * cell.n;
    return log_gamma_ratio(shape, added) - added * log(rate + cell.total) -
           shape * log1p(cell.total / rate) + known * cell.log_total - cell.n * log_gamma(known);
  }
};

// Cells in units of the mean of all numbers.
struct InMeans {
  std::vector<GammaTotals> cells;
  double mean = 1;
  double count = 0;
  double gap = 0;  // ln(mean) - mean(ln) within the cells
};

InMeans in_means(std::vector<GammaTotals> cells) {
  InMeans data{.cells = std::move(cells)};
  double total = 0;
  for (const GammaTotals& cell : data.cells) {
    total += cell.total;
    data.count += cell.n;
    data.gap += cell.n * std::log(cell.total / cell.n) - cell.log_total;
  }
  data.gap /= data.count;
  data.mean = total / data.count;
  for (GammaTotals& cell : data.cells) {
    cell.total /= data.mean;
    cell.log_total -= cell.n * std::log(data.mean);
  }
  return data;
}

// Logarithms of the mean count, of how firm the Beta is, and of the successes. As the firmness grows
// all cells have one probability; as the successes grow at the same mean and firmness, counts become
// Poisson ones.
struct Successes {
  [[nodiscard]] static PascalPrior prior_at(const std::vector<double>& at) {
    const double odds = std::exp(at[0] - at[2]);
    const double firm = std::exp(at[1]);
    return {
        .ones = firm * (1 + odds) / odds, .zeros = firm * (1 + odds), .successes = std::exp(at[2])};
  }
  [[nodiscard]] static std::vector<double> place_of(const PascalPrior& prior) {
    const double odds = prior.zeros / prior.ones;
    return {std::log(odds * prior.successes), std::log(prior.zeros / (1 + odds)),
            std::log(prior.successes)};
  }
  [[nodiscard]] static Jet<3> evidence(const ThreeJets& at, const ValueHistogram& cell) {
    const Jet<3> odds = exp(at[0] - at[2]);
    const Jet<3> zeros = exp(at[1]) * (1 + odds);
    const Jet<3> ones = zeros / odds;
    const Jet<3> successes = exp(at[2]);
    const Jet<3> failures = total(cell);
    Jet<3> sum = log_gamma_ratio(ones, successes * cell.n) + log_gamma_ratio(zeros, failures) -
                 log_gamma_ratio(ones + zeros, successes * cell.n + failures);
    for (std::size_t i = 0; i < cell.values.size(); ++i)
      if (cell.values[i] > 0) sum += cell.weights[i] * log_gamma_ratio(successes, cell.values[i]);
    return sum;
  }
};

// The evidence at the limit of many successes, where every cell has a Gamma prior of Poisson counts.
double poisson_evidence(const std::vector<ValueHistogram>& cells, std::string_view family) {
  std::vector<CountTotals> counts;
  std::vector<RateTotals> rates;
  for (const ValueHistogram& cell : cells) {
    CountTotals& sum = counts.emplace_back();
    for (std::size_t i = 0; i < cell.values.size(); ++i)
      sum.observe(cell.values[i], cell.weights[i]);
    rates.push_back({.events = total(cell), .exposure = cell.n});
  }
  const Gamma prior = empirical_rates(rates, {}, family).prior;
  double sum = 0;
  for (const CountTotals& cell : counts) sum += log_evidence(prior, cell);
  return sum;
}

// The direction; logarithms of how many observations it is worth, and of the concentration.
struct Directions {
  [[nodiscard]] static VonMisesPrior prior_at(const std::vector<double>& at) {
    return {
        .direction = at[0], .strength = std::exp(at[1] + at[2]), .concentration = std::exp(at[2])};
  }
  [[nodiscard]] static Jet<3> evidence(const ThreeJets& at, const DirectionTotals& cell) {
    const Jet<3> concentration = exp(at[2]);
    const Jet<3> strength = exp(at[1]) * concentration;
    const Jet<3> own = concentration * cell.length();
    const Jet<3> apart = 1 - cos(at[0] - std::atan2(cell.sines, cell.cosines));
    Jet<3> square = (strength + own) * (strength + own) - 2 * strength * own * apart;
    square.value = std::max(square.value, std::numeric_limits<double>::min());
    const Jet<3> length = sqrt(square);
    return log_bessel_i0_scaled(length) - log_bessel_i0_scaled(strength) -
           cell.n * log_bessel_i0_scaled(concentration) -
           2 * strength * own * apart / (length + strength + own) -
           concentration * (cell.n - cell.length());
  }
};

}  // namespace

EmpiricalPrior<GammaRatePrior> empirical_known_shape(std::span<const GammaTotals> all_cells,
                                                     const EmpiricalSearch<GammaRatePrior>& search,
                                                     std::string_view family) {
  const InMeans data = in_means(cells_with_data(all_cells, family));
  if (!(data.gap > 1e-12))
    throw no_empirical_prior(
        Automatic::empirical, family,
        "needs a class whose values differ; without one the evidence grows for "
        "ever with 'known_shape'");
  const double highest = std::log(strongest_of(data.count));
  const double shape = shape_of_gap(data.gap);
  // Shapes take part through differences of large terms, which keep some 14 digits.
  const ThreeNumbers<KnownShape, GammaTotals> problem(data.cells, data.count * (1 + 0.04 * shape),
                                                      {.highest = {unlimited, highest, unlimited}});
  const double known = std::log(shape);
  auto starts = starts_around(0, {1, 0.1, 100}, {known, known - 1});
  // Classes many decades apart leave the mean of all numbers to the largest.
  double middle = 0;
  for (const GammaTotals& cell : data.cells)
    middle += std::log(cell.total / cell.n) / static_cast<double>(data.cells.size());
  if (middle < -5) starts.push_back({middle, std::log(0.1), known});
  if (search.start) {
    const GammaRatePrior& at = *search.start;
    const double worth = std::log(at.shape / at.known_shape);
    starts = {{std::log(at.rate / data.mean) - worth, worth, std::log(at.known_shape)}};
  }
  const Summit top = problem.top(starts, 0, search.most_steps);
  auto found = found_at(top, KnownShape::prior_at(top.at));
  found.prior.rate *= data.mean;
  if (top.at[1] >= highest) found.notes.push_back(note_of_strongest("shape", found.prior.shape));
  return with_evidence(std::move(found), all_cells);
}

EmpiricalPrior<PascalPrior> empirical_successes(std::span<const ValueHistogram> all_cells,
                                                const EmpiricalSearch<PascalPrior>& search,
                                                std::string_view family) {
  const std::vector<ValueHistogram> cells = cells_with_data(all_cells, family);
  double count = 0;
  double failures = 0;
  for (const ValueHistogram& cell : cells) {
    count += cell.n;
    failures += total(cell);
  }
  if (!(failures > 0))
    throw no_empirical_prior(Automatic::empirical, family, "needs a count above 0");
  const double mean = failures / count;
  const double highest = std::log(strongest_of(count + failures));
  // So many successes that counts differ from Poisson ones by less than chance in 1e9 rows.
  const double most = std::log(1e5 * std::max(1.0, mean));
  // Failures take part through differences of large terms, which keep some 14 digits.
  const ThreeNumbers<Successes, ValueHistogram> problem(cells, count + 0.04 * failures,
                                                        {.highest = {unlimited, highest, most}});
  auto starts = starts_around(std::log(mean), {1, 0.1, 100}, {-1, 1, 3});
  if (search.start) starts = {Successes::place_of(*search.start)};
  const Summit top = problem.top(starts, std::log(mean), search.most_steps);
  const bool finished = top.steps < search.most_steps;
  if (finished && poisson_evidence(cells, family) >= top.value - 1e-9 * (1 + count + failures))
    throw no_empirical_prior(
        Automatic::empirical, family,
        "needs counts that spread more within classes than Poisson counts: the evidence grows for "
        "ever with 'successes', towards that of family 'poisson'");
  auto found = found_at(top, Successes::prior_at(top.at));
  if (top.at[1] >= highest) found.notes.push_back(note_of_strongest("ones", found.prior.ones));
  return with_evidence(std::move(found), all_cells);
}

EmpiricalPrior<VonMisesPrior> empirical_directions(std::span<const DirectionTotals> all_cells,
                                                   const EmpiricalSearch<VonMisesPrior>& search,
                                                   std::string_view family) {
  const std::vector<DirectionTotals> cells = cells_with_data(all_cells, family);
  DirectionTotals pooled;
  double lengths = 0;
  for (const DirectionTotals& cell : cells) {
    pooled.merge(cell);
    lengths += cell.length();
  }
  if (!(pooled.length() > 1e-12 * pooled.n))
    throw no_empirical_prior(Automatic::empirical, family,
                             "needs a mean direction; the column's directions cancel");
  if (!(lengths < (1 - 1e-12) * pooled.n))
    throw no_empirical_prior(
        Automatic::empirical, family,
        "needs a class whose directions differ; without one the evidence grows "
        "for ever with 'concentration'");
  const double concentration = std::log(inverse_bessel_ratio(lengths / pooled.n));
  const double highest = std::log(strongest_of(pooled.n));
  const ThreeNumbers<Directions, DirectionTotals> problem(
      cells, pooled.n, {.highest = {unlimited, highest, unlimited}});
  const double direction = std::atan2(pooled.sines, pooled.cosines);
  auto starts = starts_around(direction, {1, 0.1, 100}, {concentration, concentration - 1});
  // Classes that look in several directions can each pull the common one to their own.
  for (const DirectionTotals& cell : cells_to_start_from(cells))
    starts.push_back({std::atan2(cell.sines, cell.cosines), 0, concentration});
  if (search.start)
    starts = {{search.start->direction,
               std::log(search.start->strength / search.start->concentration),
               std::log(search.start->concentration)}};
  const Summit top = problem.top(starts, direction, search.most_steps);
  auto found = found_at(top, Directions::prior_at(top.at));
  found.prior.direction = std::remainder(found.prior.direction, VonMisesPrior::period);
  if (top.at[1] >= highest)
    found.notes.push_back(note_of_strongest("strength", found.prior.strength));
  return with_evidence(std::move(found), all_cells);
}

}  // namespace credence::detail
