#pragma once
// How much room a text takes on a terminal: one place a letter, two for one of East Asia.
#include <cstddef>
#include <string_view>

namespace credence {

/// Returns how many places a printable text takes: none for marks that stand on the letter before
/// them, two for wide letters and pictures, and one for all others.
[[nodiscard]] std::size_t places_of(std::string_view text);

/// Returns the longest beginning of a printable text that takes at most so many places.
[[nodiscard]] std::string_view beginning(std::string_view text, std::size_t places);

}  // namespace credence
