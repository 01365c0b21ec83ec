// The Bayes error of a data-generating model, by simulation and in closed form.
#include <credence/study/simulation.hpp>

#include <credence/base/sum.hpp>
#include <credence/detail/study/drawn_rows.hpp>
#include <credence/detail/study/exact_parts.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/detail/study/truth_cells.hpp>
#include <credence/predict/classifier.hpp>

#include <algorithm>
#include <cmath>

#include "learn/structure/naive_part.hpp"

namespace credence {
namespace detail {
namespace {

constexpr std::size_t most_combinations = std::size_t{1} << 16;

// Two classes apart in one direction: that of their log odds. Given class 0 or 1 the log of the
// ratio of the densities, f1 / f0, is normal with mean -d^2/2 or d^2/2 and variance d^2.
struct TwoNormals {
  double distance = 0;  // d, of the means in units of the common deviations

  // The joint probability that the best label is wrong, of classes with these probabilities.
  [[nodiscard]] double error(double first, double second) const {
    if (distance == 0) return std::min(first, second);
    const double threshold = std::log(first) - std::log(second);
    return first * normal_cdf(-distance / 2 - threshold / distance) +
           second * normal_cdf(-distance / 2 + threshold / distance);
  }
  // The mean of ln(1 + odds against the class) by the trapezoid rule, whose error falls faster than
  // any power of the step: below 1e-15 of the mean for the steps taken. Where classes are far apart
  // nearly all of it comes from rows between them, up to `distance` deviations away.
  [[nodiscard]] double log_loss(double first, double second) const {
    const double threshold = std::log(first) - std::log(second);
    if (distance > farthest) return 0;
    const double step = std::min(0.25, 0.5 / std::max(distance, 1e-3));
    const auto below = static_cast<int>(std::ceil(tail / step));
    const auto above = static_cast<int>(std::ceil((tail + distance) / step));
    CompensatedSum sum;
    for (int i = -below; i <= above; ++i) {
      const double z = i * step;
      const double weight = step * std::exp(-z * z / 2) * std::sqrt(0.5 / std::acos(-1.0));
      const double away = -distance * distance / 2 + distance * z;
      sum.add(weight * first * log1p_exp(away - threshold));
      sum.add(weight * second * log1p_exp(away + threshold));
    }
    return sum.value();
  }

 private:
  static constexpr double tail = 9;       // deviations beyond which a normal is below 1e-18
  static constexpr double farthest = 80;  // the log loss of such classes is below any double

  [[nodiscard]] static double log1p_exp(double x) {
    return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  }
};

// ln of a part of a whole, which keeps its digits where the rest is small.
double log_of_part(double own, double rest, double all) {
  return rest < 1e-3 * all ? std::log1p(-rest / all) : std::log(own / all);
}

// Whether the variances are those of one number, rounded.
bool same_spread(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(a, b); }

// Runs through the combinations of the levels of all finite features.
class Combinations {
 public:
  Combinations(const std::vector<FiniteFeature>& features, std::span<const std::size_t> classes,
               std::size_t all_classes, std::optional<TwoNormals> normals)
      : features_(features), classes_(classes), all_classes_(all_classes), normals_(normals) {}

  void visit(std::size_t feature, const std::vector<double>& joint) {
    if (feature == features_.size()) return add(joint);
    const std::vector<double>& probabilities = features_[feature].probabilities;
    for (std::size_t level = 0; level < probabilities.size() / all_classes_; ++level) {
      std::vector<double> next = joint;
      for (std::size_t i = 0; i < classes_.size(); ++i)
        next[i] *= probabilities[level * all_classes_ + classes_[i]];
      visit(feature + 1, next);
    }
  }
  [[nodiscard]] BayesError result() const {
    return {.error = std::max(0.0, error_.value()), .log_loss = std::max(0.0, log_loss_.value())};
  }

 private:
  void add(const std::vector<double>& joint) {
    const double all = compensated_sum(joint);
    const auto best = std::max_element(joint.begin(), joint.end());
    if (normals_ && joint.front() > 0 && joint.back() > 0) {
      error_.add(normals_->error(joint.front(), joint.back()));
      log_loss_.add(normals_->log_loss(joint.front(), joint.back()));
      return;
    }
    CompensatedSum others;
    for (auto each = joint.begin(); each != joint.end(); ++each)
      if (each != best) others.add(*each);
    for (auto each = joint.begin(); each != joint.end(); ++each) {
      if (each != best) error_.add(*each);
      const double rest = each == best ? others.value() : all;
      if (*each > 0) log_loss_.add(-*each * log_of_part(*each, rest, all));
    }
  }

