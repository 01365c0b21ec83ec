#pragma once
// Priors found from data of families that hold a constant which all classes share.
#include <credence/density/gamma.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/von_mises.hpp>
#include <credence/detail/family/direction_totals.hpp>
#include <credence/detail/family/gamma_totals.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/family/empirical_prior.hpp>

namespace credence::detail {

/// Each returns the prior and the constant of largest evidence together. The message of an error names
/// the family.
/// throws  Error{undefined} for fewer than two cells with data, and where the evidence has no bound or
///         has its largest value beyond all numbers: every cell constant
/// cost    some ten steps from each of 7 to 23 places x cells
/// source  docs/reference/priors.md
[[nodiscard]] EmpiricalPrior<NormalMeanPrior> empirical_known_variance(
    std::span<const Moments> cells, const EmpiricalSearch<NormalMeanPrior>& search,
    std::string_view family);

/// Leaves out cells whose values do not differ: with one of them the evidence has no bound.
[[nodiscard]] EmpiricalPrior<NormalVariancePrior> empirical_known_mean(
    std::span<const Moments> cells, const EmpiricalSearch<NormalVariancePrior>& search,
    std::string_view family);

[[nodiscard]] EmpiricalPrior<GammaRatePrior> empirical_known_shape(
    std::span<const GammaTotals> cells, const EmpiricalSearch<GammaRatePrior>& search,
    std::string_view family);

/// Error{undefined}, too, where counts spread no more within the cells than Poisson counts.
[[nodiscard]] EmpiricalPrior<PascalPrior> empirical_successes(
    std::span<const ValueHistogram> cells, const EmpiricalSearch<PascalPrior>& search,
    std::string_view family);

/// Error{undefined}, too, where the directions of all cells together cancel.
[[nodiscard]] EmpiricalPrior<VonMisesPrior> empirical_directions(
    std::span<const DirectionTotals> cells, const EmpiricalSearch<VonMisesPrior>& search,
    std::string_view family);

}  // namespace credence::detail
