// Explanations as text and JSON.
#include <credence/predict/explain.hpp>
#include <credence/report/figure.hpp>
#include <credence/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "report/listing/listing.hpp"
#include "report/results/explanation_lines.hpp"

namespace credence {
namespace {

using report::Shown;
using report::WithPoint;

// A longer text is cut, so that a table of lines stays one.
constexpr Index letters_of_value = 40;
constexpr std::size_t most_models = 12;

std::string value_text(const ExplanationLine& line) {
  if (line.kind == LineKind::prior) return "(prior)";
  if (line.kind == LineKind::length) return fmt::format("(length {:.6g})", line.count);
  std::string value = shortened(printable(line.value), letters_of_value);
  if (line.kind == LineKind::word && line.count != 1) value += fmt::format(" x {:.6g}", line.count);
  if (line.note.empty()) return value;
  return value + (value.empty() ? "" : " ") + '(' + line.note + ')';
}

Json ends_of(const Interval& interval) {
  return {{"lower", report::with_point(interval.lower)},
          {"upper", report::with_point(interval.upper)}};
}

}  // namespace

static void list(auto& to, const ExplanationLine& line) {
  const bool has_value =
      line.kind != LineKind::prior && line.kind != LineKind::length && line.note != "missing";
  to("feature", line.feature, Shown{"feature"});
  to("value", has_value ? Json(line.value) : Json(nullptr),
     Shown{"value", [&](const Json&) { return value_text(line); }});
  if (!line.given.empty()) to("given", line.given);
  to(Shown{"given", [](const std::string& given) { return shortened(given, letters_of_value); }},
     line.given);
  to("contribution", WithPoint{line.contribution},
     Shown{"contribution", [](WithPoint number) { return fmt::format("{:.6g}", number.value); }});
  to("kind", line.kind);
  if (line.kind == LineKind::word || line.kind == LineKind::length || line.kind == LineKind::row)
    to("count", line.count);
  if (line.weight != 1) to("weight", line.weight);
  to(Shown{"weight", "{:.4g}"}, line.weight);
  if (!line.note.empty()) to("note", line.note);
  if (line.interval) to("interval", ends_of(*line.interval));
  to(Shown{"lower", "{:.6g}"}, report::end_of(line.interval, &Interval::lower));
  to(Shown{"upper", "{:.6g}"}, report::end_of(line.interval, &Interval::upper));
}

static void list(auto& to, const ModelShare& model) {
  const auto parents = [](const std::vector<std::string>& names) { return report::listed(names); };
  to("parents", model.parents, Shown{"parent of all others", parents});
  to("share", model.share, Shown{"share", "{:.4g}"});
  to("log_odds", WithPoint{model.log_odds},
     Shown{"log odds", [](WithPoint number) { return fmt::format("{:.6g}", number.value); }});
}

static void list(auto& to, const Explanation& explanation) {
  to("row", explanation.row + 1);
  to("class", explanation.klass);
  to("against", explanation.against);
  to("estimator", explanation.estimator);
  if (!explanation.structure.empty()) to("structure", explanation.structure);
  to("unit", explanation.unit);
  to("log_odds", WithPoint{explanation.log_odds});
  if (explanation.interval) {
    to("mass", explanation.mass);
    to("interval", ends_of(*explanation.interval));
  }
  to("lines", explanation.lines);
  if (!explanation.models.empty()) to("models", explanation.models);
}

namespace {

std::string table_text(const Explanation& explanation) {
  std::vector<ExplanationLine> lines = report::lines_by_size(explanation);
  const bool intervals = std::any_of(lines.begin(), lines.end(),
                                     [](const ExplanationLine& line) { return line.interval; });
  const bool given = report::any_given(explanation);
  lines.push_back({.feature = "log odds",
                   .contribution = explanation.log_odds,
                   .interval = explanation.interval});
  const bool weighted = std::any_of(lines.begin(), lines.end(),
                                    [](const ExplanationLine& line) { return line.weight != 1; });
  report::TextTable table = report::text_table(3, lines);
  if (!given) table.leave_out("given");
  if (!weighted) table.leave_out("weight");
  if (!intervals)
    for (const char* heading : {"lower", "upper"}) table.leave_out(heading);
  const std::string why = report::why_no_interval(explanation);
  return table.text() + (why.empty() ? why : "\nwithout an interval: " + why + '\n');
}

// The models of an average, the largest shares first.
std::string models_text(const Explanation& explanation) {
  if (explanation.models.empty()) return {};
  std::vector<ModelShare> models = report::models_by_share(explanation);
  const std::size_t all = models.size();
  models.resize(std::min(all, most_models));
  std::string text = "\nmodels of the average: what share of their log odds is in the lines\n\n" +
                     report::text_table(1, models).text();
  if (models.size() < all) text += fmt::format("... {} more\n", all - models.size());
  return text;
}

}  // namespace

std::string to_text(const Explanation& explanation) {
  std::string head = fmt::format("row {}: {}, {}, in {}", explanation.row + 1,
                                 printable(report::classes_text(explanation)),
                                 to_string(explanation.estimator), to_string(explanation.unit));
  if (explanation.mass > 0) head += fmt::format("; intervals of mass {:.6g}", explanation.mass);
  if (!explanation.structure.empty()) head += "; structure " + explanation.structure;
  return head + "\n\n" + table_text(explanation) + models_text(explanation);
}

std::string to_json(const Explanation& explanation) { return report::document_of(explanation); }

}  // namespace credence
