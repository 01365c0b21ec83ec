// Paired comparisons as text.
#include <credence/report/text.hpp>

#include <credence/study/compare_paired.hpp>
#include <credence/study/metrics.hpp>

#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

using report::counted;
using report::printable;
using report::short_number;
using report::TextTable;

std::string in_words(PairedMeasure measure) {
  if (measure == PairedMeasure::log_loss) return "log loss";
  return measure == PairedMeasure::brier ? "Brier score" : "accuracy";
}

// "4 features: 3 normal, 1 bernoulli", families in the order in which they first occur.
std::string features_text(const PairedSide& side) {
  std::vector<std::pair<std::string, Index>> families;
  for (const std::string& name : side.families) {
    const auto same = std::find_if(families.begin(), families.end(),
                                   [&](const auto& family) { return family.first == name; });
    if (same == families.end())
      families.emplace_back(name, 1);
    else
      ++same->second;
  }
  std::string text = counted(std::ssize(side.features), "feature", "features");
  for (std::size_t i = 0; i < families.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? ": " : ", ", families[i].second, families[i].first);
  return text;
}

std::string head(const PairedComparison& comparison) {
  TextTable sides(3);
  sides.add({"first", comparison.first.classifier, features_text(comparison.first)});
  sides.add({"second", comparison.second.classifier, features_text(comparison.second)});
  const std::string folds =
      comparison.seed
          ? fmt::format("{} stratified folds, {}, seed {}", comparison.folds,
                        counted(comparison.repeats, "repeat", "repeats"), *comparison.seed)
          : counted(comparison.folds, "fold", "folds") + " from a column";
  return report::label_text(comparison.label, comparison.classes) +
         fmt::format("{}, {}\n{}\n", counted(comparison.rows, "row", "rows"), folds, sides.text(2));
}

std::vector<std::string> metrics_row(const char* name, const PairedSide& side) {
  std::vector<std::string> row{name};
  const std::optional<Metrics>& metrics = side.result.metrics;
  if (!metrics) return {name, "-", "-", "-", "-"};
  for (const double value :
       {metrics->accuracy, metrics->log_loss, metrics->brier, metrics->confidence})
    row.push_back(fmt::format("{:.4f}", value));
  return row;
}

std::string undefined_text(const char* name, const PairedSide& side) {
  if (side.result.undefined.empty()) return {};
  return fmt::format("\nthe {} is undefined in {}: {}\n", name,
                     counted(std::ssize(side.result.undefined), "cell", "cells"),
                     printable(side.result.undefined.front().cell.why));
}

std::string metrics_text(const PairedComparison& comparison) {
  TextTable table(1);
  table.add({comparison.repeats > 1 ? "first repeat" : "", "accuracy", "log loss", "Brier",
             "confidence"});
  table.add(metrics_row("first", comparison.first));
  table.add(metrics_row("second", comparison.second));
  return table.text() + undefined_text("first", comparison.first) +
         undefined_text("second", comparison.second);
}

std::string test_text(const PairedComparison& comparison) {
  if (!comparison.test) return {};
  const DifferencePosterior& test = *comparison.test;
  const std::string rope = short_number(test.rope);
  std::string text = fmt::format(
      "\n{}, advantage of the first: {:.4f} on average of {}; {:.0f} % interval {:.4f} to {:.4f}\n",
      in_words(comparison.measure), test.seen.mean, counted(test.seen.count, "fold", "folds"),
      100 * test.mass, test.interval.lower, test.interval.upper);
  TextTable table(1);
  table.add({"first better by more than " + rope, fmt::format("{:.4f}", test.first)});
  table.add({"practically equivalent", fmt::format("{:.4f}", test.equivalent)});
  table.add({"second better by more than " + rope, fmt::format("{:.4f}", test.second)});
  return text + table.text(2);
}

std::string discordant_text(const PairedComparison& comparison) {
  if (!comparison.discordant) return {};
  const DiscordantRows& rows = *comparison.discordant;
  return fmt::format(
      "\nrows that one alone has right: first {}, second {} (both {}, neither {})\n"
      "  share of the first {:.4f}, {:.0f} % interval {:.4f} to {:.4f}\n"
      "  first right more often with probability {:.4f}\n",
      short_number(rows.first_only), short_number(rows.second_only), short_number(rows.both),
      short_number(rows.neither), rows.share, 100 * rows.mass, rows.interval.lower,
      rows.interval.upper, rows.first_better);
}

std::string calibration_text(const char* name, const PairedSide& side) {
  if (!side.result.calibration) return {};
  const Calibration& calibration = *side.result.calibration;
  const std::string whose =
      calibration.klass.empty() ? "the label" : "class " + printable(calibration.klass);
  TextTable table(1);
  table.add({"probability", "rows", "mean", calibration.klass.empty() ? "right" : "of the class",
             fmt::format("{:.0f} % interval", 100 * calibration.mass)});
  for (const CalibrationBin& bin : calibration.bins)
    table.add({fmt::format("{:.1f} to {:.1f}", bin.lower, bin.upper), short_number(bin.weight),
               fmt::format("{:.4f}", bin.mean_probability), fmt::format("{:.4f}", bin.share()),
               fmt::format("{:.4f} to {:.4f}", bin.interval.lower, bin.interval.upper)});
  return fmt::format("\ncalibration of the {}: probability of {}, mean distance {:.4f}\n", name,
                     whose, calibration.error) +
         table.text(2);
}

}  // namespace

std::string to_text(const PairedComparison& comparison) {
  return head(comparison) + metrics_text(comparison) + test_text(comparison) +
         discordant_text(comparison) + calibration_text("first", comparison.first) +
         calibration_text("second", comparison.second) + report::notes_text(comparison.notes);
}

}  // namespace credence
