#include <credence/detail/base/rounded.hpp>

#include <doctest/doctest.h>

#include <limits>

using credence::detail::rounded;

TEST_CASE("a number is rounded to significant digits, and a whole one keeps all of its own") {
  CHECK(rounded(0.6261873789387623, 3) == "0.626");
  CHECK(rounded(-1234.5678, 6) == "-1234.57");
  CHECK(rounded(1234.5678, 2) == "1.2e+03");
  CHECK(rounded(0.00001, 4) == "1e-05");
  CHECK(rounded(1234567, 3) == "1234567");
  CHECK(rounded(-0.0, 3) == "0");
  CHECK(rounded(0.1, 17) == "0.10000000000000001");
}

TEST_CASE("what is not finite stays what it is") {
  CHECK(rounded(std::numeric_limits<double>::infinity(), 3) == "inf");
  CHECK(rounded(-std::numeric_limits<double>::infinity(), 3) == "-inf");
  CHECK(rounded(std::numeric_limits<double>::quiet_NaN(), 3) == "nan");
}
