#include <credence/predict/logistic_regression.hpp>

#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/predict/linear_form.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/solve.hpp"
#include "predict/classifier/logistic_rows.hpp"
#include "predict/classifier/logistic_weights.hpp"

namespace credence {
namespace {

using detail::LogisticRows;

constexpr Index most_weights = 3000;
// Without a largest likelihood the steps do not shrink; where there is one, the last is tiny.
constexpr double small_step = 1e-3;
// A pivot below this share of the largest means that a column is a linear function of others.
constexpr double dependent = 1e-12;

void check_option(bool fits, const char* what, double value, const char* remedy) {
  if (fits) return;
  throw Error(ErrorCode::domain, std::string("logistic regression was given ") + what + " of " +
                                     to_text(value) + "; give " + remedy);
}

void check(const LogisticOptions& options) {
  check_option(options.ridge >= 0 && std::isfinite(options.ridge), "a ridge", options.ridge,
               "a finite number of at least 0");
  check_option(options.tolerance > 0 && options.tolerance < 1, "a tolerance", options.tolerance,
               "a number between 0 and 1");
  check_option(options.most_steps >= 1, "a number of steps",
               static_cast<double>(options.most_steps), "at least 1");
}

void check_lengths(std::span<const LogisticColumn> columns, std::size_t rows) {
  for (const LogisticColumn& column : columns)
    if (column.numbers.size() != rows)
      throw Error(ErrorCode::shape,
                  "logistic regression was given " + detail::counted(rows, "row", "rows") +
                      " and " + detail::counted(column.numbers.size(), "number", "numbers") +
                      " of column '" + column.value + "'; give one for each row");
}

void check_numbers(std::span<const LogisticColumn> columns) {
  for (const LogisticColumn& column : columns)
    for (std::size_t row = 0; row < column.numbers.size(); ++row)
      if (!std::isfinite(column.numbers[row]))
        throw Error(ErrorCode::domain,
                    "logistic regression needs finite numbers: column '" + column.value +
                        "' holds " + to_text(column.numbers[row]) + " in row " +
                        std::to_string(row + 1) + "; leave out the row or the column");
}

double weight_at(std::span<const double> weights, std::size_t row) {
  return weights.empty() ? 1.0 : weights[row];
}

void check_rows(std::span<const Index> truth, std::span<const double> weights,
                std::size_t classes) {
  if (!weights.empty() && weights.size() != truth.size())
    throw Error(ErrorCode::shape, "logistic regression was given " +
                                      detail::counted(truth.size(), "row", "rows") + " and " +
                                      detail::counted(weights.size(), "weight", "weights") +
                                      "; give one for each row, or none");
  for (std::size_t row = 0; row < truth.size(); ++row) {
    if (truth[row] < 0 || static_cast<std::size_t>(truth[row]) >= classes)
      throw Error(ErrorCode::domain, "row " + std::to_string(row + 1) + " has class number " +
                                         std::to_string(truth[row]) + " of " +
                                         std::to_string(classes) + "; count classes from 0");
    check_option(weight_at(weights, row) >= 0 && std::isfinite(weight_at(weights, row)),
                 "a row weight", weight_at(weights, row), "finite numbers of at least 0");
  }
}

// The rows of positive weight, and which classes they have.
struct Seen {
  std::vector<std::size_t> rows = {};
  std::vector<Index> place = {};  // classes; among those with rows, -1 without
  Index classes = 0;
  double weight = 0;
};

Seen seen_in(std::span<const Index> truth, std::span<const double> weights, std::size_t classes) {
  Seen seen{.place = std::vector<Index>(classes, -1)};
  CompensatedSum sum;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const double weight = weight_at(weights, row);
    if (!(weight > 0)) continue;
    seen.rows.push_back(row);
    seen.place[static_cast<std::size_t>(truth[row])] = 0;
    sum.add(weight);
  }
  for (Index& place : seen.place)
    if (place == 0) place = seen.classes++;
  seen.weight = sum.value();
  if (seen.rows.empty())
    throw Error(ErrorCode::undefined,
                "logistic regression has no row of positive weight to learn from; give rows with a "
                "label");
  return seen;
}

// Mean and spread of a column, weighted; a spread that is rounding alone is none.
LogisticTerm term_of(const LogisticColumn& column, const Seen& seen,
                     std::span<const double> weights) {
  LogisticTerm term{.feature = column.feature, .value = column.value};
  const double first = column.numbers[seen.rows.front()];
  const bool constant = std::all_of(seen.rows.begin(), seen.rows.end(),
                                    [&](std::size_t row) { return column.numbers[row] == first; });
  if (constant) {
    term.centre = first;
    term.spread = 0;
    return term;
  }
  if (!column.standardised) return term;
  CompensatedSum sum;
  for (const std::size_t row : seen.rows)
    sum.add(weight_at(weights, row) / seen.weight * column.numbers[row]);
  term.centre = sum.value();
  CompensatedSum squares;
  for (const std::size_t row : seen.rows) {
    const double centred = column.numbers[row] - term.centre;
    squares.add(weight_at(weights, row) / seen.weight * centred * centred);
  }
  term.spread = std::sqrt(squares.value());
  if (std::isfinite(term.spread) && term.spread > 0) return term;
  throw Error(
      ErrorCode::domain,
      "column '" + column.value + "' has no spread that a double can hold; give it another unit");
}

LogisticRows rows_of(std::span<const LogisticColumn> columns, std::span<const Index> truth,
                     std::span<const double> weights, const std::vector<LogisticTerm>& terms,
                     const Seen& seen, double ridge) {
  const Index count = std::ssize(seen.rows);
  const Index varying = std::count_if(terms.begin(), terms.end(),
                                      [](const LogisticTerm& term) { return term.spread > 0; });
  LogisticRows rows{.values = Eigen::MatrixXd::Ones(count, 1 + varying),
                    .weights = Eigen::VectorXd(count),
                    .classes = seen.classes,
                    .ridge = ridge / seen.weight};
  const double mean_weight = seen.weight / static_cast<double>(count);
  for (Index i = 0; i < count; ++i) {
    const std::size_t row = seen.rows[static_cast<std::size_t>(i)];
    rows.truth.push_back(seen.place[static_cast<std::size_t>(truth[row])]);
    rows.weights[i] = weight_at(weights, row) / mean_weight;
  }
  Index at = 0;
  for (std::size_t j = 0; j < terms.size(); ++j) {
    if (!(terms[j].spread > 0)) continue;
    ++at;
    for (Index i = 0; i < count; ++i)
      rows.values(i, at) =
          (columns[j].numbers[seen.rows[static_cast<std::size_t>(i)]] - terms[j].centre) /
          terms[j].spread;
  }
  return rows;
}

// The term of a column of the matrix, counted from 1.
const LogisticTerm& varying_term(const std::vector<LogisticTerm>& terms, Index column) {
  for (const LogisticTerm& term : terms)
    if (term.spread > 0 && --column == 0) return term;
  return terms.back();
}

void check_independent(const LogisticRows& rows, const std::vector<LogisticTerm>& terms) {
  const Eigen::MatrixXd products =
      rows.values.transpose() * rows.weights.asDiagonal() * rows.values;
  const std::optional<Index> column = detail::dependent_column(products, dependent);
  if (!column) return;
  throw Error(ErrorCode::undefined,
              "logistic regression without a ridge has no single answer: column '" +
                  (*column == 0 ? "the intercept" : varying_term(terms, *column).value) +
                  "' is a linear function of others; give a ridge above 0 or leave it out");
}

[[noreturn]] void separable() {
  throw Error(ErrorCode::undefined,
              "logistic regression without a ridge has no estimate: a linear function of the "
              "columns tells classes apart without a mistake, so that weights grow without bound; "
              "give a ridge above 0");
}

[[noreturn]] void no_end(Index steps, double gradient) {
  throw Error(ErrorCode::undefined, "logistic regression came to no end in " +
                                        std::to_string(steps) + " steps, its gradient is " +
                                        to_text(gradient) + "; give a larger ridge or tolerance");
}

Eigen::MatrixXd newton_step(const LogisticRows& rows, const Eigen::MatrixXd& weights,
                            const Eigen::MatrixXd& gradient) {
  const Eigen::Map<const Eigen::VectorXd> slope(gradient.data(), gradient.size());
  const auto step = detail::solve_positive_definite(curvature(rows, weights), -slope);
  if (!step) {
    if (rows.ridge > 0) no_end(0, gradient.cwiseAbs().maxCoeff());
    separable();
  }
  return Eigen::Map<const Eigen::MatrixXd>(step->data(), gradient.rows(), gradient.cols());
}

// How much of a step improves the loss enough; 0 where rounding hides what is left.
double share_of_step(const LogisticRows& rows, const Eigen::MatrixXd& weights,
                     const detail::LogisticLoss& loss, const Eigen::MatrixXd& step) {
  const double descent = loss.gradient.cwiseProduct(step).sum();
  const double rounding = 1e-13 * (1 + std::abs(loss.value));
  for (double share = 1; share > 1e-10; share *= 0.5)
    if (loss_of(rows, weights + share * step) <= loss.value + 1e-4 * share * descent + rounding)
      return share;
  return 0;
}

struct Found {
  Eigen::MatrixXd weights = {};  // columns x free classes
  Index steps = 0;
  double gradient = 0;
};

Found find_weights(const LogisticRows& rows, const LogisticOptions& options) {
  Found found{.weights = Eigen::MatrixXd::Zero(rows.columns(), rows.free_classes())};
  if (rows.parameters() == 0) return found;
  for (;; ++found.steps) {
    const detail::LogisticLoss loss = loss_and_gradient(rows, found.weights);
    found.gradient = loss.gradient.cwiseAbs().maxCoeff();
    const Eigen::MatrixXd step = newton_step(rows, found.weights, loss.gradient);
    if (found.gradient <= options.tolerance) {
      if (rows.ridge == 0 && step.cwiseAbs().maxCoeff() > small_step) separable();
      // So near the end a step doubles the digits.
      found.weights += step;
      return found;
    }
    if (found.steps == options.most_steps) no_end(found.steps, found.gradient);
    const double share = share_of_step(rows, found.weights, loss, step);
    if (share == 0) no_end(found.steps, found.gradient);
    found.weights += share * step;
  }
}

void put_weights(const Found& found, const Seen& seen, LogisticRegression& twin) {
  const std::size_t classes = twin.classes.size();
  twin.weights.assign(twin.terms.size() * classes, 0.0);
  twin.intercepts.assign(classes, -std::numeric_limits<double>::infinity());
  for (std::size_t klass = 0; klass < classes; ++klass) {
    const Index place = seen.place[klass];
    if (place < 0) continue;
    twin.intercepts[klass] = place == 0 ? 0 : found.weights(0, place - 1);
    Index at = 0;
    for (std::size_t j = 0; j < twin.terms.size(); ++j) {
      const LogisticTerm& term = twin.terms[j];
      if (!(term.spread > 0)) continue;
      ++at;
      if (place > 0) twin.weights[j * classes + klass] = found.weights(at, place - 1) / term.spread;
    }
  }
  twin.steps = found.steps;
  twin.gradient = found.gradient;
}

}  // namespace

