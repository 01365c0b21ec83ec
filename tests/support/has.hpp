#pragma once
// Whether a text, or one of several, says something.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace credence::testing {

inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline bool has_note(const std::vector<std::string>& notes, std::string_view part) {
  return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) { return has(note, part); });
}

}  // namespace credence::testing
