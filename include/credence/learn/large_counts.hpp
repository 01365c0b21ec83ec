#pragma once
// Counts so large that doubles no longer hold every whole number.
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence {

/// Up to here every whole number is a double: 2^53.
inline constexpr double largest_exact_count = 9007199254740992;

/// What a user should know of a posterior's counts: a note where some have reached 2^53, so that
/// adding 1 to them may change nothing. Without such counts, nothing. (A count of 2^53 itself is
/// exact, but cannot be told from one that stopped there.)
///
///     for (const std::string& note : notes_on_counts(posterior)) std::cerr << note << '\n';
[[nodiscard]] std::vector<std::string> notes_on_counts(const Posterior<Model>& posterior);

}  // namespace credence
