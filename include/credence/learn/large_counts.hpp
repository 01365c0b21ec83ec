#pragma once
// Counts so large that doubles no longer hold every whole number.
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence {

/// Up to here every whole number is a double: 2^53.
inline constexpr double largest_exact_count = 9007199254740992;

namespace detail {
/// The largest number of some statistics that counts something.
template <class Statistics>
[[nodiscard]] double largest_count_of(const Statistics& seen) {
  double largest = seen.count();
  if constexpr (requires { seen.counts; })
    for (const double count : seen.counts) largest = std::max(largest, count);
  if constexpr (requires { seen.failures; }) largest = std::max(largest, seen.failures);
  if constexpr (std::is_same_v<typename Statistics::value_type, Count>)
    largest = std::max(largest, seen.total);
  return largest;
}

/// A sentence on counts beyond 2^53 in `cells` cells, the first of which is named; none for 0.
[[nodiscard]] std::vector<std::string> note_on_large_counts(const std::string& first, Index cells,
                                                            Summation summation);
}  // namespace detail

/// What a user should know of a posterior's counts: a note where some have reached 2^53, so that
/// adding 1 to them may change nothing. Without such counts, nothing. (A count of 2^53 itself is
/// exact, but cannot be told from one that stopped there.)
///
///     for (const std::string& note : notes_on_counts(posterior)) std::cerr << note << '\n';
template <class List>
[[nodiscard]] std::vector<std::string> notes_on_counts(
    const Posterior<BasicModel<List>>& posterior) {
  std::string first;
  Index cells = 0;
  const auto look = [&](double count, const std::string& column, std::size_t klass) {
    if (!(count >= largest_exact_count)) return;
    if (++cells == 1)
      first = "column '" + column + "', class '" + posterior.label.classes[klass] + "'";
  };
  for (std::size_t klass = 0; klass < posterior.label.counts.counts.size(); ++klass)
    look(posterior.label.counts.counts[klass], posterior.label.name, klass);
  for_each_block(posterior.blocks, [&](const auto& block) {
    for (Index j = 0; j < block.size(); ++j)
      for (Index klass = 0; klass < block.classes; ++klass)
        look(detail::largest_count_of(block.cell(j, klass)), block.feature(j).name,
             static_cast<std::size_t>(klass));
  });
  return detail::note_on_large_counts(first, cells, posterior.summation);
}

}  // namespace credence
