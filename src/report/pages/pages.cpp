// What studies found as pages.
#include <credence/report/figures.hpp>

#include <credence/predict/explain.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/result.hpp>

#include "report/listing/listing.hpp"
#include "report/listing/no_number.hpp"
#include "report/listing/result_name.hpp"
#include "report/listing/text_table.hpp"
#include "report/results/explanation_lines.hpp"

#include <fmt/format.h>

namespace credence {
namespace {

using report::listed;

std::string amount(double count, const char* one, const char* many) {
  return fmt::format("{} {}", report::count_text(count), count == 1 ? one : many);
}

PageTable results_table(const std::vector<Result>& results) {
  const auto columns = [](auto& to, const Result& result) {
    const auto of = [&](auto Metrics::*measure) {
      return result.metrics ? std::optional((*result.metrics).*measure) : std::nullopt;
    };
    to("estimator", report::name_of(result));
    to("on", report::in_words(result.on));
    to("accuracy", accuracy_of(result));
    to("log loss", of(&Metrics::log_loss));
    to("skill", result.skill);
    to("Brier", of(&Metrics::brier));
    to("confidence", of(&Metrics::confidence));
    to("impossible rows", of(&Metrics::impossible_rows));
    to("true class ruled out", of(&Metrics::ruled_out));
    to("undefined cells", std::ssize(result.undefined));
  };
  return {.title = "Metrics", .numbers = report::numbers_of(results, columns)};
}

// The reasons why estimates do not exist, each once.
std::vector<std::string> reasons(const std::vector<Result>& results) {
  std::vector<std::string> all;
  for (const Result& result : results)
    if (!result.undefined.empty()) {
      const UndefinedCell& first = result.undefined.front().cell;
      all.push_back(fmt::format(
          "The {} estimate is undefined ({}) in {}; the first is {}{}: {}.",
          report::name_of(result), report::in_words(result.on),
          amount(static_cast<double>(result.undefined.size()), "cell", "cells"), first.feature,
          first.klass.empty() ? "" : " in class " + first.klass, first.why));
    }
  return all;
}

// A note with the words of estimators as prose has them.
std::string plain(std::string note) {
  for (const std::string_view word : {"maximum_likelihood", "maximum_a_posteriori",
                                      "posterior_mean", "scikit_learn", "logistic_regression"})
    for (std::size_t at = note.find(word); at != std::string::npos; at = note.find(word, at))
      note.replace(at, word.size(), report::in_words(word));
  return note;
}

void add_results(Page& page, const std::vector<Result>& results,
                 const std::vector<std::string>& notes, const std::string& label,
                 const std::string& paragraph) {
  std::vector<Figure> figures = figures_of(results, label);
  Section section{.heading = "Estimators", .paragraphs = {paragraph}};
  section.figures = {figures[0], figures[1]};
  section.tables = {results_table(results)};
  section.points = reasons(results);
  for (const std::string& note : notes) section.points.push_back(plain(note));
  page.sections.push_back(std::move(section));
  if (figures.size() > 2)
    page.sections.push_back({.heading = "Calibration and confusion matrix",
                             .figures = {figures.begin() + 2, figures.end()}});
}

std::string folds_sentence(const Comparison& comparison) {
  return comparison.seed
             ? fmt::format("Cross-validation has {} stratified folds{}, seed {}.", comparison.folds,
                           report::whole_groups_text(comparison.group_column), *comparison.seed)
             : fmt::format("Cross-validation has {} folds, taken from a column.", comparison.folds);
}

std::string about(double rows, const std::string& label, const std::vector<std::string>& classes) {
  return fmt::format("{}, label {} with {}: {}.", amount(rows, "row", "rows"), label,
                     amount(static_cast<double>(classes.size()), "class", "classes"),
                     listed(classes));
}

// What is known of structures as wholes, and what they look like.
Section structures_section(const Comparison& comparison) {
  Section section{.heading = "Structures"};
  FigureNumbers numbers{.columns = {"structure", "log evidence"}, .rows = {}};
  for (const ComparedStructure& compared : comparison.structures) {
    numbers.rows.push_back({compared.structure, compared.log_evidence.value_or(report::no_number)});
    for (Figure& figure : figures_of(compared.found)) section.figures.push_back(std::move(figure));
    for (const std::string& note : compared.found.notes)
      section.points.push_back(compared.structure + ": " + note + '.');
  }
  section.paragraphs.emplace_back(
      "Log evidence is of the label and all columns together: for telling the classes apart, "
      "compare "
      "by log loss.");
  section.tables.push_back({.title = "Log evidence, nats", .numbers = std::move(numbers)});
  return section;
}

PageTable lines_table(const Explanation& explanation) {
  return {.title = fmt::format("Contributions, {}", to_string(explanation.unit)),
          .numbers = explanation_figure(explanation).numbers};
}

PageTable models_table(const Explanation& explanation) {
  FigureNumbers numbers{.columns = {"parent of all others", "share", "log odds"}, .rows = {}};
  for (const ModelShare& model : report::models_by_share(explanation))
    numbers.rows.push_back({listed(model.parents), model.share, model.log_odds});
  return {.title = "Models of the average", .numbers = std::move(numbers)};
}

}  // namespace

Page page_of(const Comparison& comparison) {
  Page page{
      .title = "Estimators compared",
      .lead = about(static_cast<double>(comparison.rows), comparison.label, comparison.classes)};
  add_results(page, comparison.results, comparison.notes, comparison.label,
              folds_sentence(comparison));
  if (!comparison.structures.empty()) page.sections.push_back(structures_section(comparison));
  return page;
}

Page page_of(const Evaluation& evaluation) {
  Page page{
      .title = "Evaluation",
      .lead = about(static_cast<double>(evaluation.rows), evaluation.label, evaluation.classes)};
  add_results(page, evaluation.results, evaluation.notes, evaluation.label,
              "Each estimator on rows whose classes are known.");
  return page;
}

Page page_of(const Explanation& explanation) {
  Page page{
      .title = fmt::format("Row {}: {}", explanation.row + 1, report::classes_text(explanation)),
      .lead = fmt::format("{} against {}: log odds {:.6g} {}.", explanation.klass,
                          explanation.against, explanation.log_odds, to_string(explanation.unit)),
      .sections = {{.heading = "Contributions",
                    .tables = {lines_table(explanation)},
                    .figures = {explanation_figure(explanation)}}}};
  if (!explanation.models.empty())
    page.sections.front().tables.push_back(models_table(explanation));
  return page;
}

Page page_of(const std::vector<CellPicture>& cells, const std::string& label) {
  Page page{.title = "From prior to posterior",
            .lead = "The parameters of each feature in each class, before and after the data."};
  for (const CellPicture& cell : cells) {
    if (page.sections.empty() || page.sections.back().heading != cell.feature)
      page.sections.push_back(
          {.heading = cell.feature,
           .paragraphs = {fmt::format("Family {}, label {}.", cell.family, label)}});
    page.sections.back().figures.push_back(cell_figure(cell, label));
  }
  return page;
}

}  // namespace credence
