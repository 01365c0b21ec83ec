// Which rows of a table were learned, and rows that cannot be forgotten.
#include <credence/detail/predict/forgetting.hpp>

#include <mutex>

namespace credence::detail {

struct LearnedRows::Found {
  std::once_flag once;
  std::vector<std::vector<Index>> rows_of_class;
};

LearnedRows::LearnedRows(const BoundTable& bound, std::span<const std::string> classes)
    : bound_(bound), classes_(classes), found_(std::make_unique<Found>()) {}

LearnedRows::~LearnedRows() = default;

std::span<const Index> LearnedRows::of_class(Index klass) const {
  std::call_once(found_->once, [&] {
    found_->rows_of_class.resize(classes_.size());
    const auto positions = label_positions(bound_.label, bound_.rows, classes_);
    for (Index row = 0; row < bound_.rows; ++row)
      if (const Index own = positions[static_cast<std::size_t>(row)]; own >= 0 && weight(row) > 0)
        found_->rows_of_class[static_cast<std::size_t>(own)].push_back(row);
  });
  return found_->rows_of_class[static_cast<std::size_t>(klass)];
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
