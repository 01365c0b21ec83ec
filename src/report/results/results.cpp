// Comparisons and evaluations as text and JSON.
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "report/listing/by_size.hpp"
#include "report/listing/result_listing.hpp"
#include "report/listing/result_name.hpp"
#include "report/results/fitted_parameters.hpp"

namespace credence {
namespace {

double seconds_of(const ComparedStructure& compared) {
  return compared.seconds.observe + compared.seconds.estimate + compared.seconds.score;
}

}  // namespace

static void list(auto& to, const ComparedStructure& compared) {
  to("structure", compared.structure);
  to("log_evidence", compared.log_evidence);
  if (compared.rows_seen_before) to("rows_seen_before", *compared.rows_seen_before);
  to("seconds", seconds_of(compared));
}

static void list(auto& to, const Comparison& comparison) {
  to("rows", comparison.rows);
  to("skipped_rows", comparison.skipped_rows);
  to("label", comparison.label);
  to("classes", comparison.classes);
  to("features", comparison.features);
  to("families", comparison.families);
  to("folds", comparison.folds);
  if (comparison.seed) to("seed", *comparison.seed);
  if (!comparison.group_column.empty()) to("group_column", comparison.group_column);
  to("results", comparison.results);
  if (!comparison.structures.empty()) to("structures", comparison.structures);
  to("fitted_parameters", comparison.fits);
  to("log_evidence", comparison.log_evidence);
  if (comparison.log_coefficient) to("log_coefficient", *comparison.log_coefficient);
  to("notes", comparison.notes);
}

namespace {

using report::counted;
using report::label_text;
using report::listed;
using report::notes_text;
using report::Shown;
using report::TextTable;

std::optional<double> area_of(const Result& result, Index klass) {
  return result.areas ? result.areas->classes[static_cast<std::size_t>(klass)] : std::nullopt;
}

// A matrix of more classes would mostly be zeros.
constexpr std::size_t most_matrix_classes = 200;

// The pairs of classes that have rows: positions of the true and of the predicted class, and weight.
Json cells_of(const Confusion& confusion) {
  Json all = Json::array();
  for (const Confusion::Cell& cell : confusion.cells())
    all.push_back(Json::array({cell.truth, cell.predicted, report::number(cell.weight)}));
  return all;
}

Json matrix(const Confusion& confusion) {
  if (confusion.classes().size() > most_matrix_classes)
    return {{"classes", confusion.classes()}, {"cells", cells_of(confusion)}};
  Json rows = Json::array();
  const Index classes = std::ssize(confusion.classes());
  for (Index truth = 0; truth < classes; ++truth) {
    Json row = Json::array();
    for (Index predicted = 0; predicted < classes; ++predicted)
      row.push_back(report::number(confusion.at(truth, predicted)));
    rows.push_back(std::move(row));
  }
  return {{"classes", confusion.classes()}, {"matrix", std::move(rows)}};
}

// A number of each class, by its name.
template <class Of>
Json by_class(const Confusion& confusion, const Of& of) {
  Json all = Json::object();
  for (std::size_t klass = 0; klass < confusion.classes().size(); ++klass)
    add_member(all, confusion.classes()[klass], report::json_of(of(static_cast<Index>(klass))));
  return all;
}

void add_confusion(Json& entry, const Result& result) {
  const Confusion& confusion = *result.confusion;
  entry["confusion"] = matrix(confusion);
  entry["recall"] = by_class(confusion, [&](Index klass) { return recall(confusion, klass); });
  entry["precision"] =
      by_class(confusion, [&](Index klass) { return precision(confusion, klass); });
  entry["f1"] = by_class(confusion, [&](Index klass) { return f1(confusion, klass); });
  entry["roc_auc_by_class"] =
      by_class(confusion, [&](Index klass) { return area_of(result, klass); });
}

Json results_of(const Evaluation& evaluation) {
  Json results = Json::array();
  for (const Result& result : evaluation.results) {
    Json entry = report::json_of(result);
    if (result.confusion) add_confusion(entry, result);
    results.push_back(std::move(entry));
  }
  return results;
}

}  // namespace

static void list(auto& to, const Evaluation& evaluation) {
  to("rows", evaluation.rows);
  to("skipped_rows", evaluation.skipped_rows);
  to("label", evaluation.label);
  to("classes", evaluation.classes);
  to("results", results_of(evaluation));
  to("notes", evaluation.notes);
}

namespace {

// What a reader takes in at once; JSON has the rest.
constexpr std::size_t named_features = 10;
constexpr std::size_t shown_matrix_classes = 12;
constexpr std::size_t shown_recall_classes = 100;

std::string share(const std::optional<double>& value) {
  return !value || std::isnan(*value) ? "-" : fmt::format("{:.4f}", *value);
}

// The features of each family, families in the order in which they first occur.
std::string families_text(const Comparison& comparison) {
  std::vector<std::pair<std::string, std::vector<std::string>>> families;
  for (std::size_t j = 0; j < comparison.features.size(); ++j) {
    const std::string& name = comparison.families[j];
    auto found = std::find_if(families.begin(), families.end(),
                              [&](const auto& family) { return family.first == name; });
    if (found == families.end()) found = families.insert(families.end(), {name, {}});
    found->second.push_back(comparison.features[j]);
  }
  TextTable table(2);
  for (const auto& [name, features] : families) table.add({name, listed(features)});
  return table.text(2);
}

std::string folds_text(const Comparison& comparison) {
  if (!comparison.seed) return counted(comparison.folds, "fold", "folds") + " from a column";
  return fmt::format("{} stratified folds{}, seed {}", comparison.folds,
                     report::whole_groups_text(comparison.group_column), *comparison.seed);
}

// Cells of one result that lack an estimate for the same reason.
struct Reason {
  std::string why;
  std::vector<std::pair<std::string, std::vector<std::string>>> classes_of;  // by feature
  std::set<Index> folds;
};

std::vector<Reason> reasons_in(const std::vector<UndefinedInFold>& undefined) {
  using Feature = std::pair<std::string, std::vector<std::string>>;
  std::vector<Reason> reasons;
  std::map<std::string, std::size_t> by_why;
  std::map<std::pair<std::size_t, std::string>, std::size_t> features;
  std::set<std::tuple<std::size_t, std::size_t, std::string>> classes;
  for (const auto& [cell, fold] : undefined) {
    const auto [known, is_new_reason] = by_why.try_emplace(cell.why, reasons.size());
    if (is_new_reason) reasons.push_back(Reason{cell.why, {}, {}});
    const std::size_t at = known->second;
    Reason& reason = reasons[at];
    const auto [place, is_new] = features.try_emplace({at, cell.feature}, reason.classes_of.size());
    if (is_new) reason.classes_of.push_back(Feature{cell.feature, {}});
    const std::string klass = cell.klass.empty() ? "all classes" : printable(cell.klass);
    if (classes.emplace(at, place->second, klass).second)
      reason.classes_of[place->second].second.push_back(klass);
    if (fold > 0) reason.folds.insert(fold);
  }
  return reasons;
}

std::string reason_text(const Reason& reason) {
  std::string text = "  " + printable(reason.why) + '\n';
  if (!reason.folds.empty())
    text += fmt::format("    in {}: {}\n", reason.folds.size() == 1 ? "fold" : "folds",
                        fmt::join(reason.folds, ", "));
  const std::size_t features = reason.classes_of.size();
  const std::size_t shown = features > named_features + 1 ? named_features : features;
  TextTable table(2);
  for (std::size_t j = 0; j < shown; ++j)
    table.add({printable(reason.classes_of[j].first), listed(reason.classes_of[j].second)});
  text += table.text(4);
  return shown < features ? text + fmt::format("    ... {} more\n", features - shown) : text;
}

// Classes that folds named in any order, in that of the label; others behind them.
void sort_classes(const std::vector<std::string>& order, std::vector<Reason>& reasons) {
  std::map<std::string, std::size_t> places;
  for (const std::string& klass : order) places.emplace(printable(klass), places.size());
  const auto place = [&](const std::string& klass) {
    const auto found = places.find(klass);
    return found == places.end() ? places.size() : found->second;
  };
  for (Reason& reason : reasons)
    for (auto& [feature, classes] : reason.classes_of)
      std::stable_sort(
          classes.begin(), classes.end(),
          [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
}

// Each reason once, with the columns and classes that it concerns.
std::string undefined_text(const std::vector<Result>& results,
                           const std::vector<std::string>& classes) {
  std::string text;
  for (const Result& result : results) {
    if (result.undefined.empty()) continue;
    text += fmt::format("\n{} is undefined on {}: {}\n", report::plain_name_of(result), result.on,
                        counted(std::ssize(result.undefined), "cell", "cells"));
    std::vector<Reason> reasons = reasons_in(result.undefined);
    sort_classes(classes, reasons);
    for (const Reason& reason : reasons) text += reason_text(reason);
  }
  return text;
}

// True classes in rows, predicted ones in columns; recall at the right, below what else there is of
// each class.
std::string confusion_table(const Result& result) {
  const Confusion& confusion = *result.confusion;
  TextTable table(1);
  std::vector<std::string> top{"true \\ predicted"};
  std::vector<std::vector<std::string>> bottom{{"precision"}, {"F1"}, {"ROC AUC"}};
  for (const std::string& klass : confusion.classes()) top.push_back(printable(klass));
  top.emplace_back("recall");
  table.add(top);
  const Index classes = std::ssize(confusion.classes());
  for (Index truth = 0; truth < classes; ++truth) {
    std::vector<std::string> row{printable(confusion.classes()[static_cast<std::size_t>(truth)])};
    for (Index predicted = 0; predicted < classes; ++predicted)
      row.push_back(report::short_number(confusion.at(truth, predicted)));
    row.push_back(share(recall(confusion, truth)));
    table.add(std::move(row));
    bottom[0].push_back(share(precision(confusion, truth)));
    bottom[1].push_back(share(f1(confusion, truth)));
    bottom[2].push_back(share(area_of(result, truth)));
  }
  for (std::vector<std::string>& line : bottom) table.add(std::move(line));
  return table.text(2);
}

// For more classes than a matrix can show.
std::string recall_table(const Result& result) {
  const Confusion& confusion = *result.confusion;
  TextTable table(1);
  table.add({"class", "recall", "precision", "F1", "ROC AUC"});
  for (const Index klass : report::largest_classes(confusion, shown_recall_classes))
    table.add({printable(confusion.classes()[static_cast<std::size_t>(klass)]),
               share(recall(confusion, klass)), share(precision(confusion, klass)),
               share(f1(confusion, klass)), share(area_of(result, klass))});
  const std::size_t all = confusion.classes().size();
  if (all <= shown_recall_classes) return table.text(2);
  return table.text(2) + fmt::format("  ... {} classes of fewer rows; to_json has all\n",
                                     all - shown_recall_classes);
}

// The baseline gives every row one label: its matrix tells nothing that the others do not.
std::string confusions_text(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results)
    if (result.confusion && result.estimator != baseline_name)
      text += fmt::format("\n{} on {}\n", classifier_name(result), result.on) +
              (result.confusion->classes().size() > shown_matrix_classes ? recall_table(result)
                                                                         : confusion_table(result));
  return text;
}

// The mean distance of proportions from probabilities, and its interval.
std::string calibration_error(const Result& result) {
  if (!result.calibration) return "-";
  const Calibration& calibration = *result.calibration;
  return fmt::format("{:.4f} ({:.4f} to {:.4f})", calibration.error,
                     calibration.error_interval.lower, calibration.error_interval.upper);
}

// A line for each result, with its feature weights where there is a choice.
template <class Columns = report::Listed>
TextTable table_of_results(std::size_t left, const std::vector<Result>& results,
                           const Columns& columns = {}) {
  TextTable table = report::text_table(left, results, columns);
  if (std::none_of(results.begin(), results.end(), [](const Result& result) {
        return result.feature_weights != FeatureWeighting::none;
      }))
    table.leave_out(report::weights_heading);
  return table;
}

// What does not depend on how frequent classes are, and whether probabilities are what they say.
std::string rates_text(const std::vector<Result>& results) {
  constexpr const char* format = "{:.4f}";
  const auto columns = [&](auto& to, const Result& result) {
    const auto of = [&](auto measure) {
      return result.confusion ? measure(*result.confusion) : std::nullopt;
    };
    to(Shown{"estimator"}, result.estimator);
    to(Shown{report::weights_heading}, report::weights_word(result));
    to(Shown{"on"}, result.on);
    to(Shown{"balanced accuracy", format}, of(balanced_accuracy));
    to(Shown{"macro F1", format}, of(macro_f1));
    to(Shown{"ROC AUC", format}, result.areas ? result.areas->area : std::nullopt);
    to(Shown{"calibration error"}, calibration_error(result));
    const auto of_cost = [&](double MeanCost::*which) {
      return result.cost ? report::short_number((*result.cost).*which) : "-";
    };
    to(Shown{"mean cost"}, of_cost(&MeanCost::mean));
    to(Shown{"+-"}, of_cost(&MeanCost::error));
  };
  TextTable table = table_of_results(3, results, columns);
  if (std::none_of(results.begin(), results.end(),
                   [](const Result& result) { return result.cost.has_value(); }))
    for (const char* heading : {"mean cost", "+-"}) table.leave_out(heading);
  return '\n' + table.text();
}

// How each estimator did, with its structure where there is a choice.
std::string results_text(const Comparison& comparison) {
  if (comparison.structures.empty()) return table_of_results(3, comparison.results).text();
  const auto columns = [](auto& to, const Result& result) {
    to(Shown{"structure"}, result.structure.empty() ? "-" : result.structure);
    list(to, result);
  };
  return table_of_results(4, comparison.results, columns).text();
}

// What is known of structures as wholes.
std::string structures_text(const Comparison& comparison) {
  if (comparison.structures.empty()) return {};
  const auto columns = [](auto& to, const ComparedStructure& compared) {
    to(Shown{"structure"}, compared.structure);
    to(Shown{"log evidence", "{:.3f}"}, compared.log_evidence);
    to(Shown{"rows seen before", "{:.4f}"}, compared.rows_seen_before);
    to(Shown{"seconds", "{:.3f}"}, seconds_of(compared));
  };
  TextTable table = report::text_table(1, comparison.structures, columns);
  const auto looks_up = [](const auto& compared) { return compared.rows_seen_before.has_value(); };
  const auto& all = comparison.structures;
  if (std::none_of(all.begin(), all.end(), looks_up)) table.leave_out("rows seen before");
  return '\n' + table.text() +
         "log evidence is of the label and all columns together: for telling the classes apart, "
         "compare by log loss\n";
}

// What was added to the numbers of documents.
std::string coefficient_text(const Comparison& comparison) {
  if (!comparison.log_coefficient) return {};
  return fmt::format(
      "log likelihoods and log evidences include the log multinomial coefficients of the "
      "documents, "
      "{} nats in all\n",
      report::short_number(*comparison.log_coefficient));
}

}  // namespace

std::string to_text(const Comparison& comparison) {
  return label_text(comparison.label, comparison.classes) +
         fmt::format("{}, {}, {}\n", counted(comparison.rows, "row", "rows"),
                     counted(std::ssize(comparison.features), "feature", "features"),
                     folds_text(comparison)) +
         families_text(comparison) + '\n' + results_text(comparison) + structures_text(comparison) +
         report::fits_text(comparison.fits, comparison.log_evidence) +
         coefficient_text(comparison) + undefined_text(comparison.results, comparison.classes) +
         notes_text(comparison.notes);
}

std::string to_text(const Evaluation& evaluation) {
  return label_text(evaluation.label, evaluation.classes) +
         counted(evaluation.rows, "row", "rows") +
         (evaluation.results.empty() || evaluation.results.front().structure.empty()
              ? ""
              : ", structure " + evaluation.results.front().structure) +
         "\n\n" + table_of_results(3, evaluation.results).text() + rates_text(evaluation.results) +
         undefined_text(evaluation.results, evaluation.classes) +
         confusions_text(evaluation.results) + notes_text(evaluation.notes);
}

std::string to_json(const Comparison& comparison) { return report::document_of(comparison); }

std::string to_json(const Evaluation& evaluation) { return report::document_of(evaluation); }

}  // namespace credence
