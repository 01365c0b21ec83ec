#pragma once
// The statistics of one family's block to and from plain data, with every check that a file needs.
#include <credence/detail/family/column_moments.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/joint_moments.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/detail/learn/block.hpp>
#include <credence/detail/learn/feature_cells.hpp>
#include <credence/learn/label_column.hpp>
#include <type_traits>
#include <utility>

namespace credence::detail {

/// Throws Error{version}: the record contradicts itself.
[[noreturn]] void bad_record(const std::string& what);
/// Throws Error{version} unless the names are sorted and distinct.
void check_sorted(const std::vector<std::string>& names, const std::string& what);

/// Throws Error{version} unless the statistics are empty or of that many columns.
void check_columns(const ColumnMoments& seen, std::size_t columns, const std::string& what);
void check_columns(const JointMoments& seen, std::size_t columns, const std::string& what);

/// Throws Error{version} naming a number that the family does not accept.
[[noreturn]] void bad_value(std::string_view family, std::string_view needs, double value,
                            const std::string& what);

/// Throws Error{version} for statistics that contradict themselves: `why` is not empty.
void check_contradiction(const std::string& why, const std::string& what);

/// Throws Error{version} when a column counts more data of a class than it has rows.
void check_count(double count, const LabelColumn& label, Index klass, const std::string& what);

/// Throws Error{version} unless there is one list for each class, or none where none are kept.
void check_exact_lists(const FeatureCells& saved, Summation summation);

/// Returns exact sums from a file, which must be what the saved statistics are rounded from.
/// in      read: gives the sums
/// throws  Error{version} where they are not
template <class S, class Read>
[[nodiscard]] ExactStatistics<S> exact_of(Read read, const S& rounded, Index levels,
                                          const std::string& what) {
  try {
    std::vector<ExactSum> sums = read();
    if (!ExactStatistics<S>::fits(sums.size(), levels))
      throw Error(ErrorCode::domain, "has another number of sums than its family and levels need");
    auto exact = ExactStatistics<S>::from_sums(std::move(sums));
    S seen = exact.checked();
    if constexpr (LevelledStatistics<S>) seen.resize(rounded.levels());
    if (seen == rounded) return exact;
  } catch (const Error& error) {
    bad_record(what + ": " + error.what());
  }
  bad_record(what + " are not those of their exact sums");
}

/// The exact sums of a feature, after its statistics.
template <ConjugateFamily F>
void fill_exact(Block<F>& block, Index j, FeatureCells& saved, const std::string& what) {
  check_exact_lists(saved, block.exact.empty() ? Summation::rounded : Summation::exact);
  if constexpr (ExactFamily<F>)
    for (Index klass = 0; !block.exact.empty() && klass < block.classes; ++klass)
      block.exact_cell(j, klass) =
          exact_of([&] { return take_exact(saved, static_cast<std::size_t>(klass)); },
                   block.cell(j, klass), block.levels(j), what);
}

/// What some rows of a class could have left: throws Error{version} where none could.
template <ConjugateFamily F>
void check_cell(const Block<F>& block, Index j, Index klass, const LabelColumn& label,
                const std::string& what) {
  const typename F::Statistics& seen = block.cell(j, klass);
  if constexpr (Block<F>::levelled)
    if (seen.levels() != block.levels(j))
      bad_record(what + " do not have one count for each level");
  if constexpr (TiedFamily<F>) check_columns(seen, static_cast<std::size_t>(block.levels(j)), what);
  check_contradiction(contradiction(seen), what);
  if constexpr (std::is_same_v<typename F::Statistics, ValueHistogram>)
    for (const double value : seen.values)
      if (!F::accepts(value)) bad_value(F::name, F::needs, value, what);
  check_count(seen.count(), label, klass, what);
}

/// The levels of a feature from a file.
/// throws  Error{version} where the schema says others
template <ConjugateFamily F>
void fill_levels(Feature<F>& feature, FeatureCells& saved, const std::string& what) {
  if constexpr (Block<F>::levelled) {
    if (feature.listed && feature.levels != saved.levels)
      bad_record(what + " have other levels than the schema");
    if (!feature.listed) check_sorted(saved.levels, "the levels of column '" + feature.name + "'");
    feature.levels = std::move(saved.levels);
  } else if constexpr (TiedFamily<F>) {
    if (feature.levels != saved.levels) bad_record(what + " have other columns than the schema");
  } else if (!saved.levels.empty()) {
    bad_record(what + " have levels, which family '" + std::string(F::name) + "' has no use for");
  }
}

/// Returns what files hold of each of some statistics.
template <Described S>
[[nodiscard]] std::vector<FeatureCells::Member> cell_members() {
  std::vector<FeatureCells::Member> members;
  for_each_member<S>([&](const auto& member) {
    using Value = std::decay_t<decltype(std::declval<S>().*(member.pointer))>;
    members.push_back({.name = member.name, .is_list = !std::is_same_v<Value, double>});
  });
  return members;
}

/// The statistics of a feature from a file.
/// throws  Error{version} where the cells contradict themselves or the feature
template <ConjugateFamily F>
void fill_feature(Block<F>& block, Index j, FeatureCells saved, const LabelColumn& label) {
  using Statistics = typename F::Statistics;
  Feature<F>& feature = block.feature(j);
  const std::string what = "the statistics of column '" + feature.name + "'";
  const std::string one = "a cell of column '" + feature.name + "'";
  fill_levels(feature, saved, what);
  put_in_order(saved, cell_members<Statistics>(), one);
  auto number = saved.numbers.cbegin();
  auto list = saved.lists.begin();
  for (Index klass = 0; klass < block.classes; ++klass) {
    Statistics seen;
    for_each_member<Statistics>([&](const auto& member) {
      auto& to = seen.*(member.pointer);
      if constexpr (std::is_same_v<std::decay_t<decltype(to)>, double>)
        to = *number++;
      else
        to = std::move(*list++);
    });
    check_members(seen, one);
    block.cell(j, klass) = std::move(seen);
    check_cell(block, j, klass, label, what);
  }
  fill_exact(block, j, saved, what);
}

/// Returns the statistics of a feature as plain data.
template <ConjugateFamily F>
[[nodiscard]] FeatureRecord record_of_feature(const Block<F>& block, Index j) {
  FeatureRecord saved{.name = block.feature(j).name, .levels = block.feature(j).levels};
  for (Index klass = 0; klass < block.classes; ++klass)
    saved.statistics.push_back(to_fields(block.cell(j, klass)));
  if constexpr (ExactFamily<F>)
    for (Index klass = 0; !block.exact.empty() && klass < block.classes; ++klass)
      saved.exact.push_back(texts_of(block.exact_cell(j, klass)));
  return saved;
}

}  // namespace credence::detail
