#pragma once
// Forms of texts that people read as numbers or dates.
#include <string_view>

namespace credence {

/// Returns whether a text is a number with other marks: with those of money or percent at its ends, or
/// with blanks, commas, points or apostrophes between groups of three digits: "$5", "12 %", "1 200.5",
/// "1.200,50". A number with a decimal comma and one with blanks around it are of this form.
[[nodiscard]] bool is_marked_number(std::string_view text);

/// Returns whether a text is a date in digits, with or without a time: "2024-03-31", "31.3.24",
/// "3/31/2024 12:30".
[[nodiscard]] bool is_date(std::string_view text);

}  // namespace credence
