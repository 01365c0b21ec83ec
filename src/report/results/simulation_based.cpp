// Simulation-based calibration as text, JSON, CSV and a page.
#include <credence/report/figures.hpp>
#include <credence/study/simulation_based.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "report/listing/listing.hpp"

namespace credence {

static void list(auto& to, const ParameterRanks& parameter) {
  to("feature", parameter.feature, report::Shown{"feature"});
  to("family", parameter.family);
  to("class", parameter.klass, report::Shown{"class"});
  to("parameter", parameter.parameter, report::Shown{"parameter"});
  to("entry", parameter.entry, report::Shown{"entry"});
  to("chi_square", parameter.chi_square, report::Shown{"chi-square", "{:.1f}"});
  to("p_value", parameter.p_value, report::Shown{"p-value", "{:.4g}"});
  to("mean_rank", parameter.mean_rank, report::Shown{"mean rank", "{:.3f}"});
  to("largest_difference", parameter.largest_difference,
     report::Shown{"largest difference", "{:.4f}"});
}

namespace {

using report::printable;

constexpr std::size_t told_parameters = 10;
constexpr std::size_t shown_parameters = 30;
constexpr std::size_t drawn_parameters = 12;

// A parameter, and whether it is flagged.
struct Told {
  ParameterRanks ranks = {};
  bool flagged = false;
};

void list(auto& to, const Told& told) {
  credence::list(to, told.ranks);
  to("flagged", told.flagged,
     report::Shown{"flagged", [](bool yes) { return yes ? "yes" : "no"; }});
  to("counts", told.ranks.counts);
  to("ecdf_difference", told.ranks.ecdf_difference);
}

std::vector<Told> told_of(const SimulationBasedCalibration& found) {
  std::vector<Told> all;
  for (const ParameterRanks& parameter : found.parameters)
    all.push_back({.ranks = parameter, .flagged = found.is_flagged(parameter)});
  return all;
}

// The parameters with the smallest p-values, so many of them.
std::vector<Told> first_of(const SimulationBasedCalibration& found, std::size_t most) {
  std::vector<Told> all = told_of(found);
  std::stable_sort(all.begin(), all.end(),
                   [](const Told& a, const Told& b) { return a.ranks.p_value < b.ranks.p_value; });
  if (all.size() > most) all.erase(all.begin() + static_cast<std::ptrdiff_t>(most), all.end());
  return all;
}

std::string lead_of(const SimulationBasedCalibration& found) {
  const SbcOptions& options = found.options;
  return fmt::format("{}: {} simulated data sets of 1 to {}, {} of each posterior; {}",
                     printable(found.subject), options.simulations,
                     report::counted(options.rows, "row", "rows"),
                     report::counted(options.draws, "draw", "draws"),
                     report::counted(std::ssize(found.parameters), "parameter", "parameters"));
}

std::vector<std::string> conclusions_of(const SimulationBasedCalibration& found) {
  if (found.parameters.empty()) return {"no parameter varies: there is nothing to check"};
  std::vector<std::string> sentences;
  for (const ParameterRanks* parameter : found.flagged())
    sentences.push_back(fmt::format("{} (chi-square {:.1f}, p-value {:.3g})",
                                    sentence_on(*parameter), parameter->chi_square,
                                    parameter->p_value));
  if (sentences.empty())
    sentences.push_back(fmt::format(
        "no parameter is flagged: the ranks of true values are as uniform as chance leaves them "
        "(smallest p-value {:.3g}, flagged below {:.3g})",
        first_of(found, 1).front().ranks.p_value, found.threshold()));
  return sentences;
}

std::string flagged_lines(const std::vector<std::string>& sentences) {
  std::string text;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (i == told_parameters) {
      text += report::counted(std::ssize(sentences) - static_cast<Index>(i), "more parameter is",
                              "more parameters are") +
              " flagged\n";
      break;
    }
    text += printable(sentences[i]) + '\n';
  }
  return text;
}

}  // namespace

static void list(auto& to, const SimulationBasedCalibration& found) {
  to("subject", found.subject);
  to("simulations", found.options.simulations);
  to("draws", found.options.draws);
  to("bins", found.options.bins);
  to("rows", found.options.rows);
  to("tokens", found.options.tokens);
  to("exposure", found.options.exposure);
  to("seed", found.options.seed);
  to("mass", found.options.mass);
  to("false_alarm", found.options.false_alarm);
  to("threshold", found.threshold());
  to("ecdf_band", found.ecdf_band());
  to("results", told_of(found));
  to("conclusions", conclusions_of(found));
  to("notes", found.notes);
}

std::string to_json(const SimulationBasedCalibration& found) { return report::document_of(found); }

std::string to_csv(const SimulationBasedCalibration& found, int digits) {
  return to_csv(report::numbers_of(told_of(found)), digits);
}

std::string to_text(const SimulationBasedCalibration& found) {
  std::string text = lead_of(found) + "\n\n" + flagged_lines(conclusions_of(found));
  const std::vector<Told> shown = first_of(found, shown_parameters);
  if (!shown.empty()) {
    report::TextTable table = report::text_table(4, shown);
    const auto leave_out_empty = [&](const char* heading, const std::string ParameterRanks::*name) {
      if (std::all_of(shown.begin(), shown.end(),
                      [&](const Told& told) { return (told.ranks.*name).empty(); }))
        table.leave_out(heading);
    };
    leave_out_empty("feature", &ParameterRanks::feature);
    leave_out_empty("class", &ParameterRanks::klass);
    leave_out_empty("entry", &ParameterRanks::entry);
    text += '\n' + table.text();
  }
  if (shown.size() < found.parameters.size())
    text += fmt::format("... {} more in CSV and JSON\n", found.parameters.size() - shown.size());
  return text + report::notes_text(found.notes);
}

Page page_of(const SimulationBasedCalibration& found) {
  Section section{.heading = "Are the posteriors what prior and likelihood imply?",
                  .points = conclusions_of(found)};
  if (section.points.size() > told_parameters) section.points.resize(told_parameters);
  if (!found.parameters.empty()) section.figures.push_back(ecdf_difference_figure(found));
  for (const Told& told : first_of(found, drawn_parameters))
    section.figures.push_back(rank_figure(found, told.ranks));
  section.details = found.notes;
  return {.title = "Simulation-based calibration",
          .lead = lead_of(found) + ".",
          .sections = {std::move(section)}};
}

}  // namespace credence
