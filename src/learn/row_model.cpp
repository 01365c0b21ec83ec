// Errors of models composed in code.
#include <credence/learn/row_model.hpp>

#include <algorithm>

namespace credence::detail {

void check_rows_and_labels(std::size_t rows, std::size_t labels) {
  if (rows != labels)
    throw Error(ErrorCode::shape, std::to_string(rows) + " rows came with " +
                                      std::to_string(labels) +
                                      " labels; give one label for each row");
}

Index class_position(const LabelColumn& label, std::string_view klass) {
  const auto found = std::find(label.classes.begin(), label.classes.end(), klass);
  if (found != label.classes.end()) return found - label.classes.begin();
  std::string message = "the model has no class '" + std::string(klass) + "'; its classes are";
  for (const std::string& name : label.classes) message += " '" + name + "'";
  throw Error(ErrorCode::schema, message);
}

void other_row_model() {
  throw Error(ErrorCode::version,
              "posteriors of rows can be merged only when their models have the same classes, "
              "names and priors; observe the rows with one model");
}

void member_outside_support(const std::string& feature, std::string_view family,
                            std::string_view needs, Index row) {
  throw Error(ErrorCode::domain, "family '" + std::string(family) + "' needs " +
                                     std::string(needs) + ": member '" + feature + "' of row " +
                                     std::to_string(row) +
                                     " is outside; correct the row or choose another family");
}

}  // namespace credence::detail
