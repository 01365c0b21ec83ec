// Cuts rows into folds.
#include <credence/study/compare.hpp>

#include <credence/base/error.hpp>
#include <credence/base/random.hpp>
#include <credence/data/convert.hpp>
#include <credence/detail/base/place.hpp>

#include <algorithm>

namespace credence {
namespace {

void check_number_of_folds(std::span<const Index> labels, Index folds) {
  const auto rows = std::count_if(labels.begin(), labels.end(), [](Index at) { return at >= 0; });
  if (folds < 2)
    throw Error(ErrorCode::domain, "cross-validation needs at least 2 folds, got " +
                                       std::to_string(folds) + "; choose 2 or more");
  if (folds > rows)
    throw Error(ErrorCode::domain, "cross-validation in " + std::to_string(folds) +
                                       " folds needs as many rows with a label, there are " +
                                       std::to_string(rows) + "; choose fewer folds");
}

// Without a level that no row holds, so that every fold has rows.
std::vector<Index> dense(const CodeColumn& column) {
  std::vector<bool> present(column.levels.size(), false);
  for (const Code code : column.codes) present[static_cast<std::size_t>(code)] = true;
  std::vector<Index> fold_of_level;
  Index folds = 0;
  for (const bool level : present) fold_of_level.push_back(level ? folds++ : -1);
  std::vector<Index> fold;
  for (const Code code : column.codes)
    fold.push_back(fold_of_level[static_cast<std::size_t>(code)]);
  return fold;
}

}  // namespace

std::vector<Index> stratified_folds(std::span<const Index> labels, Index classes, Index folds,
                                    std::uint64_t seed) {
  check_number_of_folds(labels, folds);
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

std::vector<Index> folds_of_column(const Table& table, std::string_view name) {
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
  std::vector<Index> fold = dense(codes);
  if (fold.empty() || *std::max_element(fold.begin(), fold.end()) == 0)
    throw Error(ErrorCode::schema, "fold column '" + column.name +
                                       "' holds fewer than two values; choose a column with one "
                                       "value for each fold");
  return fold;
}

}  // namespace credence
