// What is wrong with the statistics that a file gives a block.
#include <credence/detail/learn/block_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <credence/data/levels.hpp>
#include <credence/detail/base/counted.hpp>

namespace credence {
namespace detail {

void bad_record(const std::string& what) {
  throw Error(ErrorCode::version, what + "; restore the file from a copy or fit again");
}

void check_sorted(const std::vector<std::string>& names, const std::string& what) {
  if (!are_sorted_levels(names)) bad_record(what + " are not sorted and distinct");
}

void check_columns(const ColumnMoments& seen, std::size_t columns, const std::string& what) {
  for (const auto* list : {&seen.counts, &seen.means, &seen.sums_of_squares})
    if (list->size() != seen.counts.size() || (!list->empty() && list->size() != columns))
      bad_record(what + " do not have one entry for each column");
}

void bad_value(std::string_view family, std::string_view needs, double value,
               const std::string& what) {
  bad_record(fmt::format("{} hold {}, and family '{}' needs {}", what, text(value), family, needs));
}

void check_contradiction(const std::string& why, const std::string& what) {
  if (!why.empty()) bad_record(what + " contradict each other: " + why);
}

void check_count(double count, const LabelColumn& label, Index klass, const std::string& what) {
  const auto at = static_cast<std::size_t>(klass);
  const double rows = label.counts.counts[at];
  if (count > rows + summed * rows)
    bad_record(
        fmt::format("{} contradict the counts of classes: they count {} of class '{}', which "
                    "has {}",
                    what, text(count), label.classes[at], text(rows)));
}

void check_columns(const JointMoments& seen, std::size_t columns, const std::string& what) {
  const bool empty = seen.complete == 0 && seen.means.empty() && seen.scatter.empty();
  if (!empty &&
      (seen.means.size() != columns || triangle_order(seen.scatter.size()) != seen.columns()))
    bad_record(what + " do not have one entry for each column, and a triangle of products");
  const auto holds = [](const std::vector<double>& list) {
    return std::any_of(list.begin(), list.end(), [](double entry) { return entry != 0; });
  };
  if (seen.complete == 0 && (holds(seen.means) || holds(seen.scatter)))
    check_contradiction("'complete' is 0, and 'means' or 'scatter' is not", what);
}

void check_exact_lists(const FeatureCells& saved, Summation summation) {
  const std::size_t expected = summation == Summation::exact ? saved.classes : 0;
  if (exact_classes(saved) != expected)
    bad_record("column '" + saved.name + "' has exact sums of " +
               counted(exact_classes(saved), "class", "classes") + ", not of " +
               std::to_string(expected));
}

}  // namespace detail
}  // namespace credence
