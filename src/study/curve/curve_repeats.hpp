#pragma once
// The repeats of a learning curve: learning more and more rows, and testing at every size.
#include <credence/learn/model_posterior.hpp>
#include <functional>

#include "study/curve/curve_points.hpp"
#include "study/folds/bound_study.hpp"

namespace credence::detail {

/// What a thread needs for one repeat after another.
struct CurveRoom {
  Posterior<Model> posterior = {};
  LearningWorkspace work = {};
};

/// The sizes of one repeat, from few training rows to many: those of nested splits join what was
/// learned before. Ends early, unfinished, when the study is stopped.
class CurveRepeater {
 public:
  /// Rows of the table, of which the first are learned and the last are tested.
  using OrderOf = std::function<std::vector<Index>(const CurveSize&)>;

  /// in  sizes, options and progress outlive this object
  CurveRepeater(std::span<const CurveSize> sizes, const CurveOptions& options,
                const CurveProgress* progress)
      : sizes_(sizes),
        ascending_(by_training_rows(sizes)),
        options_(options),
        progress_(progress) {}

  /// in  order_of: asked once for nested splits;  only: the one size of a given split
  [[nodiscard]] CurveRepeat run(Index repeat, const Study& study, const OrderOf& order_of,
                                CurveRoom& room, std::optional<std::size_t> only = {}) const;

 private:
  /// All estimators of a posterior, without and with feature weights, and the complement rule.
  /// in  first: where the outcomes of the size begin
  void test_estimators(const CurveSplit& split, const Posterior<Model>& ready,
                       const BoundTable& bound, std::size_t first, CurveRepeat& result) const;
  /// All estimators, and the twin, after the first rows of an order.
  void test(Index repeat, const Study& study, std::size_t at, std::span<const Index> order,
            const Posterior<Model>& posterior, CurveRepeat& result) const;

  std::span<const CurveSize> sizes_;
  std::vector<std::size_t> ascending_;
  const CurveOptions& options_;
  const CurveProgress* progress_;
};

/// Returns all repeats, several at a time; those that a stopped study did not come to are
/// unfinished.
/// in  at_once: how many may run at a time, at least 1;  predictions: get those of the finished ones, in
///     order;  run(repeat, room): one of them
[[nodiscard]] std::vector<CurveRepeat> curve_repeats(
    Index count, Index at_once, CurveProgress* progress, CurvePredictions& predictions,
    const std::function<CurveRepeat(Index, CurveRoom&)>& run);

/// Returns how many repeats of so many run, or wait to be added up, at a time.
[[nodiscard]] Index repeats_at_once(Index count);

/// Returns of how many rows these keep predictions, over all sizes and contenders.
[[nodiscard]] double rows_in_flight(Index repeats, std::span<const CurveSize> sizes,
                                    std::size_t contenders);

/// What is drawn in a repeat, from 0: training rows for the largest size, then test rows.
[[nodiscard]] SimulationOptions rows_of_repeat(const SimulatedCurveOptions& options, Index repeat);

/// Returns the model of a truth, its classes listed.
[[nodiscard]] Model learner_of(const Estimates& truth);

}  // namespace credence::detail
