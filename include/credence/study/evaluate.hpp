#pragma once
// How a posterior's classifiers do on rows with known classes: rows of their own, or those it has
// learned.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/result.hpp>

namespace credence {

struct LossTable;  // predict/decide.hpp

/// One posterior's classifiers on rows that it has not learned from, or on those that it has.
struct Evaluation {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes = {};
  /// By estimator, the baseline last: "test", or "training" and "leave_one_out".
  std::vector<Result> results = {};
  std::vector<std::string> notes = {};
  StudySeconds seconds = {};

  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// Returns how a posterior's classifiers do on the labelled rows of a table; the others are
/// skipped.
/// in      weight: the column of row weights, empty for 1 each;  loss: what decisions cost, of the
///         posterior's classes; null for no costs
/// throws  as bind; Error{schema} when the table has no label column or no row with a label, and
///         with the place of a label that the posterior does not know
/// cost    estimators x rows x features x classes
[[nodiscard]] Evaluation evaluate(const Posterior<Model>& posterior, const Table& table,
                                  std::span<const Estimator> estimators,
                                  std::string_view weight = {}, const LossTable* loss = nullptr);

/// Returns how a posterior's classifiers do on the rows it has learned: on "training" as they are,
/// on "leave_one_out" each by what is left without it. The table must hold the rows that were
/// learned, all of them and no others, with the same weights.
/// throws  as evaluate; Error{domain} when a class has another weight than was learned, and with the
///         place of a row that was never learned
/// cost    estimators x rows x features x (2 classes + 1)
[[nodiscard]] Evaluation evaluate_learned(const Posterior<Model>& posterior, const Table& table,
                                          std::span<const Estimator> estimators,
                                          std::string_view weight = {},
                                          const LossTable* loss = nullptr);

}  // namespace credence
