// The page of a table: what it holds, how estimators do on it, what was learned of it.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>
#include <credence/study/data_report.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/feature_pictures.hpp>

#include "report/listing/no_number.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

PageTable class_table(const Overview& overview) {
  FigureNumbers numbers{.columns = {overview.label, "rows", "proportion"}, .rows = {}};
  for (std::size_t klass = 0; klass < overview.classes.size(); ++klass)
    numbers.rows.push_back({overview.classes[klass], overview.class_rows[klass],
                            overview.class_rows[klass] / overview.rows});
  return {.title = "Classes", .numbers = std::move(numbers)};
}

// Where every feature has the default prior the table says nothing of priors.
PageTable feature_table(const Overview& overview) {
  const bool priors =
      std::any_of(overview.features.begin(), overview.features.end(),
                  [](const FeatureOverview& feature) { return !feature.prior.empty(); });
  FigureNumbers numbers{.columns = {"feature", "family", "rows with a value", "missing", "mean",
                                    "standard deviation", "levels"},
                        .rows = {}};
  if (priors) numbers.columns.insert(numbers.columns.begin() + 2, "prior");
  for (const FeatureOverview& feature : overview.features) {
    numbers.rows.push_back(
        {feature.feature, feature.family, feature.rows, std::max(overview.rows - feature.rows, 0.0),
         feature.mean.value_or(report::no_number), feature.deviation.value_or(report::no_number),
         feature.levels > 0 ? static_cast<double>(feature.levels) : report::no_number});
    auto& row = numbers.rows.back();
    if (priors)
      row.insert(row.begin() + 2, feature.prior.empty() ? std::string("default") : feature.prior);
  }
  return {.title = "Features", .numbers = std::move(numbers)};
}

Section data_section(const DataReport& report) {
  Section section{.heading = "Data",
                  .tables = {class_table(report.overview), feature_table(report.overview)}};
  if (report.comparison.skipped_rows > 0)
    section.paragraphs.push_back(
        report::counted(report.comparison.skipped_rows, "row has", "rows have") +
        " no label and are not used.");
  return section;
}

// The parts of another page, their headings and the names of their figures made distinct.
void append(Page& page, Page other, const std::string& heading, const std::string& name) {
  for (Section& section : other.sections) {
    section.details = std::move(section.points);  // the conclusions hold what matters of them
    section.points.clear();
    section.heading += heading;
    for (Figure& figure : section.figures) figure.name += name;
    page.sections.push_back(std::move(section));
  }
}

void add_features(Page& page, const DataReport& report) {
  page.sections.push_back(
      {.heading = "Informative features",
       .figures = {information_figure(report.information), evidence_figure(report.relevances)}});
  const std::string& label = report.overview.label;
  Section densities{.heading = "Fitted distributions"};
  if (report.pictures.size() < report.overview.features.size())
    densities.paragraphs.push_back(fmt::format("The {} most informative features of {}.",
                                               report.pictures.size(),
                                               report.overview.features.size()));
  for (const FeaturePicture& picture : report.pictures)
    densities.figures.push_back(feature_figure(picture, label));
  if (!densities.figures.empty()) page.sections.push_back(std::move(densities));
  if (report.check) page.sections.push_back(section_of(*report.check, report.conclusions.misfits));
  if (report.dependence) page.sections.push_back(section_of(*report.dependence));
  Section beliefs{.heading = "From prior to posterior"};
  for (const CellPicture& cell : report.cells) beliefs.figures.push_back(cell_figure(cell, label));
  if (!beliefs.figures.empty()) page.sections.push_back(std::move(beliefs));
  if (report.surface)
    page.sections.push_back(
        {.heading = "Decision boundary", .figures = {surface_figure(*report.surface, label)}});
}

// The file alone: where it lies concerns nobody else.
std::string name_of(const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  return name.empty() || name == "-" ? "data" : name;
}

// Where the page comes from: the command, the file and how many rows it has.
std::string footer_of(const DataReport& report) {
  std::string text = "Made by credence" + (report.version.empty() ? "" : " " + report.version);
  if (!report.command.empty()) text += fmt::format(": {}", report.command);
  text += fmt::format(". Data: {}", name_of(report.file));
  if (!report.file_date.empty()) text += fmt::format(", last changed {}", report.file_date);
  return text + fmt::format(", {} rows.", report::count_text(report.overview.rows));
}

}  // namespace

Page page_of(const DataReport& report) {
  const Overview& overview = report.overview;
  Page page{.title = fmt::format("{}: {} by {} {}", name_of(report.file), overview.label,
                                 overview.features.size(),
                                 overview.features.size() == 1 ? "feature" : "features"),
            .footer = footer_of(report)};
  page.sections.push_back(section_of(report.conclusions, report.comparison.families));
  page.sections.push_back(data_section(report));
  append(page, page_of(report.comparison), {}, {});
  if (report.feature_weights.any())
    page.sections.push_back({.heading = "Feature weights",
                             .figures = {feature_weights_figure(report.feature_weights)}});
  if (report.test)
    append(page, page_of(*report.test), " on " + name_of(report.test_file), " on test");
  add_features(page, report);
  if (!report.omitted.empty())
    page.sections.push_back({.heading = "Not shown", .points = report.omitted});
  return page;
}

}  // namespace credence
