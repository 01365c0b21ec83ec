#pragma once
// Why no data could have left some statistics: for those that come from a file.
#include <concepts>
#include <credence/detail/density/detail.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace credence {

/// What is wrong with statistics that no data could have, whatever their rows and weights; empty
/// where some could. Numbers are taken to lie in the domains of their members.
///
///     contradiction(Moments{.n = 0, .mean = 3});    // "'count' is 0, and 'mean' 3"
///
/// laws    laws/statistics.test.cpp: those of data never contradict themselves
template <class S>
[[nodiscard]] std::string contradiction(const S& seen) {
  if constexpr (requires {
                  { seen.contradiction() } -> std::same_as<std::string>;
                })
    return seen.contradiction();
  return {};
}

namespace detail {

/// What sums over billions of data may be off by, per unit.
inline constexpr double summed = 1e-6;

/// A number of statistics with its name.
using Named = std::pair<std::string_view, double>;

/// Without data every sum is 0.
[[nodiscard]] std::string sums_of_nothing(const Named& count, std::initializer_list<Named> sums);

/// Returns a number that may not be above another, but for rounding.
[[nodiscard]] std::string above(const Named& part, const Named& whole);

}  // namespace detail

}  // namespace credence
