#pragma once
// Results with fewer digits than the exact ones: `--digits`.
#include <string>
#include <string_view>

namespace credence::tool {

/// Returns the same JSON with numbers rounded to so many significant digits; whole numbers and
/// strings stay.
/// in  json: well-formed;  digits: 1 to 17, or 0: as it stands
[[nodiscard]] std::string rounded_json(std::string_view json, int digits);

}  // namespace credence::tool
