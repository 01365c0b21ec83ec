#pragma once
// Levels of the data that a posterior does not know.
#include <credence/data/row_span.hpp>
#include <credence/data/table.hpp>
#include <credence/detail/learn/cells.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace credence::detail {

/// Throws Error{schema}: a category that the training data lack, where the schema wants an error.
[[noreturn]] void unseen_category(const Table& table, const std::string& feature, Index row,
                                  std::string_view level);

/// Counts the words of documents that `slots` does not know; those that occur 0 times are none.
/// cost  one look at each stored word, in a table of a bit for each
[[nodiscard]] Index unknown_words(const WordRows& documents, const Slots& slots, RowSpan rows);

/// Counts the cells (words) of levels that the posterior does not know.
/// throws  Error{schema} when their policy is `error`
template <class Datum>
Index count_unseen(const Cells<Datum>& data, const FeatureFacts& feature, const Slots& slots,
                   RowSpan rows, const Table& table) {
  bool all_known = true;
  for (const Index slot : slots.of) all_known = all_known && slot != -1;
  if (all_known) return 0;
  if constexpr (std::is_same_v<Datum, WordCounts>) {
    const Index words = unknown_words(data.documents(), slots, rows);
    if (words == 0 || feature.unseen != Unseen::error) return words;
  }
  Index unseen = 0;
  for (Index i = 0; i < rows.count; ++i) {
    const std::vector<std::string_view> unknown = data.unknown(rows[i], slots);
    if (!unknown.empty() && feature.unseen == Unseen::error)
      unseen_category(table, feature.name, rows[i], unknown.front());
    unseen += static_cast<Index>(unknown.size());
  }
  return unseen;
}

/// Throws as count_unseen, where nobody asks how many there are.
template <class Datum>
void check_unseen(const Cells<Datum>& data, const FeatureFacts& feature, const Slots& slots,
                  RowSpan rows, const Table& table) {
  if (feature.unseen == Unseen::error)
    static_cast<void>(count_unseen(data, feature, slots, rows, table));
}

}  // namespace credence::detail
