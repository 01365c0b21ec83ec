#pragma once
// The name that somebody who misspelt one most likely meant.
#include <optional>
#include <string>
#include <string_view>

namespace credence::detail {

/// Returns how far a misspelt word is from a name, in letters added, left out, changed or swapped
/// with their neighbour; upper and lower case are the same, and a name that the word begins (three
/// letters or more) is one letter away. None where the two are too unlike for one to be meant by
/// the other: more than about a third of their letters apart.
/// cost  the product of the two lengths
[[nodiscard]] std::optional<int> misspelling(std::string_view word, std::string_view name);

/// Returns the name nearest to a misspelt word, the first of several; none when no name is near.
///
///     nearest("Farre", std::vector<std::string>{"Age", "Fare"});    // "Fare"
template <class Names>
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, const Names& names) {
  std::optional<std::string> best;
  int least = 0;
  for (const std::string_view name : names) {
    const std::optional<int> distance = misspelling(word, name);
    if (!distance || (best && *distance >= least)) continue;
    best = std::string(name);
    least = *distance;
  }
  return best;
}

/// "; did you mean 'Fare'?", for the end of a message; empty when no name is near.
template <class Names>
[[nodiscard]] std::string did_you_mean(std::string_view word, const Names& names) {
  const std::optional<std::string> name = nearest(word, names);
  return name ? "; did you mean '" + *name + "'?" : std::string();
}

}  // namespace credence::detail
