#pragma once
// Numbers to and from text, independent of the locale.
#include <optional>
#include <string>
#include <string_view>

namespace credence {

/// The outcome of reading a number.
enum class NumberFault {
  none,
  not_a_number,  ///< the text, or its end, is no number
  too_large,     ///< beyond the largest double
  not_finite,    ///< "nan", "inf" and their like
};

/// Returns the number written in the whole of `text`: decimal or scientific, an optional leading +
/// or -. Too small a number is 0. `fault` (when given) says why there is none.
[[nodiscard]] std::optional<double> to_number(std::string_view text, NumberFault* fault = nullptr);

/// Returns the shortest text that reads back as exactly this number; "inf", "-inf" and "nan" for
/// the rest.
[[nodiscard]] std::string to_text(double number);

}  // namespace credence