void detail::check_number_of_weights(Index columns, Index classes) {
  const Index weights = (columns + 1) * (classes - 1);
  if (weights > most_weights)
    throw Error(ErrorCode::limit, "logistic regression would have " + std::to_string(weights) +
                                      " weights, its limit is " + std::to_string(most_weights) +
                                      "; leave out columns");
}

LogisticRegression logistic_regression(std::span<const LogisticColumn> columns,
                                       std::span<const Index> truth,
                                       std::span<const double> weights,
                                       std::vector<std::string> classes,
                                       const LogisticOptions& options) {
  check(options);
  check_lengths(columns, truth.size());
  check_rows(truth, weights, classes.size());
  check_numbers(columns);
  const Seen seen = seen_in(truth, weights, classes.size());
  LogisticRegression twin{.classes = std::move(classes), .ridge = options.ridge};
  for (const LogisticColumn& column : columns) twin.terms.push_back(term_of(column, seen, weights));
  detail::check_number_of_weights(std::ssize(columns), seen.classes);
  const LogisticRows rows = rows_of(columns, truth, weights, twin.terms, seen, options.ridge);
  if (options.ridge == 0 && seen.classes > 1) check_independent(rows, twin.terms);
  put_weights(find_weights(rows, options), seen, twin);
  return twin;
}

