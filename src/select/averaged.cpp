#include <credence/select/averaged.hpp>

#include <cmath>

namespace credence {
namespace detail {

double log_mixture(double w, double a, double b) {
  if (w == 1) return a;
  if (w == 0) return b;
  const double mine = std::log(w) + a;
  const double other = std::log1p(-w) + b;
  const double larger = std::max(mine, other);
  if (!std::isfinite(larger)) return larger;
  return larger + std::log1p(std::exp(std::min(mine, other) - larger));
}

Error no_inclusion(const std::vector<Relevance>& relevances) {
  std::vector<std::string> faults;
  for (const Relevance& one : relevances)
    if (!one.undefined.empty()) faults.push_back(one.undefined);
  return collected(ErrorCode::undefined, faults);
}

}  // namespace detail

template class AveragedClassifier<Model>;

}  // namespace credence
