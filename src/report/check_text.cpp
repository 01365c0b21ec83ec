// Predictive checks as text, and as a section of a page.
#include <credence/study/predictive_check.hpp>

#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include "report/check_table.hpp"
#include "report/text_table.hpp"

#include <fmt/format.h>

#include <limits>

namespace credence {
namespace {

using report::printable;
using report::short_number;

constexpr std::size_t shown_sentences = 20;

// The sentences on extreme quantities, cut where they are many.
std::vector<std::string> sentences_of(const PredictiveCheck& check) {
  const std::vector<ExtremeQuantity> extreme = extreme_quantities(check);
  std::vector<std::string> sentences;
  for (const ExtremeQuantity& each : extreme) {
    if (sentences.size() == shown_sentences) {
      sentences.push_back(fmt::format("{} more", extreme.size() - shown_sentences));
      break;
    }
    sentences.push_back(sentence_on(*each.cell, *each.quantity, check.options));
  }
  return sentences;
}

std::vector<std::string> sentences_on_missing(const PredictiveCheck& check) {
  std::vector<std::string> sentences;
  for (const NotChecked& cell : check.not_checked)
    sentences.push_back(
        fmt::format("'{}'{} is not checked: {}", cell.feature,
                    cell.klass.empty() ? "" : fmt::format(" in class '{}'", cell.klass), cell.why));
  return sentences;
}

std::string lines_of(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += printable(sentence) + '\n';
  return text;
}

std::string table_of(const PredictiveCheck& check) {
  report::TextTable table(3);
  table.add({"feature", "class", "quantity", "observed", "median", "lower", "upper", "tail", ""});
  for (const CheckedCell& cell : check.cells)
    for (const CheckedQuantity& checked : cell.quantities)
      table.add({printable(cell.feature), printable(cell.klass), printable(to_string(checked.name)),
                 short_number(checked.observed), short_number(checked.median),
                 short_number(checked.simulated.lower), short_number(checked.simulated.upper),
                 fmt::format("{:.4f}", checked.tail_probability),
                 check.is_extreme(checked) ? "*" : ""});
  return table.text();
}

std::string lead_of(const PredictiveCheck& check) {
  return fmt::format(
      "{} {} of label {}, beside {} data sets like {} simulated from the {} (seed {}); intervals "
      "hold {:.6g} %",
      check.rows, check.rows == 1 ? "row" : "rows", printable(check.label),
      check.options.simulations, check.rows == 1 ? "it" : "them", to_string(check.options.from),
      check.options.seed, 100 * check.options.mass);
}

}  // namespace

FigureNumbers report::check_table(const PredictiveCheck& check) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  FigureNumbers numbers{
      .columns = {"feature", "family", "class", "rows", "quantity", "level", "share", "observed",
                  "median", "lower", "upper", "tail_probability", "extreme"},
      .rows = {}};
  for (const CheckedCell& cell : check.cells)
    for (const CheckedQuantity& checked : cell.quantities)
      numbers.rows.push_back({cell.feature, cell.family, cell.klass, static_cast<double>(cell.rows),
                              std::string(to_string(checked.name.quantity)), checked.name.level,
                              checked.name.share > 0 ? checked.name.share : none, checked.observed,
                              checked.median, checked.simulated.lower, checked.simulated.upper,
                              checked.tail_probability, check.is_extreme(checked) ? 1.0 : 0.0});
  return numbers;
}

std::string to_text(const PredictiveCheck& check) {
  std::string text = lead_of(check) + "\n";
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += '\n' + part;
  };
  add(lines_of(sentences_of(check)));
  add(table_of(check));
  add(lines_of(sentences_on_missing(check)));
  add(lines_of(check.notes));
  return text;
}

Section section_of(const PredictiveCheck& check) {
  Section section{.heading = "The model beside its data",
                  .paragraphs = {lead_of(check) + "."},
                  .points = sentences_of(check)};
  for (auto& sentence : sentences_on_missing(check)) section.points.push_back(std::move(sentence));
  section.points.insert(section.points.end(), check.notes.begin(), check.notes.end());
  for (const CheckPicture& picture : check.pictures)
    section.figures.push_back(check_figure(picture));
  return section;
}

Page page_of(const PredictiveCheck& check) {
  Page page{.title = check.options.from == SimulatedFrom::prior ? "Prior predictive check"
                                                                : "Posterior predictive check",
            .lead = lead_of(check) + "."};
  page.sections.push_back(section_of(check));
  page.sections.push_back(
      {.heading = "All quantities",
       .tables = {{.title = "Quantities", .numbers = report::check_table(check)}}});
  return page;
}

}  // namespace credence
