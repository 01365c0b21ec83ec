#pragma once
// Statistics beyond the range of double: found by name, and not asked anything.
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/members.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

namespace detail {
[[nodiscard]] inline bool is_finite(double number) { return std::isfinite(number); }
[[nodiscard]] inline bool is_finite(const std::vector<double>& numbers) {
  for (const double number : numbers)
    if (!std::isfinite(number)) return false;
  return true;
}

/// Error{undefined}: a statistic that no double holds answers nothing.
/// in  place: whose it is, for example "class 'ill'"
[[nodiscard]] Error beyond_double(std::string_view statistic, const std::string& place);
}  // namespace detail

/// Returns the name of the first number of some statistics that is infinite or NaN; empty where all
/// are finite, and where the statistics do not name their numbers.
///
///     Moments far;
///     for (double x : {-1e200, 1e200}) far.observe(x);
///     overflowed(far);    // "sum_of_squares"
template <class S>
[[nodiscard]] std::string_view overflowed(const S& seen) {
  std::string_view name;
  if constexpr (Described<S>)
    for_each_member<S>([&](const auto& member) {
      if (name.empty() && !detail::is_finite(seen.*(member.pointer))) name = member.name;
    });
  return name;
}

namespace detail {
/// Throws Error{undefined} unless all numbers of some statistics are finite.
/// in  place: called for the place, where one is not
template <class S, class Place>
void check_finite(const S& seen, Place&& place) {
  if (const std::string_view name = overflowed(seen); !name.empty())
    throw beyond_double(name, place());
}

/// Returns the log evidence that was computed. Throws Error{undefined} where a step on the way
/// overflowed, so that it is NaN or positive infinity; -inf, of impossible data, is an answer.
[[nodiscard]] double in_range(double log_evidence);
}  // namespace detail

}  // namespace credence
