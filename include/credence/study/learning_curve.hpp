#pragma once
// How estimators do as the rows to learn from run short: many random splits at many sizes.
#include <algorithm>
#include <atomic>
#include <credence/study/compare.hpp>
#include <credence/study/curve.hpp>

namespace credence {

/// What a study of learning curves does.
struct CurveOptions {
  std::vector<Estimator> estimators{all_estimators.begin(), all_estimators.end()};
  /// Shares of the rows to test on, between 0 and 1, or their numbers; the others are learned.
  std::vector<double> test_sizes = {};
  /// Numbers of rows to learn from, in the place of test sizes; the others are tested.
  std::vector<Index> training_sizes = {};
  Index repeats = 100;
  std::uint64_t seed = 1;
  CurveSplits splits = CurveSplits::nested;
  bool stratified = false;  ///< each training set holds every class by its share of the rows
  std::optional<LogisticOptions> twin = {};  ///< logistic regression after the estimators
};

/// How far a study is; another thread may look, and stop it.
struct CurveProgress {
  std::atomic<Index> repeats_done{0};
  std::atomic<bool> stop{false};
};

namespace detail {

/// One size: how many rows are tested and learned.
struct CurveSize {
  double asked = 0;
  Index test_rows = 0;
  Index training_rows = 0;
};

/// The sizes that the options ask for, in that order.
/// throws  Error{domain} for no size, or one that leaves nothing to learn or to test
[[nodiscard]] std::vector<CurveSize> curve_sizes(const CurveOptions& options, Index rows);

/// Their positions, from the smallest training set to the largest.
[[nodiscard]] std::vector<std::size_t> by_training_rows(std::span<const CurveSize> sizes);

/// A seed of its own for each repeat (from 0) and number of training rows (0: for all of them).
[[nodiscard]] std::uint64_t curve_seed(std::uint64_t seed, Index repeat, Index training_rows);

/// An order of rows, of which the first are learned and the last are tested. That of nested splits
/// is random and does not depend on the size; of independent splits it is random which rows are
/// the first.
/// in      repeat: from 0
[[nodiscard]] std::vector<Index> curve_order(const LabelledRows& rows, Index classes,
                                             const CurveOptions& options, Index repeat,
                                             const CurveSize& size);

/// The estimators and the twin that the options ask for, by name.
[[nodiscard]] std::vector<std::string> curve_names(const CurveOptions& options);

/// What one estimator did in one split; nothing where an estimate does not exist.
using CurveOutcome = std::optional<CurveRun>;

/// All splits of one repeat: sizes x estimators.
struct CurveRepeat {
  std::vector<CurveOutcome> outcomes = {};
  StudySeconds seconds = {};
  bool finished = false;
};

/// Accuracy and log loss of predictions.
/// in      truth: the class of each row of the table that was bound;  rows: those predicted
[[nodiscard]] CurveRun run_of(const Predictions& predictions, std::span<const Index> rows,
                              std::span<const Index> truth, Index repeat);

/// A point for every estimator and size, of the repeats that were finished.
/// in  drawn_from: how many rows the test rows are drawn from; none: as many as one likes
void add_points(std::span<const CurveSize> sizes, std::span<const CurveRepeat> repeats,
                const CurveOptions& options, std::optional<Index> drawn_from, LearningCurve& curve);

/// One estimator in one split.
template <class List>
[[nodiscard]] CurveOutcome curve_outcome(const Posterior<BasicModel<List>>& posterior,
                                         Estimator estimator, const Study<List>& study,
                                         std::span<const Index> rows, Index repeat,
                                         StudySeconds& seconds) {
  Estimates<BasicModel<List>> estimates;
  {
    const Stopwatch watch(seconds.estimate);
    estimates = estimate(posterior, estimator);
  }
  if (!estimates.undefined.empty()) return std::nullopt;
  const Stopwatch watch(seconds.score);
  const Classifier classifier{std::move(estimates)};
  return run_of(classifier.predict(study.bound, rows), rows, study.truth, repeat);
}

/// The twin in one split.
/// in  learned, tested: rows of the table
[[nodiscard]] CurveOutcome twin_outcome(const TwinStudy& twin, std::span<const Index> learned,
                                        std::span<const Index> tested, std::span<const Index> truth,
                                        const std::vector<std::string>& classes, Index repeat,
                                        StudySeconds& seconds);

/// What a thread needs for one repeat after another.
template <class List>
struct CurveRoom {
  Posterior<BasicModel<List>> posterior = {};
  LearningWorkspace<List> work = {};
};

/// The sizes of one repeat, from few training rows to many: those of nested splits join what was
/// learned before. Ends early, unfinished, when the study is stopped.
class CurveRepeater {
 public:
  /// in  sizes, options and progress outlive this object
  CurveRepeater(std::span<const CurveSize> sizes, const CurveOptions& options,
                const CurveProgress* progress)
      : sizes_(sizes),
        ascending_(by_training_rows(sizes)),
        options_(options),
        progress_(progress) {}

