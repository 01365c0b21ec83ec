#pragma once
// The estimators side by side: on the rows they learned from, in cross-validation, and leaving one
// row out.
#include <credence/learn/model.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/result.hpp>

namespace credence {

struct CompareOptions {
  Index folds = 10;
  std::uint64_t seed = 1;                    ///< of the random assignment of rows to folds
  std::string fold_column = {};              ///< takes the folds from this column instead
  std::string weight = {};                   ///< column of row weights; empty: 1 each
  bool like_scikit_learn = false;            ///< adds a row for scikit-learn's estimates
  std::optional<LogisticOptions> twin = {};  ///< adds rows for logistic regression (twin.hpp)
};

/// Compares all estimators on the training rows, in cross-validation, stratified unless a column
/// gives the folds, and leaving one row out. The rows are read once: the posterior of a fold is the
/// merge of the statistics of the others. Metrics are pooled over the rows of all folds. Columns of
/// folds and weights are no features. An estimate that is undefined is a result, not an error.
/// throws  as bind and observe; Error{schema} when no row has a label; Error{domain} for fewer than
///         2 folds or more than rows; Error{schema} for a family without a counterpart in
///         scikit-learn
/// cost    one pass over the data, three merges per fold, then scoring: 3 x estimators x rows x
///         features x classes
[[nodiscard]] Comparison compare(const Model& model, const Table& table,
                                 const CompareOptions& options);

namespace detail {
/// The schema without the columns that give folds and weights, which are no features.
/// throws  Error{schema} when one of them is the label
[[nodiscard]] Schema schema_of_study(Schema schema, const CompareOptions& options);
}  // namespace detail

}  // namespace credence
