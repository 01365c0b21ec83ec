// Classes and faults of simulated data; the list in families.hpp.
#include <credence/study/simulation.hpp>

#include <algorithm>
#include <cmath>

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

template Table simulate(const Estimates<Model>&, const SimulationOptions&);

}  // namespace credence
