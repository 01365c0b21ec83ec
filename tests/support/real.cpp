// Numbers of 50 digits: each function is that of Boost.
#include "support/real.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <new>
#include <ostream>
#include <type_traits>

namespace credence::testing {

using Number = boost::multiprecision::cpp_bin_float_50;

/// The number that a Real holds.
struct RealNumber {
  static_assert(sizeof(Number) <= sizeof(Real) && alignof(Number) <= alignof(Real));
  static_assert(std::is_trivially_destructible_v<Number>);

  static Number& in(Real& x) { return *std::launder(reinterpret_cast<Number*>(x.room_.data())); }
  static const Number& in(const Real& x) {
    return *std::launder(reinterpret_cast<const Number*>(x.room_.data()));
  }
  static void begin(Real& x, const Number& value) { ::new (x.room_.data()) Number(value); }
};

namespace {

const Number& number(const Real& x) { return RealNumber::in(x); }
Real real(const Number& value) {
  Real result;
  RealNumber::in(result) = value;
  return result;
}

}  // namespace

Real::Real(const Real& other) { RealNumber::begin(*this, number(other)); }
Real::Real(double value) { RealNumber::begin(*this, Number(value)); }
Real::Real(std::int64_t value) { RealNumber::begin(*this, Number(value)); }
Real::Real(std::uint64_t value) { RealNumber::begin(*this, Number(value)); }
Real::Real(const char* decimal) { RealNumber::begin(*this, Number(decimal)); }

Real& Real::operator=(const Real& other) {
  RealNumber::in(*this) = number(other);
  return *this;
}

Real::operator double() const { return number(*this).convert_to<double>(); }

Real operator+(const Real& a, const Real& b) { return real(number(a) + number(b)); }
Real operator-(const Real& a, const Real& b) { return real(number(a) - number(b)); }
Real operator*(const Real& a, const Real& b) { return real(number(a) * number(b)); }
Real operator/(const Real& a, const Real& b) { return real(number(a) / number(b)); }
Real operator-(const Real& a) { return real(-number(a)); }
bool operator==(const Real& a, const Real& b) { return number(a) == number(b); }

std::partial_ordering operator<=>(const Real& a, const Real& b) {
  if (number(a) < number(b)) return std::partial_ordering::less;
  if (number(a) > number(b)) return std::partial_ordering::greater;
  return a == b ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
}

std::ostream& operator<<(std::ostream& out, const Real& a) { return out << number(a); }

Real abs(const Real& x) { return real(abs(number(x))); }
Real floor(const Real& x) { return real(floor(number(x))); }
Real sqrt(const Real& x) { return real(sqrt(number(x))); }
Real exp(const Real& x) { return real(exp(number(x))); }
Real log(const Real& x) { return real(log(number(x))); }
Real cos(const Real& x) { return real(cos(number(x))); }
Real sin(const Real& x) { return real(sin(number(x))); }
Real pow(const Real& x, const Real& power) { return real(pow(number(x), number(power))); }
bool isinf(const Real& x) { return isinf(number(x)); }
bool isfinite(const Real& x) { return isfinite(number(x)); }

Real lgamma(const Real& x) { return real(boost::math::lgamma(number(x))); }
Real digamma(const Real& x) { return real(boost::math::digamma(number(x))); }
Real trigamma(const Real& x) { return real(boost::math::trigamma(number(x))); }
Real erfc(const Real& x) { return real(boost::math::erfc(number(x))); }
Real cyl_bessel_i(int order, const Real& x) {
  return real(boost::math::cyl_bessel_i(order, number(x)));
}
Real gamma_p(const Real& a, const Real& x) {
  return real(boost::math::gamma_p(number(a), number(x)));
}
Real gamma_q(const Real& a, const Real& x) {
  return real(boost::math::gamma_q(number(a), number(x)));
}
Real gamma_p_derivative(const Real& a, const Real& x) {
  return real(boost::math::gamma_p_derivative(number(a), number(x)));
}
Real ibeta(const Real& a, const Real& b, const Real& x) {
  return real(boost::math::ibeta(number(a), number(b), number(x)));
}
Real ibetac(const Real& a, const Real& b, const Real& x) {
  return real(boost::math::ibetac(number(a), number(b), number(x)));
}
Real ibeta_derivative(const Real& a, const Real& b, const Real& x) {
  return real(boost::math::ibeta_derivative(number(a), number(b), number(x)));
}

Real pi() { return real(boost::math::constants::pi<Number>()); }

}  // namespace credence::testing
