#pragma once
// Parameters on a circle, which mean the same after a whole turn.
#include <credence/base/members.hpp>
#include <string_view>

namespace credence::detail {

/// Returns by how much a parameter of the likelihood of `F` may change and mean the same; 0 unless it
/// is a direction: of a family whose prior has a period, the parameters that may be any number.
template <class F>
[[nodiscard]] constexpr double period_of([[maybe_unused]] Domain domain) {
  if constexpr (requires { F::Prior::period; })
    return domain == Domain::real ? F::Prior::period : 0.0;
  else
    return 0.0;
}

/// Returns the same of a parameter by its name.
template <class F>
[[nodiscard]] double period_of(std::string_view parameter) {
  double period = 0;
  for_each_member<typename F::Likelihood>([&](const auto& member) {
    if (member.name == parameter) period = period_of<F>(member.domain);
  });
  return period;
}

}  // namespace credence::detail
