// Predictive checks as text, JSON, CSV and pages.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>
#include <credence/study/predictive_check.hpp>

#include <fmt/format.h>

#include "report/listing/listing.hpp"
#include "report/listing/sentences.hpp"

namespace credence {
namespace {

using report::Shown;

constexpr std::size_t shown_misfits = 20;
constexpr const char* six_digits = "{:.6g}";

// A line of a table: a quantity, and where it was computed.
struct CheckLine {
  CheckedCell cell = {};  // without its quantities
  CheckedQuantity quantity = {};
  bool extreme = false;
};

std::vector<CheckLine> lines_of(const PredictiveCheck& check) {
  std::vector<CheckLine> lines;
  for (const CheckedCell& cell : check.cells)
    for (const CheckedQuantity& checked : cell.quantities)
      lines.push_back({.cell = {cell.feature, cell.family, cell.klass, cell.rows},
                       .quantity = checked,
                       .extreme = check.is_extreme(checked)});
  return lines;
}

}  // namespace

static void list(auto& to, const CheckedCell& cell) {
  to("feature", cell.feature, Shown{"feature"});
  to("family", cell.family);
  to("class", cell.klass, Shown{"class"});
  to("rows", cell.rows);
}

static void list(auto& to, const CheckedQuantity& checked, bool extreme) {
  const QuantityName& name = checked.name;
  to("quantity", name.quantity, Shown{"statistic", [&](Quantity) { return to_string(name); }});
  if (to.all || !name.level.empty()) to("level", name.level);
  if (to.all || name.share > 0)
    to("share", name.share > 0 ? std::optional(name.share) : std::nullopt);
  to("observed", checked.observed, Shown{"observed", six_digits});
  to("median", checked.median, Shown{"median", six_digits});
  to("lower", checked.simulated.lower, Shown{"lower", six_digits});
  to("upper", checked.simulated.upper, Shown{"upper", six_digits});
  to("p_value", checked.p_value, Shown{"p-value", "{:.3g}"});
  to("extreme", extreme, Shown{"", [](bool is) { return is ? "*" : ""; }});
}

static void list(auto& to, const NotChecked& cell) {
  to("feature", cell.feature);
  to("class", report::name_or_null(cell.klass));
  to("why", cell.why);
}

namespace {

void list(auto& to, const CheckLine& line) {
  list(to, line.cell);
  list(to, line.quantity, line.extreme);
}

Json results_of(const PredictiveCheck& check) {
  Json results = Json::array();
  for (const CheckedCell& cell : check.cells) {
    Json object = report::json_of(cell);
    Json& quantities = object["quantities"] = Json::array();
    for (const CheckedQuantity& checked : cell.quantities) {
      report::JsonEntries entries;
      list(entries, checked, check.is_extreme(checked));
      if (check.is_extreme(checked)) entries("sentence", sentence_on(cell, checked, check.options));
      quantities.push_back(std::move(entries.object));
    }
    results.push_back(std::move(object));
  }
  return results;
}

}  // namespace

static void list(auto& to, const PredictiveCheck& check) {
  const ExtremeCounts counts = extreme_counts(check);
  to("simulated_from", check.options.from);
  to("simulations", check.options.simulations);
  to("seed", check.options.seed);
  to("mass", check.options.mass);
  to("threshold", check.options.threshold);
  to("rows", check.rows);
  to("skipped_rows", check.skipped_rows);
  to("label", check.label);
  to("classes", check.classes);
  to("quantities", counts.quantities);
  to("extreme", counts.extreme);
  to("expected_extreme", counts.expected);
  to("results", results_of(check));
  to("not_checked", check.not_checked);
  to("notes", check.notes);
}

namespace {

// The sentences on extreme quantities, cut where they are many.
std::vector<std::string> sentences_of(const PredictiveCheck& check) {
  const std::vector<ExtremeQuantity> extreme = extreme_quantities(check);
  std::vector<std::string> sentences;
  for (const ExtremeQuantity& each : extreme) {
    if (sentences.size() == shown_misfits) {
      sentences.push_back(fmt::format("{} more", extreme.size() - shown_misfits));
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

std::string lead_of(const PredictiveCheck& check) {
  return fmt::format(
      "{} {} of label {}, beside {} data sets like {} simulated from the {} (seed {}); intervals "
      "hold {:.6g} %",
      check.rows, check.rows == 1 ? "row" : "rows", printable(check.label),
      check.options.simulations, check.rows == 1 ? "it" : "them", to_string(check.options.from),
      check.options.seed, 100 * check.options.mass);
}

}  // namespace

std::string to_json(const PredictiveCheck& check) { return report::document_of(check); }

std::string to_csv(const PredictiveCheck& check, int digits) {
  return to_csv(report::numbers_of(lines_of(check)), digits);
}

static std::string check_table(std::vector<CheckLine> lines, Index letters) {
  for (CheckLine& line : lines)
    for (std::string* name : {&line.cell.feature, &line.cell.klass, &line.quantity.name.level})
      *name = shortened(printable(*name), letters);
  return report::text_table(3, lines).text();
}

std::string to_text(const PredictiveCheck& check) {
  const std::vector<CheckLine> lines = lines_of(check);
  const auto table = [&](Index letters) { return check_table(lines, letters); };
  return lead_of(check) + '\n' +
         report::apart({report::lines_of(sentences_of(check)), report::fitted(table),
                        report::lines_of(sentences_on_missing(check)),
                        report::lines_of(check.notes)});
}

Section section_of(const PredictiveCheck& check, const std::vector<Misfit>& misfits) {
  Section section{.heading = check.options.from == SimulatedFrom::prior
                                 ? "Prior predictive check"
                                 : "Posterior predictive check",
                  .paragraphs = {lead_of(check) + "."}};
  for (const Misfit& misfit : misfits)
    section.points.push_back(printable(report::sentence_on(misfit)));
  if (misfits.empty())
    section.points.emplace_back(check.cells.empty()
                                    ? "No feature could be checked."
                                    : "No misfit is seen in the features that were checked.");
  for (const CheckPicture& picture : check.pictures)
    section.figures.push_back(check_figure(picture, check.label));
  section.details = report::plain_sentences(check.notes);
  for (const auto& sentences : {sentences_on_missing(check), sentences_of(check)})
    for (const std::string& sentence : sentences) section.details.push_back(printable(sentence));
  return section;
}

Page page_of(const PredictiveCheck& check) {
  Page page{.title = check.options.from == SimulatedFrom::prior ? "Prior predictive check"
                                                                : "Posterior predictive check",
            .lead = lead_of(check) + "."};
  page.sections.push_back(section_of(check, misfits(check)));
  page.sections.push_back(
      {.heading = "All test statistics",
       .tables = {{.title = "Quantities", .numbers = report::numbers_of(lines_of(check))}}});
  return page;
}

}  // namespace credence
