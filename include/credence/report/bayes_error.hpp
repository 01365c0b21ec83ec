#pragma once
// A Bayes error as text and as JSON.
#include <credence/study/bayes_error.hpp>
#include <string>

namespace credence {

/// A line for the error and one for the log loss, with their standard errors, or "exact".
[[nodiscard]] std::string to_text(const BayesError& best);

/// One object with `schema_version`, `error`, `log_loss`, `error_standard_error`,
/// `log_loss_standard_error`, `exact` and `draws` (0 where it is exact).
[[nodiscard]] std::string to_json(const BayesError& best);

}  // namespace credence
