#pragma once
// What all features of one predictive check have in common.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/check_quantities.hpp>
#include <credence/study/labelled_rows.hpp>

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
