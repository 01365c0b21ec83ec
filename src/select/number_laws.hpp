#pragma once
// Densities of numbers, in the units in which information is integrated.
#include <credence/density/exponential.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/student_t.hpp>

#include <tuple>
#include <vector>

#include "select/pieces.hpp"

namespace credence::detail {

/// Student's t, or a normal: of infinite degrees.
struct Bell {
  double degrees = infinity;
  double location = 0;
  double scale = 1;
  double log_norm = 0;
};

/// A Lomax, or an exponential: of infinite shape.
struct Decay {
  double shape = infinity;
  double scale = 1;  ///< of an exponential its mean
  double log_norm = 0;
};

[[nodiscard]] Bell law_of(const Normal& d);
[[nodiscard]] Bell law_of(const StudentT& d);
/// Information is the same for a number and its logarithm.
[[nodiscard]] Bell law_of(const LogNormal& d);
[[nodiscard]] Bell law_of(const LogStudentT& d);
[[nodiscard]] Decay law_of(const Exponential& d);
[[nodiscard]] Decay law_of(const Lomax& d);

[[nodiscard]] inline auto key_of(const Bell& d) {
  return std::tuple(d.scale, d.location, d.degrees);
}
[[nodiscard]] inline auto key_of(const Decay& d) { return std::tuple(d.scale, d.shape, 0.0); }

/// Returns the log density, nats.
[[nodiscard]] double log_value(const Bell& d, double x);
[[nodiscard]] double log_value(const Decay& d, double x);

/// The integral of a term over all numbers, in units of the narrowest class, centred on it: the
/// nodes keep their digits wherever the numbers lie.
template <class Law>
class NumberSum {
 public:
  /// in  classes: in an order that their names have no part in
  explicit NumberSum(std::vector<Weighted<Law>> classes);
  [[nodiscard]] double operator()(Term term) const;

 private:
  std::vector<Weighted<Law>> classes_;
  std::vector<double> borders_;
};

extern template class NumberSum<Bell>;
extern template class NumberSum<Decay>;

}  // namespace credence::detail
