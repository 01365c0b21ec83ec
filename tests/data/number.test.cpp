// Numbers to and from text: what is a number, what is none, and exact round trips.
#include <credence/data/number.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <random>

using namespace credence;

TEST_CASE("decimal and scientific texts are numbers") {
  CHECK(to_number("0") == 0.0);
  CHECK(to_number("-1.5") == -1.5);
  CHECK(to_number("2e3") == 2000.0);
  CHECK(to_number("2E-3") == 0.002);
  CHECK(to_number("007") == 7.0);
  CHECK(to_number(".5") == 0.5);
  CHECK(to_number("5.") == 5.0);
}

TEST_CASE("one leading plus is accepted and two signs are not") {
  CHECK(to_number("+1") == 1.0);
  CHECK(to_number("+.5e1") == 5.0);
  CHECK_FALSE(to_number("+-1"));
  CHECK_FALSE(to_number("++1"));
  CHECK_FALSE(to_number("-+1"));
}

TEST_CASE("a text that is only in part a number is none") {
  for (const char* text :
       {"",      "+",       "-",     ".",  "e5", "1e",  "1e+",   "0x10", "1_0", "1,5",
        "1 000", "1.000,5", "1.2.3", " 1", "1 ", "1\t", "12abc", "--1",  "1f",  "true"}) {
    CAPTURE(text);
    NumberFault fault = NumberFault::none;
    CHECK_FALSE(to_number(text, &fault));
    CHECK(fault == NumberFault::not_a_number);
  }
}

TEST_CASE("spellings of nan and infinity are no finite numbers") {
  for (const char* text : {"nan", "NaN", "-nan", "NAN(abc)", "inf", "-inf", "Infinity", "+inf"}) {
    CAPTURE(text);
    NumberFault fault = NumberFault::none;
    CHECK_FALSE(to_number(text, &fault));
    CHECK(fault == NumberFault::not_finite);
  }
}

TEST_CASE("a number beyond the largest double is too large") {
  const std::string long_digits = "1" + std::string(400, '0');
  for (const std::string& text :
       {std::string("1e400"), std::string("-1e400"), std::string("0.001e999"),
        std::string("1.8e308"), long_digits, std::string("1e99999999999999999999999")}) {
    CAPTURE(text);
    NumberFault fault = NumberFault::none;
    CHECK_FALSE(to_number(text, &fault));
    CHECK(fault == NumberFault::too_large);
  }
  CHECK(to_number("1.7976931348623157e308") == std::numeric_limits<double>::max());
}

TEST_CASE("a number below the smallest double is zero without a sign") {
  const std::string long_digits = "0." + std::string(400, '0') + "1";
  for (const std::string& text :
       {std::string("1e-400"), std::string("-1e-400"), std::string("1000e-999"),
        std::string("1e-99999999999999999999999"), long_digits}) {
    CAPTURE(text);
    const auto number = to_number(text);
    REQUIRE(number);
    CHECK(*number == 0.0);
    CHECK_FALSE(std::signbit(*number));
  }
}

TEST_CASE("the smallest double and the zero with a huge exponent keep their values") {
  CHECK(to_number("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(to_number("1e-310") == 1e-310);
  CHECK(to_number("0e999999999999") == 0.0);
  CHECK(to_number("0.000e-999999999999") == 0.0);
}

TEST_CASE("the fault is reset when a number is read") {
  NumberFault fault = NumberFault::too_large;

  CHECK(to_number("1", &fault) == 1.0);

  CHECK(fault == NumberFault::none);
}

TEST_CASE("the shortest text is written") {
  CHECK(to_text(0.1) == "0.1");
  CHECK(to_text(3) == "3");
  CHECK(to_text(-2.5) == "-2.5");
  CHECK(to_text(1e300) == "1e+300");
}

TEST_CASE("infinities and nan have one spelling each") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();

  CHECK(to_text(infinity) == "inf");
  CHECK(to_text(-infinity) == "-inf");
  CHECK(to_text(nan) == "nan");
  CHECK(to_text(-nan) == "nan");
}

TEST_CASE("every finite number reads back bit for bit from its text") {
  std::mt19937_64 bits(20261121);
  int tried = 0;

  while (tried < 20000) {
    const auto number = std::bit_cast<double>(bits());
    if (!std::isfinite(number)) continue;
    ++tried;
    CAPTURE(number);
    const auto back = to_number(to_text(number));
    REQUIRE(back);
    REQUIRE(std::bit_cast<std::uint64_t>(*back) == std::bit_cast<std::uint64_t>(number));
  }
}

namespace {

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("a locale with a decimal comma changes nothing") {
  // The facet reaches streams everywhere; the C library is reached where the locale is installed.
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  const std::locale global = std::locale::global(std::locale(std::locale(), new DecimalComma));

  CHECK(to_number("1.5") == 1.5);
  CHECK_FALSE(to_number("1,5"));
  CHECK(to_text(1234.5) == "1234.5");

  std::locale::global(global);
  std::setlocale(LC_ALL, before.c_str());
}
