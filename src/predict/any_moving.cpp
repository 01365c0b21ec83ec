// Which rows of a table were learned, and rows that cannot be forgotten.
#include <credence/detail/predict/forgetting.hpp>

namespace credence::detail {

LearnedRows::LearnedRows(const BoundTable& bound, std::span<const std::string> classes)
    : bound_(bound), rows_of_class_(classes.size()) {
  const auto positions = label_positions(bound.label, bound.rows, classes);
  for (Index row = 0; row < bound.rows; ++row)
    if (const Index klass = positions[static_cast<std::size_t>(row)]; klass >= 0 && weight(row) > 0)
      rows_of_class_[static_cast<std::size_t>(klass)].push_back(row);
}

void not_accepted(std::string_view family, std::string_view needs) {
  throw Error(ErrorCode::domain,
              "family '" + std::string(family) + "' needs " + std::string(needs));
}

Error cannot_forget(const Table& table, const std::string& column, Index row,
                    std::string_view why) {
  const Column* found = table.find(column);
  return Error(
      ErrorCode::domain,
      "leave-one-out takes back rows that were learned: column '" + column + "', " +
          (found == nullptr ? "row " + std::to_string(row + 1) : table.place(*found, row)) + ": " +
          std::string(why) + "; give the rows that the posterior has learned",
      found == nullptr ? Location{} : table.where(*found, row));
}

}  // namespace credence::detail
