#pragma once
// Estimates that do not exist, and the class probabilities under each estimator.
#include <credence/base/error.hpp>
#include <credence/learn/label_column.hpp>
#include <credence/predict/estimator.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// An estimate that does not exist.
struct UndefinedCell {
  std::string feature;  ///< the label's name, where the class probabilities are undefined
  std::string klass;    ///< empty where all classes are concerned
  std::string why;

  friend bool operator==(const UndefinedCell&, const UndefinedCell&) = default;
};

/// Error{undefined} that names every cell concerned, and what can be done.
[[nodiscard]] Error undefined_error(Estimator estimator, const std::vector<UndefinedCell>& cells);

namespace detail {
/// Throws Error{undefined}: no density has this parameter, which is infinite, or 0 where it must
/// not be.
[[noreturn]] void no_density(std::string_view parameter, double value);
/// Throws Error{undefined}: no density has this parameter, a matrix that rounding leaves singular.
[[noreturn]] void no_matrix(std::string_view parameter);
/// Throws Error{domain}: the log density of a datum of this column is NaN.
[[noreturn]] void no_log_density(const std::string& column);
}  // namespace detail

/// Returns the log probability of each class before its features are seen, in nats; -inf for a
/// class that has none.
/// throws  Error{undefined} where the estimator gives none (no rows, a prior density without a
///         mode)
[[nodiscard]] std::vector<double> log_class_probabilities(const LabelColumn& label,
                                                          Estimator estimator);

}  // namespace credence
