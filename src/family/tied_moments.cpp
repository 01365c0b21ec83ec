// Moments of columns with shared variances.
#include <credence/detail/family/tied_moments.hpp>

namespace credence::detail {

TermMoments moments_of_columns(const TiedNormalInverseGamma& d, const std::vector<double>& x,
                               const TiedNormalInverseGamma* less) {
  TermMoments all;
  SpreadSum sum;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (std::isnan(x[j])) continue;
    const auto column = static_cast<Index>(j);
    sum.add(marginal(d, column), x[j], 1);
    if (less != nullptr) sum.add(marginal(*less, column), x[j], -1);
    if (is_shared(d)) continue;
    all.add(sum.moments(d.shapes[j]));
    sum = {};
  }
  if (is_shared(d)) all.add(sum.moments(d.shapes.front()));
  return all;
}

}  // namespace credence::detail
