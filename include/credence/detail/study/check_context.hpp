#pragma once
// What all features of one predictive check have in common.
#include <credence/detail/study/check_quantities.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/model_posterior.hpp>

namespace credence::detail {

/// What all features of one check have in common.
struct CheckContext {
  const Posterior<Model>& posterior;
  const BoundTable& bound;
  const LabelledRows& rows;
  PredictiveCheck& check;
  std::vector<std::string>& priors_from_data;

  [[nodiscard]] const std::vector<std::string>& classes() const { return posterior.label.classes; }
};

}  // namespace credence::detail
