#pragma once
// Tables and rows that tests of learning curves share.
#include <credence/data/csv.hpp>
#include <credence/learn/model.hpp>

#include <span>
#include <vector>

#include "study/folds/bound_study.hpp"
#include "support/close.hpp"
#include "support/shipped.hpp"

namespace credence::testing {

inline Model model_of(const Table& table) { return infer_model(table, {.label = "class"}); }

// The rows with a label and the class of each.
inline credence::detail::LabelledRows labelled(const Table& table,
                                               std::span<const double> weights = {}) {
  const CodeColumn codes = codes_of(table, table.column("class"));
  const auto truth = credence::detail::positions_that_count(codes, codes.levels, weights);
  return credence::detail::labelled_rows(truth, weights);
}

inline const std::vector<Estimator> with_scikit_learn{
    Estimator::maximum_likelihood, Estimator::maximum_a_posteriori, Estimator::posterior_mean,
    Estimator::predictive, Estimator::scikit_learn};

}  // namespace credence::testing
