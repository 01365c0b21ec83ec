// Cuts rows into folds.
#include <credence/study/compare.hpp>

#include <credence/base/error.hpp>
#include <credence/base/random.hpp>
#include <credence/data/convert.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/place.hpp>

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>
#include <utility>

namespace credence {
namespace {

// in   there: rows or groups;  kind: " of whole groups", or nothing;  needed: what there are too few of
void check_enough(Index there, Index folds, const char* kind, const char* needed) {
  if (folds < 2)
    throw Error(ErrorCode::domain, "cross-validation needs at least 2 folds, got " +
                                       std::to_string(folds) + "; choose 2 or more");
  if (folds <= there) return;
  const std::string count = std::to_string(there);
  throw Error(
      ErrorCode::domain,
      "cross-validation in " + detail::counted(folds, "fold", "folds") + kind + " needs as many " +
          needed + ", there are " + count +
          (there < 2 ? "; give at least 2"
                     : "; choose folds = " + count + ", which leaves out one at a time, or fewer"));
}

// The levels of the rows, without one that no row holds.
std::vector<Index> dense(const CodeColumn& column) {
  std::vector<bool> present(column.levels.size(), false);
  for (const Code code : column.codes) present[static_cast<std::size_t>(code)] = true;
  std::vector<Index> place_of_level;
  Index places = 0;
  for (const bool level : present) place_of_level.push_back(level ? places++ : -1);
  std::vector<Index> places_of_rows;
  for (const Code code : column.codes)
    places_of_rows.push_back(place_of_level[static_cast<std::size_t>(code)]);
  return places_of_rows;
}

// Whether two sums of shares are the same number, however doubles rounded them: each of up to some
// thousand terms, one for each class, adds at most 1.1e-16 of the sum.
bool equal_sums(double a, double b) {
  constexpr double rounding = 1e-12;
  return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

// A row with a class.
struct GroupRow {
  Index group = 0;
  Index klass = 0;
  std::size_t row = 0;

  friend auto operator<=>(const GroupRow&, const GroupRow&) = default;
};

// The rows of one group, sorted by class.
using RowGroup = std::span<const GroupRow>;

// The rows that have a class, sorted by group, class and position.
std::vector<GroupRow> sorted_by_group(std::span<const Index> groups, std::span<const Index> labels,
                                      Index classes) {
  if (groups.size() != labels.size())
    throw Error(ErrorCode::shape, "folds of whole groups got the groups of " +
                                      detail::counted(groups.size(), "row", "rows") +
                                      " and the labels of " + std::to_string(labels.size()) +
                                      "; give one of each a row");
  if (classes < 0) detail::no_such_place("class", classes, 0);
  std::vector<GroupRow> rows;
  for (std::size_t row = 0; row < labels.size(); ++row)
    if (labels[row] >= 0) {
      (void)detail::place_of("class", labels[row], static_cast<std::size_t>(classes));
      rows.push_back({groups[row], labels[row], row});
    }
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<RowGroup> groups_in(std::span<const GroupRow> rows) {
  std::vector<RowGroup> groups;
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(first, rows.end(),
                                   [&](const GroupRow& row) { return row.group != first->group; });
    groups.emplace_back(first, last);
    first = last;
  }
  return groups;
}

// Puts the groups into random order, which does not depend on that of their rows.
std::vector<RowGroup> shuffled(const std::vector<RowGroup>& groups, std::uint64_t seed) {
  std::vector<std::int64_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  Random random{seed};
  random.shuffle(order);
  std::vector<RowGroup> ordered;
  for (const std::int64_t at : order) ordered.push_back(groups[static_cast<std::size_t>(at)]);
  return ordered;
}

// The rows of each fold by class. What is kept small is the sum over folds, and over classes and
// all rows, of (rows - share)^2 / total, where share = total / folds: Pearson's statistic against
// equal shares, and that of the sizes. A group of g rows adds to it, besides what is the same for
// every fold, 2 rows g / total.
class GrowingFolds {
 public:
  GrowingFolds(std::span<const GroupRow> rows, Index classes, Index folds)
      : totals_(static_cast<std::size_t>(classes)),
        all_(static_cast<double>(rows.size())),
        by_class_(static_cast<std::size_t>(folds), std::vector<double>(totals_.size())),
        sizes_(static_cast<std::size_t>(folds)) {
    for (const GroupRow& row : rows) ++totals_[static_cast<std::size_t>(row.klass)];
  }

  // What a group adds to the sum in a fold that is empty.
  [[nodiscard]] double weight(RowGroup group) const {
    const auto rows = static_cast<double>(group.size());
    double sum = rows * rows / all_;
    each_class(group,
               [&](std::size_t klass, double count) { sum += count * count / totals_[klass]; });
    return sum;
  }

  // The fold where a group adds least, the smallest of equals, and the first of those.
  [[nodiscard]] std::size_t best_for(RowGroup group) const {
    const auto rows = static_cast<double>(group.size());
    std::vector<double> growth;
    for (const double size : sizes_) growth.push_back(size * rows / all_);
    each_class(group, [&](std::size_t klass, double count) {
      for (std::size_t fold = 0; fold < growth.size(); ++fold)
        growth[fold] += by_class_[fold][klass] * count / totals_[klass];
    });
    std::size_t best = 0;
    for (std::size_t fold = 1; fold < growth.size(); ++fold) {
      const bool equal = equal_sums(growth[fold], growth[best]);
      if (equal ? sizes_[fold] < sizes_[best] : growth[fold] < growth[best]) best = fold;
    }
    return best;
  }

  void add(std::size_t fold, RowGroup group) {
    sizes_[fold] += static_cast<double>(group.size());
    for (const GroupRow& row : group) ++by_class_[fold][static_cast<std::size_t>(row.klass)];
  }

 private:
  // Calls `visit` with every class of a group and its rows.
  template <class Visitor>
  static void each_class(RowGroup group, Visitor&& visit) {
    for (auto first = group.begin(); first != group.end();) {
      const auto last = std::find_if(
          first, group.end(), [&](const GroupRow& row) { return row.klass != first->klass; });
      visit(static_cast<std::size_t>(first->klass), static_cast<double>(last - first));
      first = last;
    }
  }

  std::vector<double> totals_;  // rows by class
  double all_;
  std::vector<std::vector<double>> by_class_;
  std::vector<double> sizes_;
};

// The groups in the order in which they choose their fold: what weighs most comes first, and those
// of equal weight in random order.
std::vector<RowGroup> by_weight(const std::vector<RowGroup>& groups, const GrowingFolds& folds,
                                std::uint64_t seed) {
  struct Weighed {
    double weight = 0;
    std::size_t place = 0;  // in random order
  };
  const std::vector<RowGroup> mixed = shuffled(groups, seed);
  std::vector<Weighed> weighed;
  for (const RowGroup group : mixed) weighed.push_back({folds.weight(group), weighed.size()});
  std::sort(weighed.begin(), weighed.end(), [](const Weighed& a, const Weighed& b) {
    return std::pair(-a.weight, a.place) < std::pair(-b.weight, b.place);
  });
  for (auto first = weighed.begin(); first != weighed.end();) {
    const auto last = std::find_if(first, weighed.end(), [&](const Weighed& other) {
      return !equal_sums(other.weight, first->weight);
    });
    std::sort(first, last, [](const Weighed& a, const Weighed& b) { return a.place < b.place; });
    first = last;
  }
  std::vector<RowGroup> ordered;
  for (const Weighed& one : weighed) ordered.push_back(mixed[one.place]);
  return ordered;
}

}  // namespace

std::vector<Index> stratified_folds(std::span<const Index> labels, Index classes, Index folds,
                                    std::uint64_t seed) {
  const auto labelled =
      std::count_if(labels.begin(), labels.end(), [](Index at) { return at >= 0; });
  check_enough(labelled, folds, "", "rows with a label");
  if (classes < 0) detail::no_such_place("class", classes, 0);
  std::vector<std::vector<std::int64_t>> rows_of(static_cast<std::size_t>(classes));
  for (std::size_t row = 0; row < labels.size(); ++row)
    if (labels[row] >= 0)
      rows_of[detail::place_of("class", labels[row], rows_of.size())].push_back(
          static_cast<std::int64_t>(row));
  Random random{seed};
  std::vector<Index> fold(labels.size(), -1);
  // Dealt on from class to class, so that the sizes of the folds differ by one at most.
  Index next = 0;
  for (std::vector<std::int64_t>& rows : rows_of) {
    random.shuffle(rows);
    for (const std::int64_t row : rows) fold[static_cast<std::size_t>(row)] = next++ % folds;
  }
  return fold;
}

std::vector<Index> stratified_group_folds(std::span<const Index> groups,
                                          std::span<const Index> labels, Index classes, Index folds,
                                          std::uint64_t seed) {
  const std::vector<GroupRow> rows = sorted_by_group(groups, labels, classes);
  const std::vector<RowGroup> distinct = groups_in(rows);
  check_enough(std::ssize(distinct), folds, " of whole groups", "groups with a labelled row");
  GrowingFolds growing(rows, classes, folds);
  std::vector<Index> fold_of(labels.size(), -1);
  for (const RowGroup group : by_weight(distinct, growing, seed)) {
    const std::size_t fold = growing.best_for(group);
    growing.add(fold, group);
    for (const GroupRow& row : group) fold_of[row.row] = static_cast<Index>(fold);
  }
  return fold_of;
}

std::vector<Index> groups_of_column(const Table& table, std::string_view name) {
  const Column& column = table.column(name);
  const CodeColumn codes = codes_of(table, column);
  const auto missing = std::find(codes.codes.begin(), codes.codes.end(), missing_code);
  if (missing != codes.codes.end()) {
    const Index row = missing - codes.codes.begin();
    throw Error(ErrorCode::schema,
                "every row needs a fold: column '" + column.name + "', " +
                    table.place(column, row) + " is missing; fill the cell or remove the row",
                table.where(column, row));
  }
  return dense(codes);
}

std::vector<Index> folds_of_column(const Table& table, std::string_view name) {
  std::vector<Index> fold = groups_of_column(table, name);
  if (fold.empty() || *std::max_element(fold.begin(), fold.end()) == 0)
    throw Error(ErrorCode::schema, "fold column '" + std::string(name) +
                                       "' holds fewer than two values; choose a column with one "
                                       "value for each fold");
  return fold;
}

}  // namespace credence
