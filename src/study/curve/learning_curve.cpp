// A learning curve over the rows of a table.
#include <credence/study/learning_curve.hpp>

#include <credence/detail/base/stopwatch.hpp>
#include <credence/learn/found_structure.hpp>

#include "study/compare/lazy_results.hpp"
#include "study/curve/curve_repeats.hpp"
#include "study/folds/tallies.hpp"

#include <algorithm>

namespace credence {

namespace {

// The sizes of a curve, and the splits where they are given: those of the rows that have a label.
struct CurvePlan {
  std::vector<detail::CurveSize> sizes = {};
  std::vector<std::size_t> size_of = {};  // of each given split
};

CurvePlan plan_of(CurveOptions& options, const detail::LabelledRows& rows, Index classes,
                  Index table_rows) {
  const Index count = std::ssize(rows.rows);
  if (options.given.empty()) {
    if (options.splits == CurveSplits::given)
      throw Error(ErrorCode::domain,
                  "a learning curve was asked for given splits and got none; give some, or choose "
                  "nested or independent ones");
    if (options.test_sizes.empty() && options.training_sizes.empty())
      options.training_sizes = default_training_sizes(count, classes);
    return {.sizes = detail::curve_sizes(options, count)};
  }
  options.splits = CurveSplits::given;
  options.given = detail::labelled_splits(options.given, rows, table_rows);
  options.repeats = std::ssize(options.given);
  detail::GivenSizes found = detail::given_sizes(options.given, count);
  return {.sizes = std::move(found.sizes), .size_of = std::move(found.size_of)};
}

// Training rows, then test rows.
std::vector<Index> order_of_given(const GivenSplit& split) {
  std::vector<Index> order = split.learned;
  order.insert(order.end(), split.tested.begin(), split.tested.end());
  return order;
}

// How many rows each class has, where splits keep the proportions of the classes.
std::vector<Index> rows_of_classes(const CurveOptions& options, const detail::LabelledRows& rows,
                                   Index classes) {
  if (!detail::is_stratified(options)) return {};
  std::vector<Index> counts(static_cast<std::size_t>(classes));
  for (const Index klass : rows.truth) ++counts[static_cast<std::size_t>(klass)];
  return counts;
}

}  // namespace

bool is_decomposed(const LearningCurve& curve) {
  return std::any_of(curve.points.begin(), curve.points.end(),
                     [](const CurvePoint& point) { return point.parts.has_value(); });
}

bool is_scored_on_training(const LearningCurve& curve) {
  return std::any_of(curve.points.begin(), curve.points.end(), [](const CurvePoint& point) {
    return point.mean_training_accuracy.has_value();
  });
}

LearningCurve learning_curve(const Model& model, const Table& table, const CurveOptions& asked,
                             CurveProgress* progress) {
  CurveOptions options = asked;
  if (options.complement && options.lazy_rules)
    throw Error(
        ErrorCode::undefined,
        "the rule of complement naive Bayes is defined for naive Bayes, and lazy rules take "
        "its place; leave one of the two out");
  StudySeconds seconds;
  const detail::Study study = [&] {
    const Stopwatch watch(seconds.observe);
    return detail::bind_study(
        options.lazy_rules ? with_structure(model, {}) : model, table,
        CompareOptions{
            .weight = options.weight, .twin = options.twin, .by_evidence = options.by_evidence});
  }();
  const detail::LabelledRows rows = detail::labelled_rows(study.truth, study.bound.weights);
  const Index classes = study.start.label.size();
  const auto [sizes, size_of] = plan_of(options, rows, classes, study.bound.rows);
  const detail::CurveRepeater repeater(sizes, options, progress);
  const std::size_t contenders = detail::curve_contenders(options).size();
  detail::CurvePredictions predictions(options.decompose, table.rows(), classes,
                                       sizes.size() * contenders,
                                       detail::rows_in_flight(options.repeats, sizes, contenders));
  const auto repeats = detail::curve_repeats(
      options.repeats, detail::trainings_at_once(study), progress, predictions,
      [&, &size_of = size_of](Index repeat, detail::CurveRoom& room) {  // clang 14 captures none
        const auto place = static_cast<std::size_t>(repeat);
        if (options.splits == CurveSplits::given)
          return repeater.run(
              repeat, study,
              [&](const detail::CurveSize&) { return order_of_given(options.given[place]); }, room,
              size_of[place]);
        const auto order_of = [&](const detail::CurveSize& size) {
          return detail::curve_order(rows, classes, options, repeat, size);
        };
        return repeater.run(repeat, study, order_of, room);
      });
  LearningCurve curve{.rows = std::ssize(rows.rows),
                      .skipped_rows = detail::rows_without_label(study.bound.label),
                      .label = study.start.label.name,
                      .classes = study.start.label.classes};
  if (options.lazy_rules)
    curve.structure = detail::lazy_name;
  else if (model.schema().structure != Structure{})
    curve.structure = name_of(model.schema().structure);
  detail::add_points(sizes, repeats, options, predictions,
                     {.drawn_from = curve.rows,
                      .truth = study.truth,
                      .weights = study.bound.weights,
                      .design_effect = detail::design_effect(rows.weights),
                      .class_rows = rows_of_classes(options, rows, classes)},
                     curve);
  detail::add(curve.seconds, seconds);
  return curve;
}

}  // namespace credence
