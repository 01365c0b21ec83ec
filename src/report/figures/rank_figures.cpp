// Ranks of true parameters among draws of their posteriors: histograms, and ECDF differences.
#include <credence/report/figures.hpp>

#include <credence/study/simulation_based.hpp>

#include "report/drawing/plot.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

constexpr std::size_t named_parameters = 4;

// All parameters, those with the smallest p-values first.
std::vector<const ParameterRanks*> by_p_value(const SimulationBasedCalibration& found) {
  std::vector<const ParameterRanks*> all;
  for (const ParameterRanks& parameter : found.parameters) all.push_back(&parameter);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->p_value < b->p_value; });
  return all;
}

// The difference over ranks from 0 to 1, 0 at both ends.
std::vector<Point> line_of(const ParameterRanks& parameter, const report::Plot& plot) {
  std::vector<Point> line{plot.at(0, 0)};
  const auto places = static_cast<double>(parameter.ecdf_difference.size() + 1);
  for (std::size_t rank = 0; rank < parameter.ecdf_difference.size(); ++rank)
    line.push_back(
        plot.at(static_cast<double>(rank + 1) / places, parameter.ecdf_difference[rank]));
  line.push_back(plot.at(1, 0));
  return line;
}

FigureNumbers numbers_of_differences(const std::vector<const ParameterRanks*>& all) {
  FigureNumbers numbers{.columns = {"parameter", "rank", "difference"}, .rows = {}};
  for (const ParameterRanks* parameter : all)
    for (std::size_t rank = 0; rank < parameter->ecdf_difference.size(); ++rank)
      numbers.rows.push_back(
          {name_of(*parameter), static_cast<double>(rank), parameter->ecdf_difference[rank]});
  return numbers;
}

}  // namespace

Figure ecdf_difference_figure(const SimulationBasedCalibration& found) {
  const std::vector<const ParameterRanks*> all = by_p_value(found);
  const double band = found.ecdf_band();
  double top = 1.25 * band;
  for (const ParameterRanks* parameter : all)
    top = std::max(top, 1.05 * parameter->largest_difference);
  const std::size_t named = std::min(all.size(), named_parameters);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < named; ++i) names.push_back(name_of(*all[i]));
  report::Field field{.width = 500, .height = 300, .left = 60};
  const report::Legend legend(names, field.width - field.left, 64);
  field.make_room(legend);
  report::Plot plot = report::make_plot(
      field, {.lower = 0, .upper = 1, .title = "rank of the true value among the draws, 0 to 1"},
      {.lower = -top, .upper = top, .title = "ECDF less uniform"});
  plot.drawing.box(plot.at(0, band), plot.at(1, -band), "s6 band");
  for (std::size_t i = all.size(); i > named; --i)
    plot.drawing.path(line_of(*all[i - 1], plot), "s6 line edge");
  for (std::size_t i = named; i > 0; --i)
    plot.drawing.path(line_of(*all[i - 1], plot), series_role(static_cast<Index>(i - 1)) + " line");
  legend.draw(plot.drawing, field.left, report::LegendOf::lines);
  std::string caption = fmt::format(
      "For each parameter the cumulative share of its ranks less that of uniform ones. Where "
      "posteriors are right, a whole line lies in the band with a probability of at least "
      "{:.6g} %.",
      100 * found.options.mass);
  if (named < all.size())
    caption += fmt::format(
        " Of {} parameters the {} with the smallest p-values are named, the others "
        "thin.",
        all.size(), named);
  return {.name = "ecdf_difference",
          .title = "Ranks of true values against uniform ranks",
          .caption = caption,
          .drawing = std::move(plot.drawing),
          .numbers = numbers_of_differences(all)};
}

Figure rank_figure(const SimulationBasedCalibration& found, const ParameterRanks& parameter) {
  const SbcOptions& options = found.options;
  const std::vector<Index> widths = detail::ranks_of_bins(options.draws + 1, options.bins);
  FigureNumbers numbers{.columns = {"from", "to", "simulations", "lower", "upper"}, .rows = {}};
  double top = 0, first = 0;
  for (std::size_t bin = 0; bin < parameter.counts.size(); ++bin) {
    const Interval band = found.count_band(widths[bin]);
    const auto count = static_cast<double>(parameter.counts[bin]);
    top = std::max({top, count, band.upper});
    const double end = first + static_cast<double>(widths[bin]);
    numbers.rows.push_back({first, end - 1, count, band.lower, band.upper});
    first = end;
  }
  report::Plot plot =
      report::make_plot({.width = 340, .height = 200},
                        {.lower = 0, .upper = first, .title = "draws below the true value"},
                        {.lower = 0, .upper = 1.08 * top, .title = "simulations"});
  const auto cell = [&](std::size_t row, std::size_t column) {
    return std::get<double>(numbers.rows[row][column]);
  };
  for (std::size_t bin = 0; bin < numbers.rows.size(); ++bin) {
    const double left = cell(bin, 0), right = cell(bin, 1) + 1;
    Point corner = plot.at(left, cell(bin, 2));
    corner.x += 1;
    plot.drawing.box(corner, plot.at(right, 0), "s0 bar");
    plot.drawing.box(plot.at(left, cell(bin, 4)), plot.at(right, cell(bin, 3)), "s6 band");
  }
  const bool flagged = found.is_flagged(parameter);
  return {.name = "ranks of " + name_of(parameter),
          .title = name_of(parameter),
          .caption = fmt::format(
              "Bars: simulations by rank. Band: {:.6g} % of a bin of uniform ranks. Chi-square "
              "{:.1f}, p-value {:.3g}: {}.",
              100 * options.mass, parameter.chi_square, parameter.p_value,
              flagged ? "flagged" : "not flagged"),
          .drawing = std::move(plot.drawing),
          .numbers = std::move(numbers)};
}

}  // namespace credence