namespace {

// The log odds of each class in a row, times `scale`, a power of two.
void find_odds(const LogisticRegression& twin, std::span<const LogisticColumn> columns,
               std::size_t row, double scale, std::vector<double>& odds) {
  const std::size_t classes = twin.classes.size();
  for (std::size_t klass = 0; klass < classes; ++klass)
    odds[klass] = scale * twin.intercepts[klass];
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double centred = scale * columns[j].numbers[row] - scale * twin.terms[j].centre;
    for (std::size_t klass = 0; klass < classes; ++klass)
      odds[klass] += twin.weights[j * classes + klass] * centred;
  }
}

// Whether a class with rows has log odds that no double holds.
bool overflow(const std::vector<double>& odds, const std::vector<double>& intercepts) {
  for (std::size_t klass = 0; klass < odds.size(); ++klass)
    if (std::isfinite(intercepts[klass]) && !std::isfinite(odds[klass])) return true;
  return false;
}

// The same beyond the range of double, less those of the likeliest class.
void find_far_odds(const LogisticRegression& twin, std::span<const LogisticColumn> columns,
                   std::size_t row, std::vector<double>& odds) {
  constexpr double scale = 0x1p-1020;
  find_odds(twin, columns, row, scale, odds);
  const double top = *std::max_element(odds.begin(), odds.end());
  for (double& one : odds) one = (one - top) / scale;
}

}  // namespace

