#pragma once
// The same belief held more or less strongly.
#include <credence/base/members.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace credence {

/// What a factor on the strength of a prior does to a member of it.
enum class StrengthRole {
  multiplied,  ///< a pseudo-count, or a total of pseudo-observations
  divided,     ///< the variance of what is believed
  kept         ///< what is believed, or a fixed hyperparameter
};

/// Returns the role of a member by its name; none for a name that is not known.
[[nodiscard]] std::optional<StrengthRole> strength_role(std::string_view member);

namespace detail {
/// Throws Error{domain} for a factor that is not positive and finite.
void check_strength(double factor);
/// Throws Error{undefined}: a prior has a member of which nobody has said what strength does to it.
[[noreturn]] void no_strength(std::string_view member);

inline void scale_member(double& number, StrengthRole role, double factor) {
  if (role == StrengthRole::multiplied) number *= factor;
  if (role == StrengthRole::divided) number /= factor;
}
inline void scale_member(std::vector<double>& numbers, StrengthRole role, double factor) {
  for (double& number : numbers) scale_member(number, role, factor);
}
}  // namespace detail

/// Returns a prior worth `factor` times as many observations: what is believed stays, how firmly
/// does not. Beta(2, 8) with factor 10 is Beta(20, 80); of a NormalInverseGamma mean_weight, shape
/// and scale are multiplied. A prior whose members mean something else says so by a function
/// `strengthened` beside it.
/// in      factor: positive and finite
/// throws  Error{domain} where a number leaves its range
template <Described Prior>
[[nodiscard]] Prior with_strength(Prior prior, double factor) {
  if constexpr (requires { strengthened(prior, factor); }) {
    return strengthened(prior, factor);
  } else {
    for_each_member<Prior>([&](const auto& member) {
      const std::optional<StrengthRole> role = strength_role(member.name);
      if (!role) detail::no_strength(member.name);
      detail::scale_member(prior.*(member.pointer), *role, factor);
    });
    check_members(prior, "a prior");
    return prior;
  }
}

}  // namespace credence
