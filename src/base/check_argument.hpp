#pragma once
// Arguments of special functions outside of their domain: Error{domain}, in every build.
#include <string_view>

namespace credence::detail {

/// Throws Error{domain}: "log_gamma was given -1; give a number above 0".
[[noreturn]] void no_argument(std::string_view function, double x, std::string_view wanted);

/// Throws the same unless the argument fits.
/// cost  one branch
inline void check_argument(bool fits, std::string_view function, double x,
                           std::string_view wanted) {
  if (!fits) [[unlikely]]
    no_argument(function, x, wanted);
}

}  // namespace credence::detail
