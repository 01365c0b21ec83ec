// Densities of numbers, in the units in which information is integrated.
#include "select/number_laws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "select/bell_terms.hpp"

namespace credence::detail {
namespace {

constexpr double furthest = 0.25 * std::numeric_limits<double>::max();
// ln of the mass that may be left out at an end.
constexpr double log_left_out = -39.2;
constexpr double decay_reach = 40;

double log_norm_of(double degrees, double scale) {
  const double shape = std::isfinite(degrees) ? log_half_step(0.5 * degrees) : 0;
  return shape - 0.5 * log_two_pi - std::log(scale);
}

Bell bell(double degrees, double location, double scale) {
  return {.degrees = degrees,
          .location = location,
          .scale = scale,
          .log_norm = log_norm_of(degrees, scale)};
}

Decay decay(double shape, double scale) {
  const double lead = std::isfinite(shape) ? std::log(shape) : 0;
  return {.shape = shape, .scale = scale, .log_norm = lead - std::log(scale)};
}

// How far, in scales, until the mass beyond is too small to count: of few degrees
// f(z) < c z^-(degrees + 1), of many the density falls as that of a normal.
double reach_of(const Bell& d) {
  if (!std::isfinite(d.degrees)) return std::sqrt(-2 * log_left_out);
  if (d.degrees >= 20)
    return std::sqrt(d.degrees * std::expm1(-2 * log_left_out / (d.degrees + 1)));
  const double log_constant = log_half_step(0.5 * d.degrees) - 0.5 * log_two_pi +
                              0.5 * (d.degrees + 1) * std::log(d.degrees) - std::log(d.degrees);
  const double log_reach = (log_constant - log_left_out) / d.degrees;
  return std::exp(std::min(log_reach, std::log(furthest)));
}

Around around(const Bell& d) {
  return {.location = d.location, .scale = d.scale, .reach = reach_of(d)};
}

// The tail of a Lomax is (1 + x / scale)^-shape; near 0 it changes at scale / (shape + 1).
Around around(const Decay& d) {
  if (!std::isfinite(d.shape)) return {.location = 0, .scale = d.scale, .reach = decay_reach};
  const double scale = d.scale / (d.shape + 1);
  const double end = std::expm1(std::min(-log_left_out / d.shape, std::log(furthest)));
  return {.location = 0, .scale = scale, .reach = std::min(end * (d.shape + 1), furthest)};
}

Bell in_units(const Bell& d, const Bell& narrowest) {
  const double location = (d.location - narrowest.location) / narrowest.scale;
  return bell(d.degrees, std::clamp(location, -furthest, furthest),
              std::min(d.scale / narrowest.scale, furthest));
}

Decay in_units(const Decay& d, const Decay& narrowest) {
  return decay(d.shape, std::min(d.scale / narrowest.scale, furthest));
}

double lowest(const Bell&) { return -furthest; }
double lowest(const Decay&) { return 0; }

}  // namespace

Bell law_of(const Normal& d) { return bell(infinity, d.mean, std::sqrt(d.variance)); }
Bell law_of(const StudentT& d) { return bell(d.degrees, d.location, d.scale); }
Bell law_of(const LogNormal& d) { return law_of(d.logarithm()); }
Bell law_of(const LogStudentT& d) { return law_of(d.logarithm()); }
Decay law_of(const Exponential& d) { return decay(infinity, 1 / d.rate); }
Decay law_of(const Lomax& d) { return decay(d.shape, d.scale); }

double log_value(const Bell& d, double x) {
  const double z = (x - d.location) / d.scale;
  if (!std::isfinite(d.degrees)) return d.log_norm - 0.5 * z * z;
  const StudentT density{.degrees = d.degrees, .location = d.location, .scale = d.scale};
  return d.log_norm - 0.5 * (d.degrees + 1) * log1p_squared(density, x);
}

double log_value(const Decay& d, double x) {
  if (!std::isfinite(d.shape)) return d.log_norm - x / d.scale;
  return d.log_norm - (d.shape + 1) * log1p_ratio(x, d.scale);
}

template <class Law>
NumberSum<Law>::NumberSum(std::vector<Weighted<Law>> classes) : classes_(std::move(classes)) {
  if (classes_.empty()) return;
  Law narrowest = classes_.front().density;
  for (const auto& klass : classes_)
    if (key_of(klass.density) < key_of(narrowest)) narrowest = klass.density;
  std::vector<Around> places;
  for (auto& klass : classes_) {
    klass.density = in_units(klass.density, narrowest);
    places.push_back(around(klass.density));
  }
  borders_ = piece_borders(places, lowest(narrowest), furthest);
}

template <class Law>
double NumberSum<Law>::operator()(Term term) const {
  const std::span<const Weighted<Law>> classes(classes_);
  if constexpr (std::is_same_v<Law, Bell>) {
    const PiecePoints points = points_of(borders_);
    std::vector<double> terms(points.at.size());
    if (terms.empty()) return 0;
    bell_terms(
        {.classes = classes, .term = term == told_by ? PointTerm::told : PointTerm::left_open},
        points.at, terms);
    return points.integral_of(terms);
  } else {
    return integral_of(classes, borders_, term);
  }
}

template class NumberSum<Bell>;
template class NumberSum<Decay>;

}  // namespace credence::detail
