#pragma once
// The discriminative counterpart of a model: logistic regression on the columns that the model
// reads.
#include <credence/learn/model.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <string_view>

namespace credence {

/// The word that stands for the logistic regression where estimators are listed.
inline constexpr const char* twin_name = "logistic_regression";

/// Logistic regression on the features of a model: numbers, counts (over their exposure), binary
/// values and one of each level as 0 and 1, the words of a text as counts, ln of log-normal numbers,
/// cosine and sine of directions. Priors and families of the model are not used otherwise.
///
///     const LogisticRegression twin = logistic_twin(model, patients);
///     linear_form(twin);    // beside linear_form(posterior, estimator)
///
/// in      weight: the column of row weights, empty for 1 each. Rows without a label are skipped
/// throws  as bind and logistic_regression; Error{undefined} with the place of a missing cell;
///         Error{limit} for a text of more than 2999 words; Error{schema} when no row has a label
/// cost    as logistic_regression
[[nodiscard]] LogisticRegression logistic_twin(const Model& model, const Table& table,
                                               const LogisticOptions& options = {},
                                               std::string_view weight = {});

}  // namespace credence