  const std::vector<FiniteFeature>& features_;
  std::span<const std::size_t> classes_;
  std::size_t all_classes_;
  std::optional<TwoNormals> normals_;
  CompensatedSum error_;
  CompensatedSum log_loss_;
};

bool too_many(const ExactParts& parts) {
  double combinations = 1;
  for (const FiniteFeature& feature : parts.finite)
    combinations *=
        static_cast<double>(feature.probabilities.size() / parts.class_probabilities.size());
  return combinations > static_cast<double>(most_combinations);
}

// The distance of two classes in all normal columns; none where a variance is not common to them.
std::optional<TwoNormals> distance_between(const std::vector<NormalFeature>& features,
                                           std::size_t first, std::size_t second) {
  CompensatedSum squares;
  for (const NormalFeature& feature : features) {
    if (!same_spread(feature.variances[first], feature.variances[second])) return std::nullopt;
    const double apart = feature.means[second] - feature.means[first];
    squares.add(apart / feature.variances[first] * apart);
  }
  return TwoNormals{.distance = std::sqrt(squares.value())};
}

template <class D>
NormalFeature numbers_of(std::span<const D> densities) {
  NormalFeature feature;
  for (const D& density : densities) {
    feature.means.push_back(density.mean);
    feature.variances.push_back(density.variance);
  }
  return feature;
}

}  // namespace

void add_exact(ExactParts& parts, std::span<const Bernoulli> densities) {
  FiniteFeature feature;
  for (const Bernoulli& density : densities)
    feature.probabilities.push_back(1 - density.probability);
  for (const Bernoulli& density : densities) feature.probabilities.push_back(density.probability);
  parts.finite.push_back(std::move(feature));
}

void add_exact(ExactParts& parts, std::span<const Categorical> densities) {
  FiniteFeature feature;
  std::size_t levels = 0;  // a class of probability 0 has none
  for (const Categorical& density : densities)
    levels = std::max(levels, density.probabilities.size());
  for (std::size_t level = 0; level < levels; ++level)
    for (const Categorical& density : densities)
      feature.probabilities.push_back(
          level < density.probabilities.size() ? density.probabilities[level] : 0);
  parts.finite.push_back(std::move(feature));
}

void add_exact(ExactParts& parts, std::span<const Normal> densities) {
  parts.normal.push_back(numbers_of(densities));
}

void add_exact(ExactParts& parts, std::span<const LogNormal> densities) {
  parts.normal.push_back(numbers_of(densities));
}

void add_exact(ExactParts& parts, std::span<const IndependentNormals> densities) {
  Index columns = 0;
  for (const IndependentNormals& density : densities)
    columns = std::max(columns, std::ssize(density.means));
  for (Index j = 0; j < columns; ++j) {
    std::vector<Normal> column;
    for (const IndependentNormals& density : densities)
      column.push_back(j < std::ssize(density.means) ? marginal(density, j) : Normal{});
    add_exact(parts, std::span<const Normal>(column));
  }
}

namespace {

// The exact error; none where the parts have no closed form, or too many combinations of levels.
std::optional<BayesError> error_of(const ExactParts& parts) {
  std::vector<std::size_t> classes;
  std::vector<double> probabilities;
  for (std::size_t klass = 0; klass < parts.class_probabilities.size(); ++klass)
    if (parts.class_probabilities[klass] > 0) {
      classes.push_back(klass);
      probabilities.push_back(parts.class_probabilities[klass]);
    }
  if (classes.size() < 2) return BayesError{};
  if (!parts.known || too_many(parts)) return std::nullopt;
  std::optional<TwoNormals> normals;
  if (!parts.normal.empty()) {
    if (classes.size() > 2) return std::nullopt;
    normals = distance_between(parts.normal, classes.front(), classes.back());
    if (!normals) return std::nullopt;
  }
  Combinations combinations(parts.finite, classes, parts.class_probabilities.size(), normals);
  combinations.visit(0, probabilities);
  return combinations.result();
}

// Adds up what the best classifier expects of each row.
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

void ExpectedErrors::Moment::add(double value, double rows) {
  const double apart = value - mean;
  mean += apart / rows;
  squares += apart * (value - mean);
}

double ExpectedErrors::Moment::standard_error(double rows) const {
  return std::sqrt(squares / (rows - 1) / rows);
}

void ExpectedErrors::add(const Predictions& predictions) {
  for (Index row = 0; row < predictions.rows(); ++row) {
    const std::span<const double> logs = predictions.log_probabilities(row);
    double entropy = 0;
    for (const double log_probability : logs)
      if (std::isfinite(log_probability)) entropy -= std::exp(log_probability) * log_probability;
    ++rows_;
    error_.add(-std::expm1(*std::max_element(logs.begin(), logs.end())),
               static_cast<double>(rows_));
    log_loss_.add(entropy, static_cast<double>(rows_));
  }
}

BayesError ExpectedErrors::result() const {
  const auto rows = static_cast<double>(rows_);
  return {.error = std::max(0.0, error_.mean),
          .log_loss = log_loss_.mean,
          .error_standard_error = error_.standard_error(rows),
          .log_loss_standard_error = log_loss_.standard_error(rows),
          .draws = rows_};
}

}  // namespace
}  // namespace detail

BayesError bayes_error(const Estimates& truth, SimulationOptions options) {
  if (options.rows < 2)
    throw Error(ErrorCode::domain, "a Bayes error needs at least 2 rows, not " +
                                       std::to_string(options.rows) + "; draw more");
  constexpr Index rows_at_once = 16 * detail::DrawnRows::chunk_rows;
  detail::check_options(options);
  (void)detail::probabilities_of(truth.estimator, truth.undefined, truth.log_class_probabilities);
  options.classes = ClassesDrawn::at_random;
  Estimates densities = truth;
  densities.feature_weights = {};  // the best possible classifier knows the densities
  const Classifier best{std::move(densities)};
  detail::ExpectedErrors expected;
  for (Index left = options.rows; left > 0; left -= options.rows) {
    options.rows = std::min(left, rows_at_once);
    expected.add(best.predict(simulate(truth, options)));
    options.first += options.rows;
  }
  return expected.result();
}

std::optional<BayesError> exact_bayes_error(const Estimates& truth) {
  if (!truth.structure.empty()) throw detail::only_for_naive(truth.model, "simulations are");
  detail::ExactParts parts{.class_probabilities = detail::probabilities_of(
                               truth.estimator, truth.undefined, truth.log_class_probabilities)};
  for (const Box<AnyTable>& table : truth.tables) studied(table->family()).add_exact(*table, parts);
  return detail::error_of(parts);
}

}  // namespace credence
