#pragma once
// What classifiers say of rows with known classes, gathered until it is a result.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/result.hpp>

namespace credence::detail {

/// Predictions of one estimator, and why there are none; of one classifier or of several folds.
struct Tally {
  Scorecard card = {};
  std::vector<UndefinedInFold> undefined = {};
  StudySeconds seconds = {};
};

/// Scores rows; after the first undefined estimate only the undefined ones are noted down.
/// in      fold: from 1, 0 outside cross-validation
void score(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
           const LabelledRows& rows, Index fold, Tally& tally);

void add(StudySeconds& seconds, const StudySeconds& more);

[[nodiscard]] Result result_of(Estimator estimator, std::string on, Tally tally);

/// What one estimator says of rows that were learned.
struct LearnedTallies {
  Tally training = {};
  Tally left_out = {};
};

/// Scores learned rows, one entry for each estimator; empirical priors are found once for all.
[[nodiscard]] std::vector<LearnedTallies> score_learned(const Posterior<Model>& posterior,
                                                        std::span<const Estimator> estimators,
                                                        const BoundTable& bound,
                                                        const LabelledRows& rows);

/// A table that was bound to be scored, and the rows that can be.
struct RowsToScore {
  BoundTable bound;
  LabelledRows rows;
};

/// The rows of a table that can be scored, and the evaluation before its results.
[[nodiscard]] RowsToScore rows_to_score(const Posterior<Model>& posterior, const Table& table,
                                        std::string_view weight, Evaluation& evaluation);

/// Throws Error{domain} unless every class has the weight in these rows that was learned of it.
void check_learned(const LabelColumn& label, const LabelledRows& rows, const Table& table);

}  // namespace credence::detail
