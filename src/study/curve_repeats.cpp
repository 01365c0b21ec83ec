// One repeat of a learning curve after the other, and several at once.
#include "study/curve_repeats.hpp"

#include <credence/base/parallel.hpp>
#include <credence/detail/base/stopwatch.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>

#include "study/baseline.hpp"

#include <algorithm>

namespace credence::detail {
namespace {

// One estimator in one split.
CurveOutcome curve_outcome(const Posterior<Model>& posterior, Estimator estimator,
                           const BoundTable& bound, std::span<const Index> rows,
                           std::span<const Index> truth, Index repeat, StudySeconds& seconds) {
  Estimates estimates;
  {
    const Stopwatch watch(seconds.estimate);
    estimates = estimate(posterior, estimator);
  }
  if (!estimates.undefined.empty()) return std::nullopt;
  const Stopwatch watch(seconds.score);
  const Classifier<Model> classifier(std::move(estimates));
  return run_of(classifier.predict(bound, rows), rows, truth, repeat);
}

// The logistic regression in one split.
// in  learned, tested: rows of the table
CurveOutcome twin_outcome(const TwinStudy& twin, std::span<const Index> learned,
                          std::span<const Index> tested, std::span<const Index> truth,
                          const std::vector<std::string>& classes, Index repeat,
                          StudySeconds& seconds) {
  const Stopwatch watch(seconds.estimate);
  LabelledRows rows{.rows = {learned.begin(), learned.end()},
                    .weights = std::vector<double>(learned.size(), 1.0)};
  for (const Index row : learned) rows.truth.push_back(truth[static_cast<std::size_t>(row)]);
  const TwinAnswers answers = twin_answers(twin, rows, tested, classes);
  if (!answers.predictions) return std::nullopt;
  return run_of(*answers.predictions, tested, truth, repeat);
}

void learn(const Study& study, std::span<const Index> more, CurveRoom& room,
           StudySeconds& seconds) {
  const Stopwatch watch(seconds.observe);
  observe(room.posterior, study.bound, RowSpan{.count = std::ssize(more), .list = more.data()},
          room.work);
}

}  // namespace

CurveRepeat CurveRepeater::run(Index repeat, const Study& study, const OrderOf& order_of,
                               CurveRoom& room) const {
  const std::size_t asked = curve_names(options_).size();
  CurveRepeat result{.outcomes = std::vector<CurveOutcome>(sizes_.size() * asked)};
  std::vector<Index> order;
  Index learned = 0;
  for (const std::size_t at : ascending_) {
    if (progress_ != nullptr && progress_->stop) return result;
    const CurveSize& size = sizes_[at];
    if (order.empty() || options_.splits == CurveSplits::independent) {
      order = order_of(size);
      room.posterior = study.start;
      learned = 0;
    }
    const auto more = std::span(order).subspan(
        static_cast<std::size_t>(learned), static_cast<std::size_t>(size.training_rows - learned));
    learn(study, more, room, result.seconds);
    learned = size.training_rows;
    test(repeat, study, at, order, room.posterior, result);
  }
  result.finished = true;
  return result;
}

void CurveRepeater::test(Index repeat, const Study& study, std::size_t at,
                         std::span<const Index> order, const Posterior<Model>& posterior,
                         CurveRepeat& result) const {
  const CurveSize& size = sizes_[at];
  const std::size_t estimators = options_.estimators.size();
  const std::size_t asked = curve_names(options_).size();
  const std::size_t first = at * asked;
  const auto tested = order.last(static_cast<std::size_t>(size.test_rows));
  with_chosen_families(study, posterior, [&](const auto& chosen, const BoundTable& bound) {
    with_found_priors(chosen, [&](const Posterior<Model>& ready) {
      for (std::size_t e = 0; e < estimators; ++e)
        result.outcomes[first + e] = curve_outcome(ready, options_.estimators[e], bound, tested,
                                                   study.truth, repeat + 1, result.seconds);
    });
  });
  if (study.twin)
    result.outcomes[first + estimators] =
        twin_outcome(*study.twin, order.first(static_cast<std::size_t>(size.training_rows)), tested,
                     study.truth, study.start.label.classes, repeat + 1, result.seconds);
  result.outcomes[first + asked - 1] =
      run_of(Baseline(posterior.label).predict(size.test_rows), tested, study.truth, repeat + 1);
}

std::vector<CurveRepeat> curve_repeats(Index count, CurveProgress* progress,
                                       const std::function<CurveRepeat(Index, CurveRoom&)>& run) {
  std::vector<CurveRepeat> repeats(static_cast<std::size_t>(count));
  const Index slots = std::min<Index>(count, Index{2} * threads_in_use());
  std::vector<CurveRoom> rooms(static_cast<std::size_t>(slots));
  credence::for_each_chunk_in_order(
      count, slots,
      [&](Index repeat, Index slot) {
        if (progress != nullptr && progress->stop) return;
        CurveRepeat& result = repeats[static_cast<std::size_t>(repeat)];
        result = run(repeat, rooms[static_cast<std::size_t>(slot)]);
        if (progress != nullptr && result.finished) ++progress->repeats_done;
      },
      [](Index, Index) {});
  return repeats;
}

}  // namespace credence::detail
