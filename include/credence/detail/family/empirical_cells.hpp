#pragma once
// From the statistics of a family to the search for its prior.
#include <array>
#include <credence/density/beta.hpp>
#include <credence/family/empirical_prior.hpp>

namespace credence::detail {

/// Completes what was found with the evidence of all cells, those left out included.
template <class Found, class Statistics>
[[nodiscard]] Found with_evidence(Found found, std::span<const Statistics> cells) {
  found.log_evidence = 0;
  for (const Statistics& cell : cells) found.log_evidence += log_evidence(found.prior, cell);
  return found;
}

/// Returns a Dirichlet prior of two levels.
/// in      counts_of: the ones and zeros of a cell
template <class Statistics, class CountsOf>
[[nodiscard]] EmpiricalPrior<Beta> empirical_beta(std::span<const Statistics> cells,
                                                  const EmpiricalSearch<Beta>& search,
                                                  std::string_view family, CountsOf&& counts_of) {
  std::vector<std::array<double, 2>> pairs;
  for (const Statistics& cell : cells) pairs.push_back(counts_of(cell));
  const std::vector<CellCounts> counts(pairs.begin(), pairs.end());
  Dirichlet start;
  EmpiricalSearch<Dirichlet> two{.most_steps = search.most_steps};
  if (search.start) {
    start.weights = {search.start->ones, search.start->zeros};
    two.start = &start;
  }
  EmpiricalPrior<Dirichlet> found = empirical_weights(counts, 2, two, family);
  return with_evidence(EmpiricalPrior<Beta>{.prior = {.ones = found.prior.weights[0],
                                                      .zeros = found.prior.weights[1]},
                                            .log_evidence = 0,
                                            .steps = found.steps,
                                            .converged = found.converged,
                                            .notes = std::move(found.notes)},
                       cells);
}

template <class Statistics>
[[nodiscard]] std::vector<CellCounts> level_counts(std::span<const Statistics> cells) {
  std::vector<CellCounts> counts;
  for (const Statistics& cell : cells) counts.emplace_back(cell.counts);
  return counts;
}

[[nodiscard]] inline std::size_t most_levels(const std::vector<CellCounts>& cells) {
  std::size_t levels = 0;
  for (const CellCounts cell : cells) levels = std::max(levels, cell.size());
  return levels;
}

template <class Statistics>
[[nodiscard]] EmpiricalPrior<Dirichlet> empirical_dirichlet(
    std::span<const Statistics> cells, const EmpiricalSearch<Dirichlet>& search,
    std::string_view family) {
  const auto counts = level_counts(cells);
  return with_evidence(empirical_weights(counts, most_levels(counts), search, family), cells);
}

/// Cells of one column have the levels of the one with most; those of a block have their own.
template <class Statistics>
[[nodiscard]] EmpiricalPrior<Dirichlet::Symmetric> empirical_each(
    std::span<const Statistics> cells, Automatic word,
    const EmpiricalSearch<Dirichlet::Symmetric>& search, std::string_view family) {
  const auto counts = level_counts(cells);
  std::vector<std::size_t> levels;
  for (const CellCounts cell : counts)
    levels.push_back(word == Automatic::empirical_block ? cell.size() : most_levels(counts));
  auto found = empirical_each_weight(counts, levels, word, search, family);
  for (std::size_t i = 0; i < counts.size(); ++i)
    found.log_evidence +=
        log_evidence(expand(found.prior, static_cast<Index>(levels[i])), cells[i]);
  return found;
}

/// in      totals_of: events and exposure of a cell
template <class Statistics, class TotalsOf>
[[nodiscard]] EmpiricalPrior<Gamma> empirical_gamma(std::span<const Statistics> cells,
                                                    const EmpiricalSearch<Gamma>& search,
                                                    std::string_view family, TotalsOf&& totals_of) {
  std::vector<RateTotals> totals;
  for (const Statistics& cell : cells)
    if (cell.count() > 0) totals.push_back(totals_of(cell));
  return with_evidence(empirical_rates(totals, search, family), cells);
}

template <class Statistics>
[[nodiscard]] EmpiricalPrior<NormalInverseGamma> empirical_normal(
    std::span<const Statistics> cells, const EmpiricalSearch<NormalInverseGamma>& search,
    std::string_view family) {
  const std::vector<Moments> moments(cells.begin(), cells.end());
  return with_evidence(empirical_moments(moments, search, family), cells);
}

}  // namespace credence::detail
