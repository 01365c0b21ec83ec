// Integrals over logarithms, whose densities have one peak and tails that fall at two rates.
#include "select/positive_laws.hpp"

#include <credence/base/special.hpp>

#include <algorithm>
#include <cmath>

#include "select/large_shapes.hpp"

namespace credence::detail {
namespace {

constexpr double far = 1e300;
// ln of the mass that may be left out at an end.
constexpr double left_out = 40;

// Where the density has its peak, and where its tails begin to fall at their own rates.
void add_places(const Positive& d, std::vector<Around>& places) {
  const double other = std::isfinite(d.shape) ? 1 / d.shape : 0;
  const double scale = std::min(1.0, std::sqrt(1 / d.known_shape + other));
  const double peak = std::log(d.known_shape) + (other > 0 ? std::log(other) : 0);
  const double tails = left_out * (1 / d.known_shape + other) + std::abs(peak) + left_out * scale;
  places.push_back(
      {.location = d.log_scale + peak, .scale = scale, .reach = std::min(tails / scale, far)});
  places.push_back({.location = d.log_scale, .scale = 1, .reach = left_out});
}

}  // namespace

Positive law_of(const Gamma& d) {
  return {.known_shape = d.shape,
          .shape = infinity,
          .log_scale = -std::log(d.rate),
          .log_norm = -log_gamma(d.shape)};
}

Positive law_of(const CompoundGamma& d) {
  return {.known_shape = d.known_shape,
          .shape = d.shape,
          .log_scale = std::log(d.scale),
          .log_norm = -credence::log_beta(d.known_shape, d.shape)};
}

double log_value(const Positive& d, double logarithm) {
  const double x = logarithm - d.log_scale;
  const bool is_large = std::min(d.known_shape, d.shape) >= large_shape;
  if (!std::isfinite(d.shape))
    return is_large ? log_gamma_powers(d.known_shape, x - std::log(d.known_shape))
                    : d.log_norm + d.known_shape * x - std::exp(x);
  if (is_large)
    return log_beta_powers(d.known_shape, d.shape, 1 / (1 + std::exp(-x)), 1 / (1 + std::exp(x)));
  if (x > 0) return d.log_norm - d.shape * x - (d.known_shape + d.shape) * std::log1p(std::exp(-x));
  return d.log_norm + d.known_shape * x - (d.known_shape + d.shape) * std::log1p(std::exp(x));
}

PositiveSum::PositiveSum(std::vector<Weighted<Positive>> classes) : classes_(std::move(classes)) {
  std::vector<Around> places;
  for (const auto& klass : classes_) add_places(klass.density, places);
  if (!places.empty()) borders_ = piece_borders(places, -far, far);
}

double PositiveSum::operator()(Term term) const {
  return integral_of(std::span<const Weighted<Positive>>(classes_), borders_, term);
}

}  // namespace credence::detail
