#pragma once
// A number of 50 digits: cpp_bin_float_50 of Boost.Multiprecision behind plain functions, which are
// compiled once, and optimised, so that nobody waits for references.
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <type_traits>

namespace credence::testing {

/// Converts from numbers without loss, back to double by rounding.
class Real {
 public:
  Real() : Real(0) {}
  Real(const Real& other);
  Real& operator=(const Real& other);
  ~Real() = default;
  Real(double value);
  Real(std::int64_t value);
  Real(std::uint64_t value);
  template <std::integral T>
  Real(T value) : Real(static_cast<Whole<T>>(value)) {}
  explicit Real(const char* decimal);  // "1e-12", which no double is

  explicit operator double() const;

  Real& operator+=(const Real& b) { return *this = *this + b; }
  Real& operator-=(const Real& b) { return *this = *this - b; }
  Real& operator*=(const Real& b) { return *this = *this * b; }
  Real& operator/=(const Real& b) { return *this = *this / b; }

  friend Real operator+(const Real& a, const Real& b);
  friend Real operator-(const Real& a, const Real& b);
  friend Real operator*(const Real& a, const Real& b);
  friend Real operator/(const Real& a, const Real& b);
  friend Real operator-(const Real& a);
  friend bool operator==(const Real& a, const Real& b);
  friend std::partial_ordering operator<=>(const Real& a, const Real& b);
  friend std::ostream& operator<<(std::ostream& out, const Real& a);

  friend Real abs(const Real& x);
  friend Real floor(const Real& x);
  friend Real sqrt(const Real& x);
  friend Real exp(const Real& x);
  friend Real log(const Real& x);
  friend Real cos(const Real& x);
  friend Real sin(const Real& x);
  friend Real pow(const Real& x, const Real& power);
  friend bool isinf(const Real& x);
  friend bool isfinite(const Real& x);

  // Those of Boost.Math, by its names.
  friend Real lgamma(const Real& x);
  friend Real digamma(const Real& x);
  friend Real trigamma(const Real& x);
  friend Real erfc(const Real& x);
  friend Real cyl_bessel_i(int order, const Real& x);
  friend Real gamma_p(const Real& a, const Real& x);
  friend Real gamma_q(const Real& a, const Real& x);
  friend Real gamma_p_derivative(const Real& a, const Real& x);
  friend Real ibeta(const Real& a, const Real& b, const Real& x);
  friend Real ibetac(const Real& a, const Real& b, const Real& x);
  friend Real ibeta_derivative(const Real& a, const Real& b, const Real& x);

 private:
  template <class T>
  using Whole = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  friend struct RealNumber;  // real.cpp

  // Where Boost's number lives: no file that includes this one parses it.
  alignas(16) std::array<std::byte, 64> room_;
};

[[nodiscard]] Real pi();

}  // namespace credence::testing
