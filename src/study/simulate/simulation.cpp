#include <credence/study/simulation.hpp>

#include <credence/detail/study/drawn_rows.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/detail/study/truth_cells.hpp>

#include <algorithm>
#include <cmath>

#include "learn/structure/naive_part.hpp"

namespace credence {
namespace detail {

void beyond_range(std::string_view feature, std::string_view klass) {
  throw Error(ErrorCode::undefined,
              "column '" + std::string(feature) + "' of class '" + std::string(klass) +
                  "' cannot be drawn: its density reaches beyond the range of double; give other "
                  "parameters, or a prior that is less wide");
}

std::vector<double> probabilities_of(Estimator estimator, std::span<const UndefinedCell> undefined,
                                     std::span<const double> log_probabilities) {
  if (!undefined.empty())
    throw undefined_error(estimator, std::vector(undefined.begin(), undefined.end()));
  std::vector<double> probabilities;
  for (const double log_probability : log_probabilities)
    probabilities.push_back(std::exp(log_probability));
  if (std::none_of(probabilities.begin(), probabilities.end(), [](double p) { return p > 0; }))
    throw Error(ErrorCode::undefined,
                "there is no class to draw rows of; list them in the schema under 'classes', or "
                "simulate from a posterior that has seen rows");
  return probabilities;
}

}  // namespace detail

Table simulate(const Estimates& truth, const SimulationOptions& options) {
  if (!truth.structure.empty()) throw detail::only_for_naive(truth.model, "simulations are");
  detail::check_options(options);
  const std::vector<double> probabilities =
      detail::probabilities_of(truth.estimator, truth.undefined, truth.log_class_probabilities);
  const Schema& schema = truth.model.schema();
  std::vector<Code> labels = detail::draw_classes(detail::DrawnRows(options), options.classes,
                                                  schema.label, probabilities);
  detail::DrawnColumns columns(schema, options);
  for (const Box<AnyTable>& table : truth.tables)
    studied(table->family()).draw(*table, labels, truth.classes, options, columns);
  return std::move(columns).table(truth.classes, std::move(labels));
}

}  // namespace credence
