// What a reader of a study should know, in sentences.
#include "study/compare/notes.hpp"

#include <credence/detail/base/counted.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/result.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>

#include "study/compare/lazy_results.hpp"

namespace credence {
namespace {

using Notes = std::vector<std::string>;

using detail::AgainstBaseline;
using detail::clear_errors;

// What a difference must at least be for a note, besides clear, so that it matters.
// docs/explanation/baseline.md gives the reasons.
constexpr double share_gap = 0.05;
constexpr double log_loss_gap = 0.1;

std::string rows_of(Index count) { return detail::counted(count, "row", "rows"); }

std::string where(const std::string& on) {
  if (on == "cross_validation") return "cross-validation";
  if (on == "leave_one_out") return "leave-one-out";
  return on == "training" ? "training" : "the test rows";
}

std::string in_set(const std::string& on) { return (on == "test" ? "on " : "in ") + where(on); }

std::string listed(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

// "a", "a and b", "a, b and c"
std::string enumerated(const std::vector<std::string>& words) {
  if (words.size() < 2) return listed(words);
  return listed({words.begin(), words.end() - 1}) + " and " + words.back();
}

// The same for numbers, once where all are equal.
std::string numbers(const std::vector<std::string>& texts) {
  const bool same =
      std::adjacent_find(texts.begin(), texts.end(), std::not_equal_to<>()) == texts.end();
  return same ? texts.front() : enumerated(texts);
}

// Estimators of which the same is to be said, each with the numbers that go with it.
struct Alike {
  std::vector<std::string> names = {};
  std::vector<std::vector<std::string>> texts = {};  // by kind of number, one an estimator

  void add(const std::string& name, std::initializer_list<std::string> more) {
    names.push_back(name);
    texts.resize(more.size());
    std::size_t kind = 0;
    for (const std::string& text : more) texts[kind++].push_back(text);
  }
  [[nodiscard]] std::string subject() const { return enumerated(names); }
  [[nodiscard]] const char* either(const char* one, const char* many) const {
    return names.size() == 1 ? one : many;
  }
  [[nodiscard]] std::string number(std::size_t kind) const { return numbers(texts[kind]); }
};

std::string digits(double value) { return fmt::format("{:.3f}", value); }

void add_rows_left_out(Notes& notes, Index used, Index skipped, Index table_rows) {
  if (skipped > 0)
    notes.push_back(fmt::format("{} without a label {} skipped", rows_of(skipped),
                                skipped == 1 ? "was" : "were"));
  const Index weightless = table_rows - used - skipped;
  if (weightless > 0)
    notes.push_back(fmt::format("{} of weight 0 {} skipped", rows_of(weightless),
                                weightless == 1 ? "was" : "were"));
}

// Adds a note for each set of rows and each number that a measure has there, in order, with all
// estimators that have it.
// in  measure: of a result; 0: there is nothing to say;  sentence: of a number, Result::on, and who
template <class Measure, class Sentence>
void add_alike(Notes& notes, const std::vector<Result>& results, Measure&& measure,
               Sentence&& sentence) {
  using Key = std::pair<std::string, decltype(measure(results.front()))>;
  std::map<Key, Alike> all;
  std::vector<Key> order;
  for (const Result& result : results) {
    const Key key{result.on, measure(result)};
    if (key.second == 0) continue;
    if (!all.contains(key)) order.push_back(key);
    all[key].add(classifier_name(result), {});
  }
  for (const Key& key : order) notes.push_back(sentence(key.second, key.first, all[key]));
}

Index impossible_rows(const Result& result) {
  return result.metrics ? result.metrics->impossible_rows : 0;
}

void add_impossible(Notes& notes, const std::vector<Result>& results) {
  add_alike(notes, results, impossible_rows,
            [](Index rows, const std::string& on, const Alike& estimators) {
              return fmt::format(
                  "{} impossible {} under {}: every class has probability 0; the most frequent "
                  "class is answered and the log loss is infinite",
                  rows_of(rows), in_set(on), estimators.subject());
            });
}

// The share of the rows whose true class has probability 0, if not for those alone of which the note
// above speaks. Impossible rows have no weights here: where weights are not 1, the share is told.
double ruled_out(const Result& result) {
  if (!result.metrics) return 0;
  const double rows = result.metrics->ruled_out * result.metrics->weight;
  const auto impossible = static_cast<double>(result.metrics->impossible_rows);
  const bool same = impossible > 0 && std::abs(rows - impossible) <= 0.5;
  return same ? 0 : result.metrics->ruled_out;
}

void add_ruled_out(Notes& notes, const std::vector<Result>& results) {
  add_alike(notes, results, ruled_out,
            [](double share, const std::string& on, const Alike& estimators) {
              return fmt::format(
                  "{} {} the true class probability 0 in {:.3g} % of {}, so that the log loss is "
                  "infinite",
                  estimators.subject(), estimators.either("gives", "give"), 100 * share,
                  on == "test" ? where(on) : "the rows " + in_set(on));
            });
}

void add_unseen(Notes& notes, const std::vector<Result>& results, const std::string& on) {
  Index unseen = 0;
  bool regression = false;
  for (const Result& result : results) {
    if (result.on != on || result.unseen_cells == 0) continue;
    unseen = std::max(unseen, result.unseen_cells);
    regression = regression || result.estimator == twin_name;
  }
  if (unseen == 0) return;
  std::string scored = "which add nothing to the log odds";
  if (results.front().estimator != twin_name)
    scored = "scored as `unseen` of the column says" +
             std::string(
                 regression ? "; to the log odds of the logistic regression they add nothing" : "");
  notes.push_back(fmt::format("{} met {} {} of levels unseen in training, {}", where(on), unseen,
                              unseen == 1 ? "cell (or word)" : "cells (or words)", scored));
}

// Overfitting is a difference between training rows and new ones that the choice of rows does not
// explain. The same rows are behind both numbers, so that the errors of their difference are at most
// these.
bool is_larger(double Metrics::*share, const Metrics& larger, const Metrics& smaller) {
  const auto variance = [&](const Metrics& m) { return m.*share * (1 - m.*share) / m.weight; };
  const double rise = larger.*share - smaller.*share;
  return rise > share_gap && rise > clear_errors * std::sqrt(variance(larger) + variance(smaller));
}

bool log_loss_rises(const Metrics& training, const Metrics& fresh) {
  const double rise = fresh.log_loss - training.log_loss;
  return std::isfinite(rise) && rise > log_loss_gap &&
         rise > clear_errors * std::hypot(training.log_loss_error, fresh.log_loss_error);
}

void add_over_fitting(Notes& notes, const std::vector<Result>& results) {
  Alike accuracy;
  Alike loss;
  Alike ruled_out;
  for (const Result& training : results) {
    if (training.on != "training" || !training.metrics || training.estimator == baseline_name)
      continue;
    const Result* validation =
        find_result(results, training.estimator, "cross_validation", training.feature_weights);
    if (validation == nullptr || !validation->metrics) continue;
    const Metrics& seen = *training.metrics;
    const Metrics& fresh = *validation->metrics;
    const auto add = [&](Alike& to, double Metrics::*measure) {
      to.add(classifier_name(training), {digits(seen.*measure), digits(fresh.*measure)});
    };
    if (is_larger(&Metrics::accuracy, seen, fresh))
      add(accuracy, &Metrics::accuracy);
    else if (log_loss_rises(seen, fresh))
      add(loss, &Metrics::log_loss);
    else if (is_larger(&Metrics::ruled_out, fresh, seen))  // an infinite log loss has no error
      add(ruled_out, &Metrics::ruled_out);
  }
  for (const auto& [all, measure] : {std::pair(&accuracy, "accuracy"), std::pair(&loss, "log loss"),
                                     std::pair(&ruled_out, "share of true classes ruled out")})
    if (!all->names.empty())
      notes.push_back(fmt::format("{} {}: {} {} in training and {} in cross-validation",
                                  all->subject(), all->either("overfits", "overfit"), measure,
                                  all->number(0), all->number(1)));
}

// Adds what log losses say of estimators that the class frequencies alone outdo, or nearly so. A
// few rows with huge losses can leave a difference uncertain that is large.
void add_against_baseline(Notes& notes, std::span<const Result> results, const Result& baseline) {
  std::map<AgainstBaseline, Alike> all;
  for (const Result& result : results) {
    if (result.on != baseline.on || result.estimator == baseline_name) continue;
    if (const auto found = detail::against_baseline(result))
      all[*found].add(classifier_name(result), {digits(result.metrics->log_loss)});
  }
  const auto put = [&](AgainstBaseline found, const char* than, const char* how_sure) {
    if (!all.contains(found)) return;
    const Alike& alike = all[found];
    notes.push_back(
        fmt::format("{} {} {} the class frequencies alone {}: log loss {}, baseline {}{}",
                    alike.subject(), alike.either("is", "are"), than, in_set(baseline.on),
                    alike.number(0), digits(baseline.metrics->log_loss), how_sure));
  };
  put(AgainstBaseline::worse, "worse than", "");
  put(AgainstBaseline::perhaps_worse, "worse than", detail::not_clear);
  put(AgainstBaseline::not_clearly_better, "not clearly better than", "");
}

// An average and a lookup take one weight for all features, lazy rules none.
std::string remedies_of(const Result& result, std::span<const std::string> families) {
  const std::string& structure = result.structure;
  std::string text = "what may make probabilities better: feature weights,";
  if (result.feature_weights != FeatureWeighting::none || structure == detail::lazy_name)
    text = "what may make probabilities better:";
  else if (structure == "aode" || structure == "a2de" || structure == "lookup")
    text = "what may make probabilities better: a common feature weight,";
  const Index normal = detail::normal_columns(families);
  if (normal > 0) text += " families chosen by evidence,";
  if (normal > 1) text += " a full covariance of numeric columns that depend on each other,";
  return text + " feature selection (select_features)";
}

// Adds who is over-confident, and what may help against it.
void add_over_confidence(Notes& notes, std::span<const Result> results,
                         std::span<const std::string> families, const std::string& on) {
  Alike sure;
  bool is_twin = false;
  const Result* advised = nullptr;
  for (const Result& result : results) {
    if (!result.metrics || result.on != on || result.estimator == baseline_name) continue;
    const Metrics& metrics = *result.metrics;
    if (!is_over_confident(metrics)) continue;
    sure.add(classifier_name(result), {digits(metrics.confidence), digits(metrics.accuracy)});
    if (result.estimator.find(twin_name) != std::string::npos)  // also "the first (...)"
      is_twin = true;
    else if (advised == nullptr)
      advised = &result;
  }
  if (!sure.names.empty())
    notes.push_back(fmt::format("{} {} over-confident {}: {} {} on average and {} right in {}",
                                sure.subject(), sure.either("is", "are"), in_set(on),
                                sure.either("it says", "they say"), sure.number(0),
                                sure.either("is", "are"), sure.number(1)));
  if (advised != nullptr) notes.push_back(remedies_of(*advised, families));
  if (is_twin)
    notes.push_back(fmt::format(
        "what may make those of {} better: a larger L2 penalty (LogisticOptions::ridge)",
        twin_name));
}

// Stratified folds spread a class with one row over one fold.
void add_single_rows(Notes& notes, const Comparison& comparison, std::span<const Index> truth) {
  std::vector<Index> rows(comparison.classes.size());
  for (const Index klass : truth)
    if (klass >= 0) ++rows[static_cast<std::size_t>(klass)];
  constexpr Index most_named = 20;
  const auto single = std::count(rows.begin(), rows.end(), 1);
  if (single > most_named) {
    notes.push_back(fmt::format(
        "{} classes have a single row each: in cross-validation these are scored by classifiers "
        "that never saw the class",
        single));
    return;
  }
  for (std::size_t klass = 0; klass < rows.size(); ++klass)
    if (rows[klass] == 1)
      notes.push_back(fmt::format(
          "class '{}' has a single row: in cross-validation it is scored by classifiers that never "
          "saw the class",
          comparison.classes[klass]));
}

std::vector<std::string> families_of(const Model& model) {
  std::vector<std::string> families;
  for (const ColumnSchema& column : model.schema().columns) families.push_back(column.family);
  return families;
}

}  // namespace

Index detail::normal_columns(std::span<const std::string> families) {
  return std::count(families.begin(), families.end(), "normal");
}

void add_notes_on_probabilities(std::span<const Result> results, const Result& baseline,
                                std::span<const std::string> families,
                                std::vector<std::string>& notes) {
  if (!baseline.metrics) return;
  const std::size_t before = notes.size();
  add_against_baseline(notes, results, baseline);
  add_over_confidence(notes, results, families, baseline.on);
  const std::string few = detail::warning_of_few_rows(*baseline.metrics);
  if (!few.empty() && notes.size() > before) notes.push_back(few);
}

namespace {

// Adds notes on the results on rows that were not used in training.
void add_on_probabilities(Notes& notes, const std::vector<Result>& results,
                          std::span<const std::string> families) {
  for (const char* on : {"test", "cross_validation", "leave_one_out"})
    if (const Result* baseline = find_result(results, baseline_name, on);
        baseline != nullptr && baseline->metrics)
      return add_notes_on_probabilities(results, *baseline, families, notes);
}

}  // namespace

std::string detail::sentence_on_advised(const FeatureWeights& weights, std::string_view estimator,
                                        std::span<const std::string> families, int decimals) {
  return fmt::format(
      "feature weights (FeatureWeighting::each) give {} a log loss of {:.{}f} in place of "
      "{:.{}f} in leave-one-out, where the weights have seen the rows{}",
      estimator, weights.log_loss_after, decimals, weights.log_loss_before, decimals,
      normal_columns(families) > 0
          ? "; families chosen by evidence (CompareOptions::by_evidence) may help as well"
          : "");
}

std::vector<std::string> notes_on(const Comparison& comparison, const Coincidences& same,
                                  Index table_rows, std::span<const Index> truth) {
  Notes notes;
  add_rows_left_out(notes, comparison.rows, comparison.skipped_rows, table_rows);
  add_single_rows(notes, comparison, truth);
  detail::add_coincidences(comparison, same, notes);
  add_impossible(notes, comparison.results);
  add_ruled_out(notes, comparison.results);
  add_unseen(notes, comparison.results, "cross_validation");
  add_over_fitting(notes, comparison.results);
  add_on_probabilities(notes, comparison.results, comparison.families);
  if (comparison.advised_weights.any())
    notes.push_back(detail::sentence_on_advised(
        comparison.advised_weights, comparison.advised_weights.estimator, comparison.families, 3));
  return notes;
}

// Areas under ROC curves that were asked for, and would take too much memory.
static void add_missing_areas(Notes& notes, const Evaluation& evaluation) {
  const double numbers =
      static_cast<double>(evaluation.rows) * static_cast<double>(evaluation.classes.size());
  if (numbers <= static_cast<double>(RocScores::most_numbers) || evaluation.classes.size() <= 2)
    return;
  notes.push_back(fmt::format(
      "areas under ROC curves are left out: {} rows of {} classes are more than {} probabilities "
      "to rank; evaluate fewer rows",
      evaluation.rows, evaluation.classes.size(), RocScores::most_numbers));
}

std::vector<std::string> notes_on(const Evaluation& evaluation, const Model& model,
                                  Index table_rows) {
  Notes notes;
  add_rows_left_out(notes, evaluation.rows, evaluation.skipped_rows, table_rows);
  add_impossible(notes, evaluation.results);
  add_ruled_out(notes, evaluation.results);
  add_unseen(notes, evaluation.results, "test");
  add_on_probabilities(notes, evaluation.results, families_of(model));
  add_missing_areas(notes, evaluation);
  return notes;
}

}  // namespace credence
