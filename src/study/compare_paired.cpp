#include <credence/study/compare_paired.hpp>

#include <credence/base/split_mix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace credence {
namespace {

constexpr std::array measures{PairedMeasure::accuracy, PairedMeasure::log_loss,
                              PairedMeasure::brier};

double value_of(const Metrics& metrics, PairedMeasure measure) {
  if (measure == PairedMeasure::log_loss) return metrics.log_loss;
  return measure == PairedMeasure::brier ? metrics.brier : metrics.accuracy;
}

}  // namespace

std::string_view to_string(PairedMeasure measure) {
  if (measure == PairedMeasure::log_loss) return "log_loss";
  return measure == PairedMeasure::brier ? "brier" : "accuracy";
}

std::optional<PairedMeasure> paired_measure_named(std::string_view name) {
  for (const PairedMeasure measure : measures)
    if (to_string(measure) == name) return measure;
  return std::nullopt;
}

double goodness(const Metrics& metrics, PairedMeasure measure) {
  const double value = value_of(metrics, measure);
  return measure == PairedMeasure::accuracy ? value : -value;
}

namespace detail {

void check_paired(const PairedOptions& options) {
  if (options.repeats < 1)
    throw Error(ErrorCode::domain,
                fmt::format("a paired comparison needs at least 1 repeat, got {}; choose 1 or more",
                            options.repeats));
  // Options of the test are refused before the work and not after it.
  (void)correlated_t_test({.count = 2}, {.rope = options.rope, .mass = options.mass});
}

void check_same_label(const LabelColumn& first, const LabelColumn& second) {
  if (first.name == second.name && first.classes == second.classes) return;
  throw Error(ErrorCode::schema,
              fmt::format("two classifiers are to be compared that label '{}' and '{}' with "
                          "different classes; give both the same",
                          first.name, second.name));
}

CompareOptions folds_of_repeat(const PairedOptions& options, Index repeat) {
  const auto part = static_cast<std::uint64_t>(repeat);
  return {.folds = options.folds,
          .seed = repeat == 0 ? options.seed : mixed(options.seed + 0x9e3779b97f4a7c15U * part),
          .fold_column = options.fold_column,
          .weight = options.weight};
}

void add_fold(const Predictions& predictions, const LabelledRows& rows, Index repeat,
              ContenderScores& scores) {
  Scorecard card;
  card.add(predictions, rows.truth, rows.weights);
  scores.folds.push_back(card.metrics());
  if (repeat > 0) return;
  scores.first_repeat.card.add(predictions, rows.truth, rows.weights);
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    scores.right[static_cast<std::size_t>(rows.rows[i])] = predictions.label[i] == rows.truth[i];
}

void score_twin(const TwinStudy& twin, std::span<const LabelledRows> folds, Index repeat,
                const LabelColumn& label, ContenderScores& scores) {
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    const TwinAnswers answers =
        twin_answers(twin, all_but(folds, fold), folds[fold].rows, label.classes);
    if (!answers.predictions)
      scores.first_repeat.undefined.push_back(
          {.cell = {label.name, {}, answers.why}, .fold = static_cast<Index>(fold) + 1});
    if (scores.first_repeat.undefined.empty())
      add_fold(*answers.predictions, folds[fold], repeat, scores);
  }
}

namespace {

void find_differences(const PairedOptions& options, std::span<const Index> fold_rows,
                      const ContenderScores& first, const ContenderScores& second,
                      PairedComparison& comparison) {
  for (std::size_t i = 0; i < fold_rows.size(); ++i) {
    const auto at = static_cast<Index>(i);
    comparison.differences.push_back({.repeat = at / comparison.folds + 1,
                                      .fold = at % comparison.folds + 1,
                                      .rows = fold_rows[i],
                                      .first = value_of(first.folds[i], options.measure),
                                      .second = value_of(second.folds[i], options.measure),
                                      .difference = goodness(first.folds[i], options.measure) -
                                                    goodness(second.folds[i], options.measure)});
  }
}

void find_test(const PairedOptions& options, PairedComparison& comparison) {
  std::vector<double> differences;
  for (const PairedFold& fold : comparison.differences) differences.push_back(fold.difference);
  const auto endless = std::count_if(differences.begin(), differences.end(),
                                     [](double value) { return !std::isfinite(value); });
  if (endless > 0) {
    comparison.notes.push_back(
        fmt::format("the differences of {} of {} folds are not finite, so that there is no t-test: "
                    "a true class "
                    "had probability 0; compare by accuracy or brier, or by another estimator",
                    endless, differences.size()));
    return;
  }
  comparison.test = correlated_t_test(differences_of(differences),
                                      {.correlation = 1 / static_cast<double>(comparison.folds),
                                       .rope = options.rope,
                                       .mass = options.mass});
  if (comparison.test->scale == 0)
    comparison.notes.push_back(fmt::format(
        "the {} differences are all equal, so that the posterior of their mean is a point",
        differences.size()));
}

}  // namespace

void settle(const PairedOptions& options, std::span<const Index> fold_rows,
            const LabelledRows& rows, const ContenderScores& first, const ContenderScores& second,
            PairedComparison& comparison) {
  if (!first.first_repeat.undefined.empty() || !second.first_repeat.undefined.empty()) {
    comparison.notes.emplace_back(
        "an estimate is undefined in a fold, so that there is nothing to compare");
    return;
  }
  find_differences(options, fold_rows, first, second, comparison);
  find_test(options, comparison);
  std::vector<bool> first_right;
  std::vector<bool> second_right;
  for (const Index row : rows.rows) {
    first_right.push_back(first.right[static_cast<std::size_t>(row)]);
    second_right.push_back(second.right[static_cast<std::size_t>(row)]);
  }
  comparison.discordant = discordant_rows(first_right, second_right, rows.weights, options.mass);
}

}  // namespace detail

template PairedComparison compare_paired(const Contender&, const Contender&, const Table&,
                                         const PairedOptions&);

}  // namespace credence
