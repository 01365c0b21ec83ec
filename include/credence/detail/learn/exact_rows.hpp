#pragma once
// Rows as exact sums take them, and give them back.
#include <credence/data/convert.hpp>
#include <credence/detail/data/panel.hpp>
#include <credence/detail/learn/exact_cells.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence::detail {

/// Whether rows arrive or are taken back.
enum class Change { observed, taken_back };

/// Rows of a bound table, as exact sums take them.
struct ExactRows {
  RowSpan rows;
  const CodeColumn* label = nullptr;
  std::span<const double> weights;  ///< empty: each 1
  std::vector<Index> classes;       ///< where each level of the label stands among the classes
  Change change = Change::observed;

  /// Calls `f(row, klass, weight)` for each row that has a class and a positive weight.
  template <class F>
  void for_each(F&& f) const {
    for (Index i = 0; i < rows.count; ++i) {
      const Index row = rows[i];
      const Code code = label->codes[static_cast<std::size_t>(row)];
      const double weight = weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
      if (code != missing_code && weight > 0)
        f(row, classes[static_cast<std::size_t>(code)], weight);
    }
  }
};

/// Throws Error{domain}: a class, level or word to be taken back that was never seen.
[[noreturn]] void never_seen(const Table& table, const std::string& column, Index row,
                             std::string_view level);

}  // namespace credence::detail
