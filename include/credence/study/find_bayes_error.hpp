#pragma once
// Finds the error of the best classifier that there is for data of a known truth.
#include <credence/density/bernoulli.hpp>
#include <credence/density/categorical.hpp>
#include <credence/density/independent_normals.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/bayes_error.hpp>
#include <credence/study/simulation.hpp>

namespace credence {

namespace detail {

/// A feature with finitely many values: levels x classes, the probability of each.
struct FiniteFeature {
  std::vector<double> probabilities = {};
};
/// A column of normal numbers: mean and variance of each class.
struct NormalFeature {
  std::vector<double> means = {};
  std::vector<double> variances = {};
};
/// What an exact Bayes error is found from.
struct ExactParts {
  std::vector<double> class_probabilities = {};
  std::vector<FiniteFeature> finite = {};
  std::vector<NormalFeature> normal = {};
  bool known = true;  ///< whether all features are among these
};

/// Adds the densities of a feature, one for each class; nothing is said of those that are of
/// another kind.
void add_exact(ExactParts& parts, std::span<const Bernoulli> densities);
void add_exact(ExactParts& parts, std::span<const Categorical> densities);
void add_exact(ExactParts& parts, std::span<const Normal> densities);
void add_exact(ExactParts& parts, std::span<const LogNormal> densities);
void add_exact(ExactParts& parts, std::span<const IndependentNormals> densities);
template <class D>
void add_exact(ExactParts& parts, std::span<const D>) {
  parts.known = false;
}

/// The exact error; none where the parts have no closed form, or too many combinations of levels.
[[nodiscard]] std::optional<BayesError> exact_bayes_error(const ExactParts& parts);

/// Adds up what the best classifier expects of each row.
class ExpectedErrors {
 public:
  void add(const Predictions& predictions);
  [[nodiscard]] BayesError result() const;

 private:
  // Mean and centred sum of squares, row by row.
  struct Moment {
    double mean = 0;
    double squares = 0;
    void add(double value, double rows);
    [[nodiscard]] double standard_error(double rows) const;
  };
  Moment error_;
  Moment log_loss_;
  Index rows_ = 0;
};
}  // namespace detail

/// The Bayes error by simulation. Each row counts by what its probabilities say, 1 - max p and the
/// entropy of p, not by whether the label was right: the same mean with less noise.
/// in      options: the rows are those of `simulate`, their classes at random whatever is asked for
/// throws  as simulate; Error{domain} for fewer than two rows
/// cost    rows x features x classes, in the memory of a few thousand rows
template <class List>
[[nodiscard]] BayesError bayes_error(const Estimates<BasicModel<List>>& truth,
                                     SimulationOptions options) {
  if (options.rows < 2)
    throw Error(ErrorCode::domain, "a Bayes error needs at least 2 rows, not " +
                                       std::to_string(options.rows) + "; draw more");
  constexpr Index rows_at_once = 16 * detail::DrawnRows::chunk_rows;
  detail::check_options(options);
  (void)detail::probabilities_of(truth.estimator, truth.undefined, truth.log_class_probabilities);
  options.classes = ClassesDrawn::at_random;
  const Classifier<BasicModel<List>> best{truth};
  detail::ExpectedErrors expected;
  for (Index left = options.rows; left > 0; left -= options.rows) {
    options.rows = std::min(left, rows_at_once);
    expected.add(best.predict(simulate(truth, options)));
    options.first += options.rows;
  }
  return expected.result();
}

/// The Bayes error without simulation, where it has a closed form: bernoulli and categorical features
/// whose levels have at most 65,536 combinations; for two classes beside them any number of normal
/// and log-normal columns with variances that the classes share. None otherwise.
/// cost    combinations of levels x classes
/// source  docs/simulation.md
template <class List>
[[nodiscard]] std::optional<BayesError> exact_bayes_error(
    const Estimates<BasicModel<List>>& truth) {
  detail::ExactParts parts{.class_probabilities = detail::probabilities_of(
                               truth.estimator, truth.undefined, truth.log_class_probabilities)};
  const std::size_t classes = truth.classes.size();
  for (const auto& any : truth.tables)
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          table.visit([&](const auto& densities) {
            for (std::size_t j = 0; j < static_cast<std::size_t>(table.size()); ++j)
              detail::add_exact(parts, std::span(densities).subspan(j * classes, classes));
          });
        },
        any);
  return detail::exact_bayes_error(parts);
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template BayesError bayes_error(const Estimates<Model>&, SimulationOptions);
extern template std::optional<BayesError> exact_bayes_error(const Estimates<Model>&);

}  // namespace credence
