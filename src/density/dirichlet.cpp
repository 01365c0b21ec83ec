// Intervals of the probabilities of a Dirichlet density.
#include <credence/density/dirichlet.hpp>

#include <map>

namespace credence {

std::vector<Interval> credible_interval(const Dirichlet& d, double mass) {
  check(d);
  CompensatedSum total;
  for (const double weight : d.weights) total.add(weight);
  const auto interval_of = [&](double weight) -> Interval {
    CompensatedSum rest = total;
    rest.add(-weight);
    const double others = rest.value();
    if (!(others > 0)) return {.lower = 1, .upper = 1};
    return equal_tailed([&](double p) { return beta_quantile(weight, others, p); }, mass);
  };
  std::map<double, Interval> found;  // of many levels most have weights that others have, too
  std::vector<Interval> result;
  for (const double weight : d.weights) {
    const auto [at, added] = found.try_emplace(weight);
    if (added) at->second = interval_of(weight);
    result.push_back(at->second);
  }
  return result;
}

}  // namespace credence
