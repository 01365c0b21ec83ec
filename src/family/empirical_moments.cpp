// Normal-inverse-gamma priors found from the moments of several cells, of one column or of a block.
#include <credence/base/sum.hpp>
#include <credence/detail/family/empirical_block.hpp>
#include <credence/family/empirical_prior.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "family/empirical_spreads.hpp"
#include "family/standardised.hpp"

namespace credence::detail {
namespace {

SpreadPrior inside(const NormalInverseGamma& prior, const Standardised& data) {
  return {.means = {data.inside(prior.mean)},
          .mean_weights = {prior.mean_weight},
          .shape = prior.shape,
          .scale = prior.scale / data.spread / data.spread};
}

NormalInverseGamma outside(const SpreadPrior& prior, const Standardised& data) {
  return {.mean = data.outside(prior.means.front()),
          .mean_weight = prior.mean_weights.front(),
          .shape = prior.shape,
          .scale = prior.scale * (data.spread * data.spread)};
}

// One column, whose classes have a variance each, or one for all.
EmpiricalPrior<NormalInverseGamma> prior_of_column(
    Tying tying, std::span<const Moments> cells, const EmpiricalSearch<NormalInverseGamma>& search,
    std::string_view family) {
  const bool one_variance = ties_classes(tying);
  const Standardised data(one_variance ? cells_seen(cells) : cells_that_differ(cells));
  const std::size_t count = data.cells.size();
  std::vector<SpreadGroup> groups(one_variance ? 1 : count);
  for (std::size_t i = 0; i < count; ++i)
    groups[one_variance ? 0 : i].push_back({.slot = 0, .moments = data.cells[i]});
  std::optional<SpreadPrior> start;
  if (search.start) start = inside(*search.start, data);
  const EmpiricalSearch<SpreadPrior> from{.start = start ? &*start : nullptr,
                                          .most_steps = search.most_steps};
  EmpiricalPrior<SpreadPrior> found = empirical_spreads(tying, std::move(groups), 1, from, family);
  if (!one_variance) {
    // Before a note that the search stopped.
    std::vector<std::string> left_out;
    add_note_of_left_out(cells, count, left_out);
    found.notes.insert(found.notes.end() - (found.converged ? 0 : 1), left_out.begin(),
                       left_out.end());
  }
  return {.prior = outside(found.prior, data),
          .steps = found.steps,
          .converged = found.converged,
          .notes = std::move(found.notes)};
}

// The moments of each class in one column.
std::vector<Moments> cells_of_column(std::span<const ColumnMoments> cells, Index j) {
  std::vector<Moments> column;
  for (const ColumnMoments& cell : cells) column.push_back(cell.column(j));
  return column;
}

// Columns with variances of their own, each by itself.
EmpiricalPrior<TiedNormalInverseGamma> of_free_columns(Tying tying,
                                                       std::span<const ColumnMoments> cells,
                                                       Index columns, std::string_view family) {
  EmpiricalPrior<TiedNormalInverseGamma> all{.converged = true};
  for (Index j = 0; j < columns; ++j) try {
      const auto found = prior_of_column(tying, cells_of_column(cells, j), {}, family);
      all.prior.means.push_back(found.prior.mean);
      all.prior.mean_weights.push_back(found.prior.mean_weight);
      all.prior.shapes.push_back(found.prior.shape);
      all.prior.scales.push_back(found.prior.scale);
      all.steps += found.steps;
      all.converged = all.converged && found.converged;
      for (const std::string& note : found.notes)
        all.notes.push_back(fmt::format("column {} of the block: {}", j + 1, note));
    } catch (const Error& error) {
      throw of_column(j, error);
    }
  return all;
}

// The unit of each column in the search: its spread over all classes; of columns that share a variance
// in their own units, one for all.
std::vector<double> search_units(Tying tying, const ColumnMoments& pooled, Index columns,
                                 std::string_view family) {
  if (in_units_of_spreads(tying)) return units_of(tying, pooled, columns, family);
  double squares = 0;
  double count = 0;
  for (Index j = 0; j < pooled.columns(); ++j) {
    squares += pooled.column(j).sum_of_squares;
    count += pooled.column(j).n;
  }
  const double unit = squares > 0 ? std::sqrt(squares / count) : 1;
  return std::vector<double>(static_cast<std::size_t>(columns), unit);
}

// Columns that share a variance, in one search.
EmpiricalPrior<TiedNormalInverseGamma> of_shared_columns(Tying tying,
                                                         std::span<const ColumnMoments> cells,
                                                         Index columns, std::string_view family) {
  ColumnMoments pooled;
  for (const ColumnMoments& cell : cells) pooled.merge(cell);
  const std::vector<double> units = search_units(tying, pooled, columns, family);
  std::vector<SpreadGroup> groups(ties_classes(tying) ? 1 : cells.size());
  for (std::size_t klass = 0; klass < cells.size(); ++klass)
    for (Index j = 0; j < columns; ++j) {
      Moments moments = cells[klass].column(j);
      if (moments.n == 0) continue;
      const auto slot = static_cast<std::size_t>(j);
      moments.mean = (moments.mean - pooled.column(j).mean) / units[slot];
      moments.sum_of_squares = moments.sum_of_squares / units[slot] / units[slot];
      groups[ties_classes(tying) ? 0 : klass].push_back({.slot = slot, .moments = moments});
    }
  if (!ties_classes(tying))
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const SpreadGroup& group) { return group.empty(); }),
                 groups.end());
  EmpiricalPrior<SpreadPrior> found =
      empirical_spreads(tying, std::move(groups), units.size(), {}, family);
  TiedNormalInverseGamma prior{.mean_weights = found.prior.mean_weights,
                               .shapes = {found.prior.shape}};
  for (std::size_t j = 0; j < units.size(); ++j) {
    prior.means.push_back(pooled.column(static_cast<Index>(j)).mean +
                          found.prior.means[j] * units[j]);
    prior.scales.push_back(found.prior.scale * units[j] * units[j]);
  }
  return {.prior = std::move(prior),
          .steps = found.steps,
          .converged = found.converged,
          .notes = std::move(found.notes)};
}

}  // namespace

EmpiricalPrior<NormalInverseGamma> empirical_moments(
    std::span<const Moments> cells, const EmpiricalSearch<NormalInverseGamma>& search,
    std::string_view family) {
  return prior_of_column(Tying::free, cells, search, family);
}

EmpiricalPrior<TiedNormalInverseGamma> empirical_block(Tying tying,
                                                       std::span<const ColumnMoments> cells,
                                                       Index columns, std::string_view family) {
  auto found = ties_columns(tying) ? of_shared_columns(tying, cells, columns, family)
                                   : of_free_columns(tying, cells, columns, family);
  if (ties_classes(tying)) found.notes.push_back(note_of_one_variance(found.prior.shapes.front()));
  found.prior = fitted(std::move(found.prior), tying, columns);
  const std::vector<TiedNormalInverseGamma> priors(cells.size(), found.prior);
  found.log_evidence = log_evidence_of_block(tying, priors, cells);
  return found;
}

}  // namespace credence::detail
