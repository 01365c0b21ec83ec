// Laws of explanations and beliefs, for whole models over random tables.
#include <algorithm>
#include <bit>
#include <credence/predict/explain.hpp>
#include <credence/predict/uncertainty.hpp>

#include "laws/model_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

double joint(const Predictions& answers, Index row, const std::string& klass) {
  const auto at = std::find(answers.classes.begin(), answers.classes.end(), klass);
  return answers.log_joints(row)[static_cast<std::size_t>(at - answers.classes.begin())];
}

}  // namespace

TEST_CASE("explanations add up to the last bit, and to what the classifier says") {
  for_random_seeds("explanations add up", [](Random& random) {
    const ModelSample sample = random_model(random);
    const ModelSample other = random_model(random);  // other levels and values than were learned
    const ModelPosterior posterior = sample.posterior();
    const auto bound = bind(sample.model(), other.table);
    for (const Estimator estimator : all_estimators) {
      const auto estimates = estimate(posterior, estimator);
      if (!estimates.undefined.empty()) continue;
      const Predictions answers = Classifier(estimates).predict(bound, {.count = 3});
      for (Index row = 0; row < 3; ++row) {
        if (answers.impossible[static_cast<std::size_t>(row)]) continue;
        const Explanation why = explain(estimates, bound, row);
        double sum = 0;
        for (const ExplanationLine& line : why.lines) sum += line.contribution;
        RC_ASSERT(std::bit_cast<std::uint64_t>(sum) == std::bit_cast<std::uint64_t>(why.log_odds));
        const double ours = joint(answers, row, why.klass);
        const double theirs = joint(answers, row, why.against);
        RC_ASSERT(why.log_odds == ours - theirs ||
                  std::abs(why.log_odds - (ours - theirs)) <=
                      1e-12 * std::max({1.0, std::abs(ours), std::abs(theirs)}));
      }
    }
  });
}

TEST_CASE("intervals of answers are in order and never no number") {
  for_random_seeds("intervals in order", [](Random& random) {
    const ModelSample sample = random_model(random);
    const auto believed = beliefs(sample.posterior());
    const auto bound = bind(sample.model(), sample.table);
    const RowSpan rows{.count = 3};
    for (const Index draws : {Index{0}, Index{5}})
      for (const Interval& interval :
           log_odds_intervals(believed, bound, rows, Positions{0, 1, 0},
                              {.draws = draws == 0 && !has_closed_form(believed) ? 5 : draws}))
        RC_ASSERT(interval.lower <= interval.upper);
  });
}
