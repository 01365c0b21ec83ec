// Class probabilities under each estimator, and the error that names undefined cells.
#include <credence/detail/predict/estimate.hpp>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

std::vector<double> class_probabilities(const LabelColumn& label, Estimator estimator) {
  using Kind = ClassPrior::Kind;
  if (label.classes.empty())
    throw Error(ErrorCode::undefined,
                "no class was seen; observe labelled rows or list the classes in the schema");
  if (label.prior.kind == Kind::uniform || label.prior.kind == Kind::given)
    return fixed_probabilities(label);
  if (label.prior.kind == Kind::frequencies || estimator == Estimator::maximum_likelihood ||
      estimator == Estimator::scikit_learn)
    return DirichletCategorical::maximum_likelihood(label.counts).probabilities;
  const Dirichlet density = posterior(dirichlet_of(label), label.counts);
  if (estimator == Estimator::maximum_a_posteriori)
    return DirichletCategorical::maximum_a_posteriori(density).probabilities;
  return DirichletCategorical::predictive(density).probabilities;
}

// Of a prior without numbers, or of the class probabilities: what to do stands behind the cell.
bool is_of_all_classes(const UndefinedCell& cell) { return cell.klass.empty(); }

std::string remedy(Estimator estimator, const std::vector<UndefinedCell>& cells) {
  if (std::all_of(cells.begin(), cells.end(), is_of_all_classes)) return {};
  if (estimator == Estimator::maximum_likelihood || estimator == Estimator::scikit_learn)
    return "\nchoose another estimator, such as 'predictive', or drop the columns";
  if (estimator == Estimator::predictive ||
      std::any_of(cells.begin(), cells.end(), is_of_all_classes))
    return "\ngive the priors in numbers, or drop the columns";
  const std::string prior = estimator == Estimator::posterior_mean
                                ? "a prior of 'auto3' or in numbers"
                                : "stronger priors";
  return "\nchoose estimator 'predictive', " + prior + ", or drop the columns";
}

}  // namespace

Error undefined_error(Estimator estimator, const std::vector<UndefinedCell>& cells) {
  std::string message = "estimator '" + std::string(to_string(estimator)) + "' is undefined for " +
                        std::to_string(cells.size()) + (cells.size() == 1 ? " cell:" : " cells:");
  for (const UndefinedCell& cell : cells) {
    message += "\n  column '" + cell.feature + "'";
    if (!cell.klass.empty()) message += ", class '" + cell.klass + "'";
    message += ": " + cell.why;
  }
  message += remedy(estimator, cells);
  return Error(ErrorCode::undefined, message);
}

void detail::no_density(std::string_view parameter, double value) {
  throw Error(
      ErrorCode::undefined,
      "'" + std::string(parameter) +
          (value == 0 ? "' would be 0, which no density has; drop the column, or rescale it "
                        "if its values differ"
                      : "' would be beyond the range of double; rescale the column"));
}

void detail::no_matrix(std::string_view parameter) {
  throw Error(ErrorCode::undefined,
              "'" + std::string(parameter) +
                  "' would be singular to rounding, which no density has; drop a column that is a "
                  "sum of multiples of others, or give a stronger prior");
}

void detail::no_log_density(const std::string& column) {
  throw Error(ErrorCode::domain,
              "column '" + column +
                  "': the log density of a datum is NaN; let log_density return a number, or -inf "
                  "where the datum is impossible");
}

std::vector<double> log_class_probabilities(const LabelColumn& label, Estimator estimator) {
  std::vector<double> logs = class_probabilities(label, estimator);
  for (double& value : logs) value = std::log(value);
  return logs;
}

}  // namespace credence
