#pragma once
// Priors found from data: the numbers under which the evidence of several cells is largest.
#include <concepts>
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/data/tying.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Where a search begins and when it gives up.
template <class Prior>
struct EmpiricalSearch {
  const Prior* start = nullptr;  ///< must outlive the call; without one it is made from the data
  int most_steps = 200;
};

/// A prior found from cells, and how it was found.
template <class Prior>
struct EmpiricalPrior {
  Prior prior = {};
  double log_evidence = 0;              ///< of the cells that it was found from, nats
  int steps = 0;                        ///< of the search
  bool converged = false;               ///< no step raises the evidence any more
  std::vector<std::string> notes = {};  ///< limits that were reached, cells that were left out

  friend bool operator==(const EmpiricalPrior&, const EmpiricalPrior&) = default;
};

/// A family that finds its prior from cells, each with parameters of its own.
/// expressions  F::empirical(cells, search): the prior of largest log evidence, summed over the
///              cells; Error{undefined} where the data do not determine it
/// laws         laws/empirical.test.cpp
template <class F>
concept EmpiricalFamily = requires(std::span<const typename F::Statistics> cells,
                                   const EmpiricalSearch<typename F::Prior>& search) {
  { F::empirical(cells, search) } -> std::same_as<EmpiricalPrior<typename F::Prior>>;
};

/// A family that finds its prior from what tells the cells of the classes apart.
/// expressions  F::supervised(cells): the prior, for all cells alike; Error{undefined} without data
template <class F>
concept SupervisedFamily = requires(std::span<const typename F::Statistics> cells) {
  { F::supervised(cells) } -> std::same_as<EmpiricalPrior<typename F::Prior>>;
};

/// A family of blocks of columns, whose classes may share parameters, that finds its prior from them.
/// expressions  F::tied_empirical(tying, cells, columns): the prior of largest log evidence of all
///              cells together, the same for each class; Error{undefined} where the data do not
///              determine it
template <class F>
concept TiedEmpiricalFamily = requires(Tying tying, std::span<const typename F::Statistics> cells,
                                       Index columns) {
  { F::tied_empirical(tying, cells, columns) } -> std::same_as<EmpiricalPrior<typename F::Prior>>;
};

/// A prior is worth at most this many times the weight of the data it was found from. Where the
/// evidence grows for ever with the prior sample size, because cells differ by no more than
/// chance, the search ends there and a note says so.
inline constexpr double strongest_prior = 1e6;

/// Pseudo-counts of levels without data, and the least strength of a prior.
inline constexpr double least_pseudo_count = 1e-6;

namespace detail {

/// Error{undefined}: the data do not determine a prior.
[[nodiscard]] Error no_empirical_prior(Automatic word, std::string_view family,
                                       const std::string& why);

/// Counts of one cell: an entry for each level, which may lack the last ones.
using CellCounts = std::span<const double>;

/// Returns the Dirichlet prior of cells.
/// in      levels: how many weights the prior has
/// throws  Error{undefined} for fewer than two cells with data, or than two levels that occur
/// cost    steps x levels x cells
/// source  [minka2000]; docs/reference/priors.md
[[nodiscard]] EmpiricalPrior<Dirichlet> empirical_weights(const std::vector<CellCounts>& cells,
                                                          std::size_t levels,
                                                          const EmpiricalSearch<Dirichlet>& search,
                                                          std::string_view family);

/// Returns the same weight for each level of each cell.
/// in      levels: of each cell;  word: by evidence, or, under leave_one_out_each, by the sum of
///         the log probabilities of each sighting given all others of its cell
/// throws  Error{undefined} where no cell of two or more levels has two sightings, and under
///         leave_one_out_each for counts between 0 and 1
/// source  [minka2000]; docs/reference/priors.md
[[nodiscard]] EmpiricalPrior<Dirichlet::Symmetric> empirical_each_weight(
    const std::vector<CellCounts>& cells, const std::vector<std::size_t>& levels, Automatic word,
    const EmpiricalSearch<Dirichlet::Symmetric>& search, std::string_view family);

/// Events and exposure of one cell: what a Gamma posterior adds to shape and rate.
struct RateTotals {
  double events = 0;
  double exposure = 0;
};

/// Returns the Gamma prior of rates.
/// in      cells: those of exposure 0 are left out, because with one of them the evidence has no
///         bound
/// throws  Error{undefined} for fewer than two cells with exposure or without any event
[[nodiscard]] EmpiricalPrior<Gamma> empirical_rates(const std::vector<RateTotals>& cells,
                                                    const EmpiricalSearch<Gamma>& search,
                                                    std::string_view family);

/// Returns the Normal-inverse-gamma prior of cells; those whose values do not differ are left out,
/// because with one of them the evidence has no bound.
/// throws  Error{undefined} for fewer than two cells whose values differ
[[nodiscard]] EmpiricalPrior<NormalInverseGamma> empirical_moments(
    std::span<const Moments> cells, const EmpiricalSearch<NormalInverseGamma>& search,
    std::string_view family);

}  // namespace detail

}  // namespace credence
