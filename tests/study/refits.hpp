#pragma once
// Checks that leave-one-out equals a fit of all other rows.
#include <credence/detail/predict/scored_family.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "study/left_out.hpp"
#include "support/models.hpp"

namespace credence::testing {

inline constexpr std::array every_estimator{
    Estimator::maximum_likelihood, Estimator::maximum_a_posteriori, Estimator::posterior_mean,
    Estimator::predictive, Estimator::scikit_learn};

/// Whether scikit-learn has a counterpart of every family of a posterior.
inline bool known_to_scikit_learn(const ModelPosterior& posterior) {
  return std::all_of(posterior.blocks.begin(), posterior.blocks.end(), [](const auto& block) {
    return scored(block->family()).known_to_scikit_learn();
  });
}

/// Checks every `step`-th row of one estimator's leave-one-out against a fit of all other rows.
inline void check_estimator(const ModelPosterior& posterior, const BoundTable& bound,
                            Estimator estimator, std::size_t step) {
  CAPTURE(std::string(to_string(estimator)));
  const auto frozen = freeze(posterior);
  const std::vector<Index> learned = rows_that_count(posterior, bound);
  std::vector<Index> rows;
  for (std::size_t i = 0; i < learned.size(); i += step) rows.push_back(learned[i]);

  const LeaveOneOut left = leave_one_out(posterior, estimator, bound, rows);

  std::set<std::pair<std::string, std::string>> undefined;
  std::set<std::pair<std::string, std::string>> expected;
  for (const UndefinedCell& cell : left.undefined) undefined.emplace(cell.feature, cell.klass);
  CHECK(undefined.size() == left.undefined.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i]);
    const auto refitted = refitted_without(frozen, bound, rows[i], estimator);
    expected.insert(refitted.undefined.begin(), refitted.undefined.end());
    if (!left.undefined.empty()) continue;
    REQUIRE(refitted.undefined.empty());
    const auto row = static_cast<Index>(i);
    CHECK(left.predictions.label[i] == refitted.predictions.label[0]);
    CHECK(left.predictions.impossible[i] == refitted.predictions.impossible[0]);
    for (std::size_t klass = 0; klass < posterior.label.classes.size(); ++klass) {
      CAPTURE(klass);
      CHECK(close(left.predictions.log_joints(row)[klass],
                  refitted.predictions.log_joints(0)[klass]));
      CHECK(close(left.predictions.log_probabilities(row)[klass],
                  refitted.predictions.log_probabilities(0)[klass]));
    }
  }
  CHECK(undefined == expected);
}

/// The same for every estimator, of a model that learns a table.
inline void check_against_refits(const Model& model, const Table& table, std::size_t step = 1,
                                 std::string_view weight = {}) {
  const auto bound = bind(model, table, weight);
  auto posterior = empty_posterior(model);
  observe(posterior, bound);
  for (const Estimator estimator : every_estimator)
    if (estimator != Estimator::scikit_learn || known_to_scikit_learn(posterior))
      check_estimator(posterior, bound, estimator, step);
}

/// The same of a schema and a table as CSV.
inline void check_against_refits(Schema schema, std::string_view csv,
                                 std::string_view weight = {}) {
  check_against_refits(Model(std::move(schema)), table_of(csv), 1, weight);
}

/// Checks that the prequential score of the rows of a table sums to their log evidence.
inline void check_prequential(const Model& model, const Table& table, std::string_view weight) {
  CAPTURE(std::string(weight));
  const auto posterior = observe(model, table, weight);
  const auto bound = bind(model, table, weight);
  const Prequential score = prequential(posterior, bound, rows_that_count(posterior, bound));
  CHECK(score.total_log_evidence ==
        doctest::Approx(log_evidence(freeze(posterior))).epsilon(1e-10));
}

}  // namespace credence::testing
