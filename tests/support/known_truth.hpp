#pragma once
// Estimators on data whose truth is drawn from their own prior: log losses side by side.
#include <credence/predict/classifier.hpp>
#include <credence/study/simulation.hpp>

#include <array>
#include <cmath>

#include "support/every_family.hpp"

namespace credence::testing {

/// Mean and spread of numbers, one for each repetition.
struct Spread {
  double count = 0, mean = 0, squares = 0;

  void add(double x) {
    count += 1;
    const double apart = x - mean;
    mean += apart / count;
    squares += apart * (x - mean);
  }
  [[nodiscard]] double standard_error() const { return std::sqrt(squares / (count - 1) / count); }
};

/// What an estimator loses, over the repetitions in which it exists and calls nothing impossible.
struct Losses {
  Spread loss;    ///< mean log loss of a row, nats
  Spread excess;  ///< over the predictive of the same repetition
  Index undefined = 0;
  Index infinite = 0;
};

struct KnownTruth {
  Index rows_each = 2;  ///< of each class, to learn from
  Index repetitions = 100;
  Index test_rows = 40;
  std::uint64_t seed = 1;
};

/// The expected log loss of answers, when the truth gives the classes these probabilities.
inline double expected_log_loss(const Predictions& truth, const Predictions& answers) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.log_probability.size(); ++i)
    if (std::isfinite(truth.log_probability[i]))
      sum -= std::exp(truth.log_probability[i]) * answers.log_probability[i];
  return sum / static_cast<double>(truth.rows());
}

/// In each repetition: parameters from the prior of the schema, rows of each class to learn from,
/// rows to test on.
inline std::array<Losses, 4> losses_on_known_truth(const Schema& schema, const KnownTruth& study) {
  std::array<Losses, 4> all;
  const ModelPosterior prior = before_data(schema);
  const auto classes = std::ssize(schema.classes);
  for (Index repetition = 0; repetition < study.repetitions; ++repetition) {
    const std::uint64_t seed = study.seed * 1000003 + static_cast<std::uint64_t>(repetition);
    const Estimates truth = drawn_truth(prior, seed);
    ModelPosterior posterior = prior;
    observe(posterior, simulate(truth, {.rows = classes * study.rows_each,
                                        .seed = 2 * seed,
                                        .classes = ClassesDrawn::in_turn,
                                        .tokens = 10}));
    const Table test =
        simulate(truth, {.rows = study.test_rows, .seed = 2 * seed + 1, .tokens = 10});
    const Predictions best = Classifier{truth}.predict(test);
    const double predictive =
        expected_log_loss(best, Classifier{posterior, Estimator::predictive}.predict(test));
    for (std::size_t e = 0; e < all.size(); ++e) {
      Estimates estimates = estimate(posterior, all_estimators[e]);
      if (!estimates.undefined.empty()) {
        ++all[e].undefined;
        continue;
      }
      const double loss = expected_log_loss(best, Classifier{std::move(estimates)}.predict(test));
      if (std::isinf(loss)) {
        ++all[e].infinite;
        continue;
      }
      all[e].loss.add(loss);
      all[e].excess.add(loss - predictive);
    }
  }
  return all;
}

}  // namespace credence::testing
