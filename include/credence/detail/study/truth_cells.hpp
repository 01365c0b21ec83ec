#pragma once
// What the truths of all families have in common, cell by cell.
#include <credence/study/simulation.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// Throws Error{undefined}: there is no level of a column to draw.
[[noreturn]] void no_levels_to_draw(const std::string& feature);
/// Throws Error{undefined}: the prior takes numbers from data, and there are none.
[[noreturn]] void prior_without_data(const std::string& name);
/// Throws Error{undefined}: nothing can be drawn for a column of a family without a prior.
[[noreturn]] void no_prior_to_draw(const std::string& name, std::string_view family);
/// Throws Error{undefined}: what was drawn is beyond the range of double.
[[noreturn]] void beyond_range(std::string_view feature, std::string_view klass);
/// Returns the parameters of a cell. Throws Error{schema} when there are none.
[[nodiscard]] const Fields& parameters_of(const TruthRecord& record, const std::string& feature,
                                          const std::string& klass);
/// Throws Error{shape} unless a list has one entry for each level.
void check_length(std::size_t length, std::size_t levels, std::string_view member,
                  const std::string& what);
/// Throws Error{undefined}: no likelihood has such densities.
[[noreturn]] void no_parameters();
/// Classes of the truth, and levels of a feature, as a schema lists them.
void list_levels(ColumnSchema& column, const std::vector<std::string>& levels);

/// Throws Error{undefined} for estimates with undefined cells, or no class of positive probability.
/// out  the class probabilities
[[nodiscard]] std::vector<double> probabilities_of(Estimator estimator,
                                                   std::span<const UndefinedCell> undefined,
                                                   std::span<const double> log_probabilities);

}  // namespace credence::detail
