#pragma once
// Notes on a posterior.
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence {

/// Returns a note on the rows that lack a number of a block whose columns have a full covariance:
/// how many of them, by weight, were left out of what the block learned. Without such rows,
/// nothing.
[[nodiscard]] std::vector<std::string> notes_on_incomplete_rows(const Posterior<Model>& posterior);

/// Every whole number up to this one is a double: 2^53.
inline constexpr double largest_exact_count = 9007199254740992;

/// Returns a note on a posterior's counts where some have reached 2^53, so that adding 1 to them
/// may change nothing. Without such counts, nothing. (A count of 2^53 itself is exact, but cannot
/// be told from one that stopped there.)
///
///     for (const std::string& note : notes_on_counts(posterior)) std::cerr << note << '\n';
[[nodiscard]] std::vector<std::string> notes_on_counts(const Posterior<Model>& posterior);

}  // namespace credence
