// Callables as values.
#include <credence/detail/base/callable.hpp>

#include <doctest/doctest.h>

#include <string>

using credence::detail::Callable;

TEST_CASE("a callable is empty until something is given") {
  const Callable<int(int)> none;
  CHECK_FALSE(static_cast<bool>(none));
  const Callable<int(int)> copy = none;
  CHECK_FALSE(static_cast<bool>(copy));
}

TEST_CASE("a callable holds what was given, and a copy has a copy of it") {
  Callable<int(int)> count = [total = 0](int more) mutable { return total += more; };
  CHECK(count(2) == 2);

  Callable<int(int)> copy = count;
  CHECK(copy(3) == 5);
  CHECK(count(10) == 12);

  copy = count;
  CHECK(copy(1) == 13);
}

TEST_CASE("a callable passes references on, and its result is converted") {
  const std::string text = "thirteen";
  const Callable<double(const std::string&)> length = [&](const std::string& given) {
    return &given == &text ? static_cast<int>(given.size()) : -1;
  };
  CHECK(length(text) == 8);
}
