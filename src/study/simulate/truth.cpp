// Truths to simulate from: one draw of every parameter from the distribution of it.
#include <credence/study/simulation.hpp>

#include <credence/detail/study/drawn_rows.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/detail/study/truth_cells.hpp>
#include <credence/predict/uncertainty.hpp>

#include <algorithm>

#include "learn/structure/naive_part.hpp"

namespace credence {
namespace detail {

void no_levels_to_draw(const std::string& feature) {
  throw Error(
      ErrorCode::undefined,
      "column '" + feature + "' has no levels to draw; list them in the schema under 'levels'");
}

void no_prior_to_draw(const std::string& name, std::string_view family) {
  throw Error(ErrorCode::undefined, "column '" + name + "': family '" + std::string(family) +
                                        "' has no prior to draw from; choose another family, or "
                                        "simulate from a posterior that has seen rows");
}

void prior_without_data(const std::string& name) {
  throw Error(
      ErrorCode::undefined,
      "column '" + name +
          "': its prior takes numbers from data, and there are none; write all numbers into "
          "the schema, or simulate from a posterior that has seen rows");
}

}  // namespace detail

namespace {

// Throws Error{undefined}: there is no class to draw, or the frequencies of the classes come from
// data, and there are none.
void check_classes_to_draw(const LabelColumn& label) {
  if (label.size() == 0)
    throw Error(ErrorCode::undefined,
                "label '" + label.name +
                    "' has no classes to draw; list them in the schema under 'classes'");
  if (label.prior.kind == ClassPrior::Kind::frequencies && label.counts.count() == 0)
    detail::prior_without_data(label.name);
}

// The position of the largest entry; the earlier one of equals.
Index largest(const std::vector<double>& values) {
  return std::max_element(values.begin(), values.end()) - values.begin();
}

}  // namespace

Estimates drawn_truth(const Posterior<Model>& posterior, std::uint64_t seed) {
  detail::check_naive(posterior, "simulations are");
  const LabelColumn& label = posterior.label;
  check_classes_to_draw(label);
  for (const Box<AnyBlock>& block : posterior.blocks)
    studied(block->family()).check_drawable(*block, label.classes);
  Random random = detail::random_of(seed, "", 0);  // no column is called so
  Estimates truth = draw(beliefs(posterior), random);
  truth.feature_weights = {};  // rows come from densities
  truth.most_frequent = largest(truth.log_class_probabilities);
  return truth;
}

}  // namespace credence
