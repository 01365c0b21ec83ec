// Exact sums against whole numbers of any length, and their roundings against neighbouring doubles.
#include <credence/base/sum.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/random.hpp>
#include <limits>
#include <vector>

using namespace credence;

namespace {

using Rational = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

// A double as a fraction, by halving and doubling it.
Rational fraction(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const Integer whole(static_cast<std::int64_t>(std::ldexp(mantissa, 53)));
  const int power = exponent - 53;
  return power < 0 ? Rational(whole, Integer(1) << -power) : Rational(whole << power);
}

Rational distance(double x, const Rational& exact) {
  return boost::multiprecision::abs(Rational(fraction(x) - exact));
}

// Whether no double is nearer.
bool is_nearest(double x, const Rational& exact) {
  if (!std::isfinite(x)) return false;
  const double infinity = std::numeric_limits<double>::infinity();
  const Rational own = distance(x, exact);
  for (const double other : {std::nextafter(x, -infinity), std::nextafter(x, infinity)})
    if (std::isfinite(other) && distance(other, exact) < own) return false;
  return true;
}

double random_double(Random& random, double spread) {
  return random.normal() * std::exp(spread * random.normal());
}

}  // namespace

TEST_CASE("an exact sum loses nothing between terms of any size") {
  ExactSum sum;
  for (const double term : {1e100, 1.0, -1e100, 1e-300, 5e-324}) sum.add(term);

  CHECK(sum.value() == 1);
  sum.add(-1);
  sum.add(-1e-300);

  CHECK(sum.value() == 5e-324);
  sum.add(-5e-324);
  CHECK(sum.sign() == 0);
  CHECK(sum == ExactSum());
}

TEST_CASE("sums of ones stay exact beyond 2 to the 53rd") {
  ExactSum sum;
  sum.add(9007199254740992.0);
  sum.add(1);
  sum.add(1);
  sum.add(1);

  CHECK(sum.value() == 9007199254740996.0);  // between two doubles: the even one
  sum.add(-2);
  CHECK(sum.text() == "20000000000001p0");
}

TEST_CASE("sums and products are rounded once to the nearest double") {
  Random random{1};
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const double spread = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 8.0 : 60.0;
    ExactSum plain, twofold, threefold;
    Rational terms, products, triples;
    for (int k = 0; k < 12; ++k) {
      const double a = random_double(random, spread), b = random_double(random, spread);
      const double c = random_double(random, spread);
      plain.add(a);
      twofold.add_product(a, b);
      threefold.add_product(a, b, c);
      terms += fraction(a);
      products += fraction(a) * fraction(b);
      triples += fraction(a) * fraction(b) * fraction(c);
    }
    CHECK(is_nearest(plain.value(), terms));
    if (std::isfinite(twofold.value())) CHECK(is_nearest(twofold.value(), products));
    if (std::isfinite(threefold.value())) CHECK(is_nearest(threefold.value(), triples));
    CHECK(plain.sign() == (terms > 0 ? 1 : -1));
  }
}

TEST_CASE("a sum halfway between two doubles is rounded to the even one") {
  const double unit = std::ldexp(1.0, -53);
  for (const auto& [more, expected] : {std::pair{0.0, 1.0},
                                       {std::ldexp(1.0, -300), 1 + 2 * unit},
                                       {-std::ldexp(1.0, -300), 1.0}}) {
    ExactSum sum;
    sum.add(1);
    sum.add(unit);
    sum.add(more);
    CHECK(sum.value() == expected);
  }
}

TEST_CASE("a sum beyond the largest double is infinite and comes back") {
  const double most = std::numeric_limits<double>::max();
  ExactSum sum;
  sum.add(most);
  sum.add(most);
  CHECK(sum.value() == std::numeric_limits<double>::infinity());

  sum.add(-most);
  CHECK(sum.value() == most);

  ExactSum square;
  square.add_product(most, most, most);
  CHECK(square.value() == std::numeric_limits<double>::infinity());
  square.add_product(-most, most, most);
  CHECK(square.sign() == 0);
}

TEST_CASE("products below the smallest double count") {
  ExactSum sum;
  for (int i = 0; i < 4; ++i) sum.add_product(5e-324, 0.25);

  CHECK(sum.value() == 5e-324);
  ExactSum least;
  least.add_product(5e-324, 5e-324, 5e-324);
  CHECK(least.value() == 0);
  CHECK(least.sign() == 1);
  CHECK(least.text() == "1p-3222");
}

TEST_CASE("the order of terms and how they are merged make no difference") {
  Random random{2};
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    std::vector<double> terms;
    for (int k = 0; k < 40; ++k) terms.push_back(random_double(random, 20));
    ExactSum forward;
    for (const double term : terms) forward.add_product(0.1, term, term);

    std::reverse(terms.begin(), terms.end());
    std::vector<ExactSum> parts(4);
    for (const double term : terms) parts[random.below(4)].add_product(term, 0.1, term);
    ExactSum merged;
    for (const ExactSum& part : parts) merged.add(part);

    CHECK(merged == forward);
    CHECK(merged.text() == forward.text());
    merged.add(merged);
    for (const double term : terms) merged.add_product(-0.1, term, term);
    CHECK(merged == forward);
  }
}

TEST_CASE("many additions of large digits carry without overflow") {
  ExactSum sum;
  const double all_bits = std::ldexp(9007199254740991.0, -20);
  sum.add(std::ldexp(1.0, -300));
  constexpr int times = 1 << 20;
  ExactSum doubled = sum;
  for (int i = 0; i < times; ++i) sum.add(all_bits);
  ExactSum power = sum;
  for (int i = 0; i < 30; ++i) power.add(power);  // 2^30 as much, by merging alone

  sum.add_product(-all_bits, times);
  CHECK(sum == doubled);
  power.add_product(-all_bits, times, 1 << 30);
  ExactSum expected;
  expected.add(std::ldexp(1.0, -270));
  CHECK(power == expected);
}