  /// in  order_of(size): rows of the table, of which the first are learned and the last are tested;
  ///     asked once for nested splits
  template <class List, class OrderOf>
  [[nodiscard]] CurveRepeat run(Index repeat, const Study<List>& study, OrderOf&& order_of,
                                CurveRoom<List>& room) const {
    const std::size_t estimators = options_.estimators.size();
    const std::size_t asked = estimators + (study.twin ? 1 : 0);
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
      const auto more =
          std::span(order).subspan(static_cast<std::size_t>(learned),
                                   static_cast<std::size_t>(size.training_rows - learned));
      learn(study, more, room, result.seconds);
      learned = size.training_rows;
      const auto tested = std::span(order).last(static_cast<std::size_t>(size.test_rows));
      with_found_priors(room.posterior, [&](const auto& ready) {
        for (std::size_t e = 0; e < estimators; ++e)
          result.outcomes[at * asked + e] = curve_outcome(ready, options_.estimators[e], study,
                                                          tested, repeat + 1, result.seconds);
      });
      if (study.twin)
        result.outcomes[at * asked + estimators] = twin_outcome(
            *study.twin, std::span(order).first(static_cast<std::size_t>(learned)), tested,
            study.truth, study.start.label.classes, repeat + 1, result.seconds);
    }
    result.finished = true;
    return result;
  }

 private:
  template <class List>
  static void learn(const Study<List>& study, std::span<const Index> more, CurveRoom<List>& room,
                    StudySeconds& seconds) {
    const Stopwatch watch(seconds.observe);
    observe(room.posterior, study.bound, RowSpan{.count = std::ssize(more), .list = more.data()},
            room.work);
  }

  std::span<const CurveSize> sizes_;
  std::vector<std::size_t> ascending_;
  const CurveOptions& options_;
  const CurveProgress* progress_;
};

/// All repeats, several at a time; those that a stopped study did not come to are unfinished.
/// in  run(repeat, room): one of them
template <class List, class Run>
[[nodiscard]] std::vector<CurveRepeat> curve_repeats(Index count, CurveProgress* progress,
                                                     Run run) {
  std::vector<CurveRepeat> repeats(static_cast<std::size_t>(count));
  const Index slots = std::min<Index>(count, Index{2} * threads_in_use());
  std::vector<CurveRoom<List>> rooms(static_cast<std::size_t>(slots));
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

}  // namespace detail

/// Learns from some of the rows at random and tests on others, at every size, again and again. In
/// a repeat all estimators read the same statistics and label the same rows. Nested splits follow
/// one random order of the rows: the training set of a size is its beginning, the test set its end,
/// so that each row is learned once a repeat. What is inferred from data (levels, automatic
/// priors) comes from the training rows alone, the classes from all rows.
///
///     learning_curve(model, seeds, {.test_sizes = {0.2, 0.5, 0.9}}).points;
///
/// in      progress: null, or where to report finished repeats and to look whether to stop
/// throws  as bind and observe; Error{domain} for sizes or repeats that make no sense;
///         Error{schema} for Estimator::scikit_learn where a family has no counterpart there
/// cost    repeats x (rows learned once; for each size estimators x test rows x features x classes).
///         The same bits for any number of threads
template <class List>
[[nodiscard]] LearningCurve learning_curve(const BasicModel<List>& model, const Table& table,
                                           const CurveOptions& options,
                                           CurveProgress* progress = nullptr) {
  StudySeconds seconds;
  const detail::Study<List> study = [&] {
    const Stopwatch watch(seconds.observe);
    return detail::bind_study(model, table, CompareOptions{.twin = options.twin});
  }();
  const detail::LabelledRows rows = detail::labelled_rows(study.truth, study.bound.weights);
  const std::vector<detail::CurveSize> sizes = detail::curve_sizes(options, std::ssize(rows.rows));
  const detail::CurveRepeater repeater(sizes, options, progress);
  const Index classes = study.start.label.size();
  const auto repeats = detail::curve_repeats<List>(
      options.repeats, progress, [&](Index repeat, detail::CurveRoom<List>& room) {
        const auto order_of = [&](const detail::CurveSize& size) {
          return detail::curve_order(rows, classes, options, repeat, size);
        };
        return repeater.run(repeat, study, order_of, room);
      });
  LearningCurve curve{.rows = std::ssize(rows.rows),
                      .skipped_rows = detail::rows_without_label(study.bound.label),
                      .label = study.start.label.name,
                      .classes = study.start.label.classes};
  detail::add_points(sizes, repeats, options, curve.rows, curve);
  detail::add(curve.seconds, seconds);
  return curve;
}

extern template LearningCurve learning_curve(const Model&, const Table&, const CurveOptions&,
                                             CurveProgress*);

}  // namespace credence
