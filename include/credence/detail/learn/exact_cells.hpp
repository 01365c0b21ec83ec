#pragma once
// The sums without rounding that may stand behind the cells of a block.
#include <credence/family/exact_statistics.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// How a posterior adds up: in doubles, which is fast, or without rounding, so that the order of
/// the rows and the way they are divided make no difference to any bit, and rows can be taken back.
enum class Summation { rounded, exact };

namespace detail {

/// What stands for sums of a family that SumsOf does not know.
struct NoSums {
  friend bool operator==(const NoSums&, const NoSums&) = default;
};

template <class Statistics>
struct ExactCellOf {
  using type = NoSums;
};
template <ExactlySummable Statistics>
struct ExactCellOf<Statistics> {
  using type = ExactStatistics<Statistics>;
};

/// Error{schema}: a family cannot be learned exactly.
[[nodiscard]] Error no_exact_sums(std::string_view family);
}  // namespace detail

/// The sums behind one cell of a family's block.
template <ConjugateFamily F>
using ExactCell = typename detail::ExactCellOf<typename F::Statistics>::type;

/// Families whose cells can be kept exactly.
template <class F>
concept ExactFamily = ConjugateFamily<F> && ExactlySummable<typename F::Statistics>;

/// Returns the sums of a cell as texts, for files.
template <ExactlySummable S>
[[nodiscard]] std::vector<std::string> texts_of(const ExactStatistics<S>& cell) {
  std::vector<std::string> texts;
  const auto& sums = cell.sums();
  for (const ExactSum& sum : sums) texts.push_back(sum.text());
  return texts;
}
/// Returns the sums that texts stand for.
/// throws  Error{parse} for a text that is no sum
[[nodiscard]] std::vector<ExactSum> sums_of_texts(std::span<const std::string> texts);

}  // namespace credence
