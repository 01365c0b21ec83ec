#pragma once
// Numbers for those who want fewer digits than the exact ones.
#include <string>

namespace credence::detail {

/// Returns a number to so many significant digits, as printf's %g writes it, in any locale; a whole
/// number below 2^53 keeps all of its digits.
/// in  value: finite or not: "inf", "-inf", "nan";  digits: 1 to 17
[[nodiscard]] std::string rounded(double value, int digits);

}  // namespace credence::detail