TEST_CASE("a text stands for one sum and a sum for one text") {
  Random random{3};
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    ExactSum sum;
    for (int k = 0; k < i % 7; ++k) sum.add_product(random_double(random, 30), random.normal());
    if (i % 3 == 0)
      for (int k = 0; k < 9; ++k) sum.add(static_cast<double>(random.below(100)));
    const std::string text = sum.text();
    const ExactSum read = ExactSum::from_text(text);
    CHECK(read == sum);
    CHECK(read.text() == text);
    CHECK(read.value() == sum.value());
  }
  CHECK(ExactSum::from_text("-1fp-2").value() == -7.75);
  CHECK(ExactSum::from_text("1p-1074").value() == 5e-324);
  // Halfway between a subnormal number and the least normal one.
  CHECK(ExactSum::from_text("1fffffffffffffp-1075").text() == "1fffffffffffffp-1075");
}

TEST_CASE("a text that no sum writes is refused") {
  for (const char* text :
       {"",        "-",      "p",     "p0",    "-p0",   "1",     "1p",   "1p-",
        "1p+1",    "1p01",   "1p-0",  "1p-01", "2p0",   "01p0",  "1Fp0", "fgp0",
        "0p0",     "-0",     "00",    " 1p0",  "1p0 ",  "1p0p0", "1p1x", "1p9999999999",
        "1p-3223", "1p3137", "--1p0", "+1p0",  "0x1p0", "1p 1",  "nan",  "inf",
        "1.5p0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(ExactSum::from_text(text)), Error);
  }
  CHECK_THROWS_AS(static_cast<void>(ExactSum::from_text(std::string(4000, 'f') + "p0")), Error);
}

TEST_CASE("of all bytes the hexadecimal digits alone stand in a long text") {
  const std::string_view digits = "0123456789abcdef";
  const std::string text = "123456789abcdef0fedcba9876543210123456789abcdef1p-90";
  const std::size_t length = text.find('p');
  CHECK(ExactSum::from_text(text).text() == text);
  for (std::size_t place = 1; place + 1 < length; ++place)
    for (int byte = 0; byte < 256; ++byte) {
      if (byte == 'p') continue;  // ends the digits
      CAPTURE(place);
      CAPTURE(byte);
      std::string changed = text;
      changed[place] = static_cast<char>(byte);
      if (digits.find(changed[place]) == std::string_view::npos) {
        CHECK_THROWS_AS(static_cast<void>(ExactSum::from_text(changed)), Error);
      } else {
        CHECK(ExactSum::from_text(changed).text() == changed);
      }
    }
}

TEST_CASE("ratios and centred squares are rounded once to the nearest double") {
  Random random{4};
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const double offset = i % 2 == 0 ? 0.0 : 1e9;
    const bool weighted = i % 3 == 0;
    ExactSum n, sum, squares;
    Rational exact_n, exact_sum, exact_squares;
    for (int k = 0; k < 10; ++k) {
      const double x = offset + random_double(random, i % 5 == 0 ? 20 : 0);
      const double weight = weighted ? random.uniform() : 1;
      n.add(weight);
      sum.add_product(weight, x);
      squares.add_product(weight, x, x);
      exact_n += fraction(weight);
      exact_sum += fraction(weight) * fraction(x);
      exact_squares += fraction(weight) * fraction(x) * fraction(x);
    }
    CHECK(is_nearest(exact_ratio(sum, n), exact_sum / exact_n));
    CHECK(is_nearest(exact_centred_squares(n, sum, squares),
                     exact_squares - exact_sum * exact_sum / exact_n));
  }
}

TEST_CASE("squares of equal numbers around their mean are exactly 0") {
  ExactSum n, sum, squares;
  for (int i = 0; i < 3; ++i) {
    n.add(0.1);
    sum.add_product(0.1, 0.7);
    squares.add_product(0.1, 0.7, 0.7);
  }
  CHECK(exact_centred_squares(n, sum, squares) == 0);
  CHECK(exact_ratio(sum, n) == 0.7);
  CHECK(exact_ratio(ExactSum(), n) == 0);
}

TEST_CASE("sums of few and of many digits are rounded and written alike") {
  Random random{5};
  const auto long_form = [](ExactSum sum) {
    // Digits that stay, although they are 0.
    for (const double far : {1e250, -1e250, 1e-250, -1e-250}) sum.add(far);
    return sum;
  };
  for (int trial = 0; trial < 3000; ++trial) {
    CAPTURE(trial);
    const double spread = trial % 3 == 0 ? 0 : trial % 3 == 1 ? 4 : 30;
    ExactSum n, sum, squares;
    for (int term = 0; term < 1 + trial % 7; ++term) {
      const double x = random_double(random, spread);
      const double weight = trial % 2 == 0 ? 1.0 : std::abs(random_double(random, 1));
      n.add(weight);
      sum.add_product(weight, x);
      squares.add_product(weight, x, x);
    }
    const ExactSum long_n = long_form(n), long_sum = long_form(sum),
                   long_squares = long_form(squares);
    CHECK(long_sum.value() == sum.value());
    CHECK(long_squares.value() == squares.value());
    CHECK(long_squares.text() == squares.text());
    CHECK(exact_ratio(sum, n) == exact_ratio(long_sum, long_n));
    const double centred = exact_centred_squares(n, sum, squares);
    CHECK(centred == exact_centred_squares(long_n, long_sum, long_squares));
    CHECK(ExactSum::from_text(squares.text()) == squares);
    CHECK(ExactSum::from_text(sum.text()).value() == sum.value());
  }
}
