#pragma once
// One row under a structure, model by model and term by term.
#include <credence/detail/predict/row_terms.hpp>
#include <credence/predict/estimates.hpp>
#include <vector>

namespace credence::detail {

/// What one model of a structure says of a row.
struct ModelTerms {
  std::vector<std::string> parents = {};  ///< of all other features, in an average; else empty
  double log_weight = 0;
  RowTerms row = {};
};

/// The models whose average scores the row; one without parents where a single one does.
/// throws  Error{undefined} naming the cells that the row asks for and that have no density
/// cost    features x classes, for each model
[[nodiscard]] std::vector<ModelTerms> model_terms(const Estimates& estimates,
                                                  const BoundTable& bound, Index row);

/// Of each class the rows that were equal to this one, where whole rows are looked up.
[[nodiscard]] std::vector<double> rows_looked_up(const Estimates& estimates,
                                                 const BoundTable& bound, Index row);

}  // namespace credence::detail
