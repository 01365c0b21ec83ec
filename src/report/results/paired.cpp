// Paired comparisons as text, JSON and CSV.
#include <credence/report/text.hpp>
#include <credence/study/compare_paired.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "report/listing/result_listing.hpp"

namespace credence {

static void list(auto& to, const DifferencePosterior& test) {
  to("differences", test.seen.count);
  to("mean", test.seen.mean);
  to("deviation", test.seen.deviation);
  to("correlation", test.correlation);
  to("degrees", test.degrees);
  to("scale", test.scale);
  to("rope", test.rope);
  to("first", test.first);
  to("equivalent", test.equivalent);
  to("second", test.second);
  to("mass", test.mass);
  to("interval", test.interval);
}

static void list(auto& to, const DiscordantRows& rows) {
  to("both", rows.both);
  to("first_only", rows.first_only);
  to("second_only", rows.second_only);
  to("neither", rows.neither);
  to("share", rows.share);
  to("mass", rows.mass);
  to("interval", rows.interval);
  to("first_better", rows.first_better);
  to("second_better", rows.second_better);
}

static void list(auto& to, const PairedFold& fold) {
  to("repeat", fold.repeat);
  to("fold", fold.fold);
  to("rows", fold.rows);
  to("first", fold.first);
  to("second", fold.second);
  to("difference", fold.difference);
}

static void list(auto& to, const PairedSide& side) {
  to("classifier", side.classifier);
  to("features", side.features);
  to("families", side.families);
  list(to, side.result);
}

static void list(auto& to, const PairedComparison& comparison) {
  to("rows", comparison.rows);
  to("skipped_rows", comparison.skipped_rows);
  to("label", comparison.label);
  to("classes", comparison.classes);
  to("folds", comparison.folds);
  to("repeats", comparison.repeats);
  if (comparison.seed) to("seed", *comparison.seed);
  if (!comparison.group_column.empty()) to("group_column", comparison.group_column);
  to("measure", comparison.measure);
  to("first", comparison.first);
  to("second", comparison.second);
  to("baseline", comparison.baseline);
  to("test", comparison.test);
  to("discordant", comparison.discordant);
  to("differences", comparison.differences);
  to("notes", comparison.notes);
}

namespace {

using report::counted;
using report::short_number;
using report::Shown;
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

// "predictive", or "tan predictive".
std::string named(const PairedSide& side) {
  return side.result.structure.empty() ? side.classifier
                                       : side.result.structure + ' ' + side.classifier;
}

std::string head(const PairedComparison& comparison) {
  TextTable sides(3);
  sides.add({"first", named(comparison.first), features_text(comparison.first)});
  sides.add({"second", named(comparison.second), features_text(comparison.second)});
  const std::string folds =
      comparison.seed
          ? fmt::format("{} stratified folds{}, {}, seed {}", comparison.folds,
                        report::whole_groups_text(comparison.group_column),
                        counted(comparison.repeats, "repeat", "repeats"), *comparison.seed)
          : counted(comparison.folds, "fold", "folds") + " from a column";
  return report::label_text(comparison.label, comparison.classes) +
         fmt::format("{}, {}\n{}\n", counted(comparison.rows, "row", "rows"), folds, sides.text(2));
}

std::string undefined_text(const char* name, const PairedSide& side) {
  if (side.result.undefined.empty()) return {};
  return fmt::format("\nthe {} is undefined in {}: {}\n", name,
                     counted(std::ssize(side.result.undefined), "cell", "cells"),
                     printable(side.result.undefined.front().cell.why));
}

std::string metrics_text(const PairedComparison& comparison) {
  const std::vector<std::string> names{"first", "second", baseline_name};
  const auto columns = [&](auto& to, const std::string& name) {
    const Result& result = name == "first"    ? comparison.first.result
                           : name == "second" ? comparison.second.result
                                              : comparison.baseline;
    to(Shown{comparison.repeats > 1 ? "first repeat" : ""}, name);
    list_metrics(to, result.metrics, accuracy_of(result), result.skill);
  };
  return report::text_table(1, names, columns).text() + undefined_text("first", comparison.first) +
         undefined_text("second", comparison.second);
}

std::string test_text(const PairedComparison& comparison) {
  if (!comparison.test) return {};
  const DifferencePosterior& test = *comparison.test;
  const std::string rope = short_number(test.rope);
  std::string text = fmt::format(
      "\n{}, advantage of the first: {:.4f} on average of {}; {:.4g} % interval {:.4f} to {:.4f}\n",
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
      "\nrows that one alone has right{}: first {}, second {} (both {}, neither {})\n"
      "  share of the first {:.4f}, {:.4g} % interval {:.4f} to {:.4f}\n"
      "  first right more often with probability {:.4f}\n",
      comparison.repeats > 1 ? " in the first repeat" : "", short_number(rows.first_only),
      short_number(rows.second_only), short_number(rows.both), short_number(rows.neither),
      rows.share, 100 * rows.mass, rows.interval.lower, rows.interval.upper, rows.first_better);
}

std::string calibration_text(const char* name, const PairedSide& side) {
  if (!side.result.calibration) return {};
  const Calibration& calibration = *side.result.calibration;
  const std::string whose =
      calibration.klass.empty() ? "the label" : "class " + printable(calibration.klass);
  const std::string interval = fmt::format("{:.4g} % interval", 100 * calibration.mass);
  const auto columns = [&](auto& to, const CalibrationBin& bin) {
    to(Shown{"probability"}, fmt::format("{:.1f} to {:.1f}", bin.lower, bin.upper));
    to(Shown{"rows", "{:.6g}"}, bin.weight);
    to(Shown{"mean", "{:.4f}"}, bin.mean_probability);
    to(Shown{calibration.klass.empty() ? "right" : "of the class", "{:.4f}"}, bin.share());
    to(Shown{interval}, fmt::format("{:.4f} to {:.4f}", bin.interval.lower, bin.interval.upper));
  };
  return fmt::format("\ncalibration of the {}: probability of {}, mean distance {:.4f}\n", name,
                     whose, calibration.error) +
         report::text_table(1, calibration.bins, columns).text(2);
}

}  // namespace

std::string to_text(const PairedComparison& comparison) {
  return head(comparison) + metrics_text(comparison) + test_text(comparison) +
         discordant_text(comparison) + calibration_text("first", comparison.first) +
         calibration_text("second", comparison.second) + report::notes_text(comparison.notes);
}

std::string to_json(const PairedComparison& comparison) { return report::document_of(comparison); }

std::string to_csv(const PairedComparison& comparison, int digits) {
  return to_csv(report::numbers_of(comparison.differences), digits);
}

}  // namespace credence
