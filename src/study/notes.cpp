// What a reader of a study should know, in sentences.
#include "study/notes.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace credence {
namespace {

using Notes = std::vector<std::string>;

// What over-fitting must at least be for a note: differences that the choice of folds can make
// alone are not worth a sentence.
constexpr double accuracy_gap = 0.05;
constexpr double log_loss_gap = 0.1;

std::string rows_of(Index count) {
  return fmt::format("{} {}", count, count == 1 ? "row" : "rows");
}

std::string where(const std::string& on) {
  if (on == "cross_validation") return "cross-validation";
  if (on == "leave_one_out") return "leave-one-out";
  return on == "training" ? "training" : "the test rows";
}

std::string listed(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

void add_rows_left_out(Notes& notes, Index used, Index skipped, Index table_rows) {
  if (skipped > 0)
    notes.push_back(fmt::format("{} without a label {} skipped", rows_of(skipped),
                                skipped == 1 ? "was" : "were"));
  const Index weightless = table_rows - used - skipped;
  if (weightless > 0)
    notes.push_back(fmt::format("{} of weight 0 {} passed over", rows_of(weightless),
                                weightless == 1 ? "was" : "were"));
}

void add_impossible(Notes& notes, const std::vector<Result>& results) {
  for (const Result& result : results)
    if (result.metrics && result.metrics->impossible_rows > 0)
      notes.push_back(fmt::format(
          "{} impossible in {} under {}: every class has probability 0; the most frequent class is "
          "answered and the log loss is infinite",
          rows_of(result.metrics->impossible_rows), where(result.on), result.estimator));
}

void add_unseen(Notes& notes, const std::vector<Result>& results, const std::string& on) {
  Index unseen = 0;
  for (const Result& result : results)
    if (result.on == on) unseen = std::max(unseen, result.unseen_cells);
  if (unseen > 0)
    notes.push_back(fmt::format(
        "{} met {} {} of levels unseen in training, scored as `unseen` of the column says",
        where(on), unseen, unseen == 1 ? "cell (or word)" : "cells (or words)"));
}

void add_coincidences(Notes& notes, const Comparison& comparison, const Coincidences& same) {
  const Index features = std::ssize(comparison.features);
  if (same.mode_features == features && same.mode_of_classes && features > 0)
    notes.emplace_back(
        "maximum_a_posteriori coincides with maximum_likelihood: all priors are uniform (each = "
        "1)");
  else if (same.mode_features > 0)
    notes.push_back(fmt::format(
        "maximum_a_posteriori coincides with maximum_likelihood in {} of {} features ({}), whose "
        "priors are uniform (each = 1)",
        same.mode_features, features, listed(same.mode_families)));
  if (same.mean_features > 0)
    notes.push_back(fmt::format(
        "predictive coincides with posterior_mean in {} of {} features ({}): one answer depends on "
        "the mean of its probability alone",
        same.mean_features, features, listed(same.mean_families)));
}

bool over_fits(const Metrics& training, const Metrics& validation) {
  return training.accuracy - validation.accuracy > accuracy_gap ||
         (std::isfinite(training.log_loss) &&
          validation.log_loss - training.log_loss > log_loss_gap);
}

void add_over_fitting(Notes& notes, const std::vector<Result>& results) {
  for (const Result& training : results) {
    if (training.on != "training" || !training.metrics) continue;
    const auto validation = std::find_if(results.begin(), results.end(), [&](const Result& other) {
      return other.on == "cross_validation" && other.estimator == training.estimator;
    });
    if (validation == results.end() || !validation->metrics) continue;
    const Metrics& seen = *training.metrics;
    const Metrics& fresh = *validation->metrics;
    if (over_fits(seen, fresh))
      notes.push_back(fmt::format(
          "{} over-fits: accuracy {:.4f} in training and {:.4f} in cross-validation, log loss "
          "{:.4f} and {:.4f}",
          training.estimator, seen.accuracy, fresh.accuracy, seen.log_loss, fresh.log_loss));
  }
}

// Stratified folds spread a class with one row over one fold.
void add_single_rows(Notes& notes, const Comparison& comparison, std::span<const Index> truth) {
  for (std::size_t klass = 0; klass < comparison.classes.size(); ++klass)
    if (std::count(truth.begin(), truth.end(), static_cast<Index>(klass)) == 1)
      notes.push_back(fmt::format(
          "class '{}' has a single row: in cross-validation it is scored by classifiers that never "
          "saw the class",
          comparison.classes[klass]));
}

}  // namespace

std::vector<std::string> notes_on(const Comparison& comparison, const Coincidences& same,
                                  Index table_rows, std::span<const Index> truth) {
  Notes notes;
  add_rows_left_out(notes, comparison.rows, comparison.skipped_rows, table_rows);
  add_single_rows(notes, comparison, truth);
  add_coincidences(notes, comparison, same);
  add_impossible(notes, comparison.results);
  add_unseen(notes, comparison.results, "cross_validation");
  add_over_fitting(notes, comparison.results);
  return notes;
}

std::vector<std::string> notes_on(const Evaluation& evaluation, Index table_rows) {
  Notes notes;
  add_rows_left_out(notes, evaluation.rows, evaluation.skipped_rows, table_rows);
  add_impossible(notes, evaluation.results);
  add_unseen(notes, evaluation.results, "test");
  return notes;
}

}  // namespace credence
