// Results of classifiers as they are found.
#include "study/compare/classifier_results.hpp"

#include <credence/detail/base/stopwatch.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <utility>

#include "study/metrics/baseline.hpp"

namespace credence::detail {
namespace {

// Adds what the logistic regression says of rows; after the first estimate that does not exist only
// the reasons.
void score_twin(const Study& study, const LabelledRows& learned, const LabelledRows& asked,
                Index fold, Tally& tally) {
  const Stopwatch watch(tally.seconds.estimate);
  const LabelColumn& label = study.start.label;
  const TwinAnswers answers = twin_answers(*study.twin, learned, asked.rows, label.classes);
  if (!answers.predictions)
    tally.undefined.push_back(
        {.cell = {.feature = label.name, .klass = {}, .why = answers.why}, .fold = fold});
  if (!tally.undefined.empty()) return;
  const Baseline baseline(label_of_rows(label, learned));
  add(*answers.predictions, asked, baseline.losses(asked), tally);
}

}  // namespace

void ClassifierResults::add(Estimator estimator, std::size_t classifier, FeatureWeighting weights,
                            LearnedTallies learned, Tally validation) {
  using Part = SharedResults::Part;
  const bool is_bare = weights == FeatureWeighting::none;
  const Part of_learned = is_bare ? Part::learned : Part::weighted;
  const auto put = [&](const Result& base, Part part, Tally& tally) {
    shared_.expect(classifier, part);
    Result& result = comparison_.results.emplace_back();
    if (!shared_.is_own(classifier, part)) return;
    detail::add(seconds_, tally.seconds);
    result = result_of(to_string(estimator), base.on, std::move(tally), base);
    result.feature_weights = weights;
  };
  put(baseline_[0], of_learned, learned.training);
  put(baseline_[1], is_bare ? Part::validation : Part::weighted_validation, validation);
  put(baseline_[2], of_learned, learned.left_out);
}

void ClassifierResults::add_undefined(Estimator estimator, std::size_t classifier,
                                      const Error& error, Tally validation) {
  const UndefinedInFold why{.cell = {comparison_.label, {}, error.what()}};
  add(estimator, classifier, FeatureWeighting::none,
      {.training = {.undefined = {why}}, .left_out = {.undefined = {why}}}, std::move(validation));
}

void ClassifierResults::add_others(const Study& study, std::span<const LabelledRows> folds,
                                   const LabelledRows& all, std::size_t twin) {
  if (study.twin) add_twin(study, folds, all, twin);
  shared_.exchange(comparison_.results);
  comparison_.results.insert(comparison_.results.end(), baseline_.begin(), baseline_.end());
  comparison_.seconds = seconds_;
}

std::vector<LearnedTallies> ClassifierResults::score_own(const Posterior<Model>& all,
                                                         std::span<const Estimator> estimators,
                                                         const BoundTable& bound,
                                                         const LabelledRows& rows) const {
  std::vector<Estimator> own;
  std::vector<std::size_t> places;
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    if (!is_own(e, SharedResults::Part::learned)) continue;
    own.push_back(estimators[e]);
    places.push_back(e);
  }
  std::vector<LearnedTallies> learned(estimators.size());
  if (own.empty()) return learned;
  auto scored = score_learned(all, own, bound, rows);
  for (std::size_t i = 0; i < own.size(); ++i) learned[places[i]] = std::move(scored[i]);
  return learned;
}

bool ClassifierResults::finds_two(std::size_t classifier) {
  constexpr auto part = SharedResults::Part::learned;
  for (int i = 0; i < 2; ++i) shared_.expect(classifier, part);
  if (is_own(classifier, part)) return true;
  comparison_.results.resize(comparison_.results.size() + 2);
  return false;
}

void ClassifierResults::add_complement(const Posterior<Model>& all, const BoundTable& bound,
                                       const LabelledRows& rows, ComplementWeights weights,
                                       std::size_t rule, LabelTally validation) {
  if (!finds_two(rule)) return;
  LabelTally training;
  with_found_priors(all, [&](const Posterior<Model>& ready) {
    score_complement(ready, weights, bound, rows, 0, training);
  });
  detail::add(seconds_, training.seconds);
  detail::add(seconds_, validation.seconds);
  comparison_.results.push_back(complement_result("training", std::move(training)));
  comparison_.results.push_back(complement_result("cross_validation", std::move(validation)));
}

void ClassifierResults::add_twin(const Study& study, std::span<const LabelledRows> folds,
                                 const LabelledRows& all, std::size_t twin) {
  if (!finds_two(twin)) return;
  Tally training;
  score_twin(study, all, all, 0, training);
  Tally validation;
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    score_twin(study, all_but(folds, fold), folds[fold], static_cast<Index>(fold) + 1, validation);
  detail::add(seconds_, training.seconds);
  detail::add(seconds_, validation.seconds);
  comparison_.results.push_back(
      result_of(twin_name, "training", std::move(training), baseline_[0]));
  comparison_.results.push_back(
      result_of(twin_name, "cross_validation", std::move(validation), baseline_[1]));
}

}  // namespace credence::detail