Predictions predict(const LogisticRegression& twin, std::span<const LogisticColumn> columns,
                    Index count) {
  if (columns.size() != twin.terms.size())
    throw Error(ErrorCode::shape, "logistic regression learned " +
                                      detail::counted(twin.terms.size(), "column", "columns") +
                                      " and was given " + std::to_string(columns.size()) +
                                      "; give the same ones");
  const auto rows = static_cast<std::size_t>(count);
  check_lengths(columns, rows);
  check_numbers(columns);
  const std::size_t classes = twin.classes.size();
  Predictions all{.classes = twin.classes};
  all.label.resize(rows);
  all.log_probability.resize(rows * classes);
  all.impossible.assign(rows, false);
  std::vector<double> odds(classes);
  for (std::size_t row = 0; row < rows; ++row) {
    find_odds(twin, columns, row, 1, odds);
    if (overflow(odds, twin.intercepts)) find_far_odds(twin, columns, row, odds);
    bool impossible = false;
    all.label[row] = normalise(
        odds, {}, std::span(all.log_probability).subspan(row * classes, classes), impossible);
  }
  return all;
}

namespace {

// The log odds of a class against the first.
LinearForm class_form(const LogisticRegression& twin, std::size_t klass) {
  LinearForm form{.negative = twin.classes[0],
                  .positive = twin.classes[klass],
                  .prior_log_odds = twin.intercepts[klass]};
  for (std::size_t j = 0; j < twin.terms.size(); ++j)
    form.terms.push_back({.feature = twin.terms[j].feature,
                          .value = twin.terms[j].value,
                          .weight = twin.weights[twin.classes.size() * j + klass],
                          .centre = twin.terms[j].centre});
  return form;
}

}  // namespace

LinearForm linear_form(const LogisticRegression& twin) {
  detail::check_two_classes(twin.classes, twin.intercepts);
  return class_form(twin, 1);
}

LinearForms linear_forms(const LogisticRegression& twin) {
  detail::check_possible_classes(twin.classes, twin.intercepts);
  LinearForms all{.estimator = twin_name, .classes = twin.classes};
  for (std::size_t klass = 1; klass < twin.classes.size(); ++klass)
    all.forms.push_back(class_form(twin, klass));
  all.fit = LogisticFit{.ridge = twin.ridge, .steps = twin.steps, .gradient = twin.gradient};
  for (const LogisticTerm& term : twin.terms) all.fit->spreads.push_back(term.spread);
  return all;
}

}  // namespace credence
