#pragma once
// Logistic regression: the discriminative counterpart of naive Bayes, learned by Newton's steps.
#include <credence/base/index.hpp>
#include <credence/predict/prediction.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

struct LinearForm;   // predict/linear_form.hpp
struct LinearForms;  // predict/linear_form.hpp

/// The word that stands for the logistic regression where estimators are listed.
inline constexpr const char* twin_name = "logistic_regression";

/// How logistic regression learns.
struct LogisticOptions {
  /// Precision of the normal prior around 0 that every weight but the intercept has, where numbers
  /// are counted in units of their spread; 0: no prior. The estimate is the highest point of the
  /// posterior. With two classes there is a weight for each value; with more, one for each value and
  /// class, as scikit-learn has them (its C is 1 / ridge).
  double ridge = 1;
  /// Newton's steps end when no entry of the gradient of the mean log loss is larger than this.
  double tolerance = 1e-10;
  Index most_steps = 100;

  friend bool operator==(const LogisticOptions&, const LogisticOptions&) = default;
};

/// One value that is multiplied: a number in the place of a feature, or whether it has a level.
struct LogisticTerm {
  std::string feature = {};  ///< of the schema
  std::string value = {};    ///< the column, level or word
  double centre = 0;         ///< the mean of what was learned; 0 for a binary value
  double spread = 1;         ///< its standard deviation, in whose units the prior is; 0: constant

  friend bool operator==(const LogisticTerm&, const LogisticTerm&) = default;
};

/// A column of numbers to learn from or to predict by.
struct LogisticColumn {
  std::string feature = {};
  std::string value = {};
  bool standardised = true;  ///< whether mean and spread are taken out; not of binary values
  std::vector<double> numbers = {};  ///< rows, finite

  friend bool operator==(const LogisticColumn&, const LogisticColumn&) = default;
};

/// The log odds of classes as linear functions of the row.
///
///     const LogisticRegression twin = logistic_regression(columns, truth, {}, {"a", "b"}, {});
///     predict(twin, columns, rows).log_probabilities(0);
struct LogisticRegression {
  std::vector<std::string> classes;
  std::vector<LogisticTerm> terms;
  /// terms x classes, row-major: what one unit of the value (not of its spread) adds to the log odds
  /// of the class against the first class that has rows.
  std::vector<double> weights;
  /// classes: log odds against that class where every value is at its centre; -inf for a class
  /// without rows, which has probability 0 as under maximum likelihood
  std::vector<double> intercepts;
  double ridge = 0;
  Index steps = 0;      ///< of Newton
  double gradient = 0;  ///< largest entry of the gradient of the mean log loss where they ended

  /// What one unit of a term adds to the log odds of a class, by their positions.
  /// throws  Error{shape} for an unknown one
  [[nodiscard]] double weight(Index term, Index klass) const {
    return weights[detail::place_in_matrix("term", term, "class", klass, classes.size(),
                                           weights.size())];
  }
  friend bool operator==(const LogisticRegression&, const LogisticRegression&) = default;
};

/// Returns the weights of highest posterior density, by Newton's steps, each halved until it
/// improves.
/// in      columns: all of the same length;  truth: the class of each row, from 0;  weights: one a
///         row, >= 0, or empty for 1 each
/// throws  Error{shape} for different lengths; Error{domain} for a number that is not finite and for
///         options outside their range; Error{undefined} for no row of positive weight, and without a
///         ridge where columns depend on each other or a linear function tells classes apart without
///         a mistake, so that there is no largest likelihood; Error{limit} for more than 3000 weights
/// cost    steps x rows x (columns x classes)^2 / 2, about ten steps; one matrix rows x columns
/// source  docs/explanation/discriminative_twin.md
[[nodiscard]] LogisticRegression logistic_regression(std::span<const LogisticColumn> columns,
                                                     std::span<const Index> truth,
                                                     std::span<const double> weights,
                                                     std::vector<std::string> classes,
                                                     const LogisticOptions& options = {});

/// Labels and log probabilities; there are no log joints, for the rows have no density.
/// in      columns: those that were learned, in their order, each of so many rows
/// throws  Error{shape} for other columns or lengths; Error{domain} for a number that is not finite
/// cost    rows x columns x classes
[[nodiscard]] Predictions predict(const LogisticRegression& twin,
                                  std::span<const LogisticColumn> columns, Index rows);

/// Returns the log odds of the second class against the first, of two.
/// throws  Error{undefined} unless there are two classes with rows
[[nodiscard]] LinearForm linear_form(const LogisticRegression& twin);

/// Returns the log odds of each class against the first, and how they were fitted.
/// throws  Error{undefined} for fewer than two classes, or one without rows
[[nodiscard]] LinearForms linear_forms(const LogisticRegression& twin);

}  // namespace credence
