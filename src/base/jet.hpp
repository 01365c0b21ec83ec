#pragma once
// Numbers that carry their first and second derivatives, so that a formula is written once.
#include <credence/base/special.hpp>

#include <array>
#include <cmath>
#include <cstddef>

namespace credence {

/// The value of a function of N numbers at a point, its gradient and its second derivatives.
///
///     const auto x = Jet<2>::place(0, 3.0);
///     const auto y = Jet<2>::place(1, 2.0);
///     (x * log(y)).slope;    // ln 2, 3 / 2
template <std::size_t N>
struct Jet {
  double value = 0;
  std::array<double, N> slope = {};
  std::array<double, N* N> bend = {};  ///< row by row, symmetric

  Jet() = default;
  Jet(double number) : value(number) {}  // NOLINT: a constant is a function, too

  /// Returns the i-th of the numbers.
  [[nodiscard]] static Jet place(std::size_t i, double number) {
    Jet jet = number;
    jet.slope[i] = 1;
    return jet;
  }

  /// Returns f(this), where f and its derivatives there are given.
  [[nodiscard]] Jet through(double f, double first, double second) const {
    Jet jet = f;
    for (std::size_t i = 0; i < N; ++i) {
      jet.slope[i] = first * slope[i];
      for (std::size_t k = 0; k < N; ++k)
        jet.bend[i * N + k] = first * bend[i * N + k] + second * slope[i] * slope[k];
    }
    return jet;
  }

  Jet& operator+=(const Jet& other) {
    value += other.value;
    for (std::size_t i = 0; i < N; ++i) slope[i] += other.slope[i];
    for (std::size_t i = 0; i < N * N; ++i) bend[i] += other.bend[i];
    return *this;
  }

  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(const Jet& a) { return a.through(-a.value, -1, 0); }
  friend Jet operator-(const Jet& a, const Jet& b) { return a + -b; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    Jet jet = a.value * b.value;
    for (std::size_t i = 0; i < N; ++i) {
      jet.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
      for (std::size_t k = 0; k < N; ++k)
        jet.bend[i * N + k] = a.bend[i * N + k] * b.value + a.value * b.bend[i * N + k] +
                              a.slope[i] * b.slope[k] + a.slope[k] * b.slope[i];
    }
    return jet;
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    const double inverse = 1 / b.value;
    return a * b.through(inverse, -inverse * inverse, 2 * inverse * inverse * inverse);
  }
  friend Jet exp(const Jet& a) {
    const double f = std::exp(a.value);
    return a.through(f, f, f);
  }
  friend Jet log(const Jet& a) {
    const double inverse = 1 / a.value;
    return a.through(std::log(a.value), inverse, -inverse * inverse);
  }
  friend Jet log1p(const Jet& a) {
    const double inverse = 1 / (1 + a.value);
    return a.through(std::log1p(a.value), inverse, -inverse * inverse);
  }
  friend Jet sqrt(const Jet& a) {
    const double f = std::sqrt(a.value);
    return a.through(f, 0.5 / f, -0.25 / f / a.value);
  }
  friend Jet cos(const Jet& a) {
    const double f = std::cos(a.value);
    return a.through(f, -std::sin(a.value), -f);
  }
  friend Jet log_gamma(const Jet& a) {
    return a.through(credence::log_gamma(a.value), digamma(a.value), trigamma(a.value));
  }
  /// ln Gamma(x + step) - ln Gamma(x).
  friend Jet log_gamma_ratio(const Jet& x, const Jet& step) {
    const double end = digamma(x.value + step.value);
    const double bend_of_end = trigamma(x.value + step.value);
    Jet jet = x.through(credence::log_gamma_ratio(x.value, step.value),
                        digamma_rise(x.value, step.value), -trigamma_fall(x.value, step.value));
    jet += step.through(0, end, bend_of_end);
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t k = 0; k < N; ++k)
        jet.bend[i * N + k] +=
            bend_of_end * (x.slope[i] * step.slope[k] + x.slope[k] * step.slope[i]);
    return jet;
  }
  /// ln I0(x) - x, for x > 0.
  friend Jet log_bessel_i0_scaled(const Jet& x) {
    const auto [lack, rise] = bessel_ratio_parts(x.value);
    return x.through(credence::log_bessel_i0_scaled(x.value), -lack, rise);
  }

 private:
  // 1 - I1(x) / I0(x), and the derivative of that ratio: where both are small, their series in 1 / x.
  [[nodiscard]] static std::array<double, 2> bessel_ratio_parts(double x) {
    if (x > 200) {
      const double y = 1 / x;
      return {
          y * (0.5 +
               y * (0.125 + y * (0.125 + y * (25.0 / 128 + y * (13.0 / 32 + y * 1073.0 / 1024))))),
          y * y *
              (0.5 +
               y * (0.25 + y * (0.375 + y * (25.0 / 32 + y * (65.0 / 32 + y * 3219.0 / 512)))))};
    }
    const double ratio = bessel_ratio(x);
    return {1 - ratio, x < 1e-4 ? 0.5 : 1 - ratio * ratio - ratio / x};
  }
};

}  // namespace credence
