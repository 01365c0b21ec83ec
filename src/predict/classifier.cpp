// The classifier of models over the list in families.hpp, compiled once, and its error.
#include <credence/predict/classifier.hpp>

namespace credence::detail {

void unseen_category(const Table& table, const std::string& feature, Index row,
                     std::string_view level) {
  const Column* column = table.find(feature);
  throw Error(
      ErrorCode::schema,
      "column '" + feature + "', " +
          (column == nullptr ? "row " + std::to_string(row + 1) : table.place(*column, row)) +
          " holds '" + std::string(level) +
          "', which the training data lack; set `unseen` to missing or reserve, or remove the row",
      column == nullptr ? Location{} : table.where(*column, row));
}

}  // namespace credence::detail

namespace credence {

template class Classifier<Model>;

}  // namespace credence
