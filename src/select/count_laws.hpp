#pragma once
// Probabilities of counts, also between the whole numbers, so that long tails can be integrated.
#include <credence/density/geometric.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/poisson.hpp>

#include <optional>
#include <tuple>
#include <vector>

#include "select/pieces.hpp"

namespace credence::detail {

/// Returns the log probability of a whole number, continued smoothly to all x >= 1.
[[nodiscard]] double log_probability(const Poisson& d, double x);
[[nodiscard]] double log_probability(const NegativeBinomial& d, double x);
[[nodiscard]] double log_probability(const Geometric& d, double x);
[[nodiscard]] double log_probability(const CompoundGeometric& d, double x);
[[nodiscard]] double log_probability(const Pascal& d, double x);
[[nodiscard]] double log_probability(const CompoundNegativeBinomial& d, double x);

/// Returns the probability of more than x, where that is small.
[[nodiscard]] double beyond(const Poisson& d, double x);
[[nodiscard]] double beyond(const NegativeBinomial& d, double x);
[[nodiscard]] double beyond(const Geometric& d, double x);
[[nodiscard]] double beyond(const CompoundGeometric& d, double x);
[[nodiscard]] double beyond(const Pascal& d, double x);
[[nodiscard]] double beyond(const CompoundNegativeBinomial& d, double x);

/// Where a density that has one has its peak; the others fall from 0 on.
[[nodiscard]] std::optional<Around> peak(const Poisson& d);
[[nodiscard]] std::optional<Around> peak(const NegativeBinomial& d);
[[nodiscard]] std::optional<Around> peak(const Geometric& d);
[[nodiscard]] std::optional<Around> peak(const CompoundGeometric& d);
[[nodiscard]] std::optional<Around> peak(const Pascal& d);
[[nodiscard]] std::optional<Around> peak(const CompoundNegativeBinomial& d);

[[nodiscard]] inline auto numbers_of(const Poisson& d) { return std::tuple(d.rate); }
[[nodiscard]] inline auto numbers_of(const NegativeBinomial& d) {
  return std::tuple(d.shape, d.rate);
}
[[nodiscard]] inline auto numbers_of(const Geometric& d) {
  return std::tuple(d.probability, d.residue);
}
[[nodiscard]] inline auto numbers_of(const CompoundGeometric& d) {
  return std::tuple(d.ones, d.zeros);
}
[[nodiscard]] inline auto numbers_of(const Pascal& d) {
  return std::tuple(d.successes, d.probability, d.residue);
}
[[nodiscard]] inline auto numbers_of(const CompoundNegativeBinomial& d) {
  return std::tuple(d.ones, d.zeros, d.successes);
}

/// A density of counts, as sums see it.
template <class D>
struct CountLaw {
  D density = {};
};
template <class D>
[[nodiscard]] double log_value(const CountLaw<D>& law, double x) {
  return log_probability(law.density, x);
}
template <class D>
[[nodiscard]] auto key_of(const CountLaw<D>& law) {
  return numbers_of(law.density);
}

/// The sum of a term over all counts but a mass of 1e-17 at the end: number by number at first, then,
/// where there is much left, as an integral.
template <class D>
class CountSum {
 public:
  /// in  classes: in an order that their names have no part in
  explicit CountSum(std::vector<Weighted<CountLaw<D>>> classes);
  [[nodiscard]] double operator()(Term term) const;

 private:
  [[nodiscard]] double tail(Term term) const;

  std::vector<Weighted<CountLaw<D>>> classes_;
  double last_ = 0;
  std::vector<double> borders_;  // of the integral, where there is one
};

extern template class CountSum<Poisson>;
extern template class CountSum<NegativeBinomial>;
extern template class CountSum<Geometric>;
extern template class CountSum<CompoundGeometric>;
extern template class CountSum<Pascal>;
extern template class CountSum<CompoundNegativeBinomial>;

}  // namespace credence::detail
