// Decision surfaces: who wins where, how surely, and rows of the data on top.
#include <credence/report/figures.hpp>

#include <credence/study/decision_surface.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

// Steps of probability that shades show: more of them would make large files, not better pictures.
constexpr double shades = 5;

double shade_of(double probability) {
  const double step = std::floor(std::clamp(probability, 0.0, 1.0) * 2 * shades) / (2 * shades);
  return 0.06 + 0.42 * step * step;
}

struct Grid {
  const DecisionSurface& surface;

  [[nodiscard]] std::size_t columns() const { return surface.x.size(); }
  [[nodiscard]] std::size_t rows() const { return surface.y.size(); }
  [[nodiscard]] Index label(std::size_t row, std::size_t column) const {
    return surface.label[row * columns() + column];
  }
  [[nodiscard]] double shade(std::size_t row, std::size_t column) const {
    return shade_of(surface.probability[row * columns() + column]);
  }
  [[nodiscard]] bool alike(std::size_t row, std::size_t a, std::size_t b) const {
    return label(row, a) == label(row, b) && shade(row, a) == shade(row, b);
  }
};

// The ends of a cell around the middle `at` of a grid.
double edge(const std::vector<double>& middles, std::size_t at) {
  if (middles.size() < 2) return middles.front();
  if (at == 0) return middles[0] - (middles[1] - middles[0]) / 2;
  if (at == middles.size()) return middles[at - 1] + (middles[at - 1] - middles[at - 2]) / 2;
  return middles[at - 1] / 2 + middles[at] / 2;
}

// Cells beside each other that look the same are one rectangle.
void draw_cells(const Grid& grid, report::Plot& plot) {
  const auto& [x, y] = std::tie(grid.surface.x, grid.surface.y);
  for (std::size_t row = 0; row < grid.rows(); ++row)
    for (std::size_t first = 0; first < grid.columns();) {
      std::size_t next = first + 1;
      while (next < grid.columns() && grid.alike(row, first, next)) ++next;
      plot.drawing.box(plot.at(edge(x, first), edge(y, row)),
                       plot.at(edge(x, next), edge(y, row + 1)),
                       series_role(grid.label(row, first)) + " cell", grid.shade(row, first));
      first = next;
    }
}

// Where the winner changes from one cell to the next.
void draw_borders(const Grid& grid, report::Plot& plot) {
  const auto& [x, y] = std::tie(grid.surface.x, grid.surface.y);
  for (std::size_t row = 0; row < grid.rows(); ++row)
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      if (column > 0 && grid.label(row, column) != grid.label(row, column - 1))
        plot.drawing.line(plot.at(edge(x, column), edge(y, row)),
                          plot.at(edge(x, column), edge(y, row + 1)), "axis plain");
      if (row > 0 && grid.label(row, column) != grid.label(row - 1, column))
        plot.drawing.line(plot.at(edge(x, column), edge(y, row)),
                          plot.at(edge(x, column + 1), edge(y, row)), "axis plain");
    }
}

bool within(const std::vector<double>& middles, double value) {
  return value >= edge(middles, 0) && value <= edge(middles, middles.size());
}

// How many rows of the data are drawn.
Index draw_rows(const DecisionSurface& surface, report::Plot& plot) {
  Index drawn = 0;
  for (const DecisionSurface::Row& row : surface.rows) {
    if (!within(surface.x, row.x) || !within(surface.y, row.y)) continue;
    plot.drawing.mark(plot.at(row.x, row.y), row.klass, 2.8);
    ++drawn;
  }
  return drawn;
}

// How far each cell is from cells of other classes and from the rim, in cells.
std::vector<int> depths(const Grid& grid) {
  const std::size_t columns = grid.columns();
  std::vector<int> depth(grid.rows() * columns, 0);
  for (bool deeper = true; deeper;) {
    deeper = false;
    const std::vector<int> before = depth;
    for (std::size_t row = 1; row + 1 < grid.rows(); ++row)
      for (std::size_t column = 1; column + 1 < columns; ++column) {
        const std::size_t at = row * columns + column;
        int around = before[at];
        bool alike = true;
        for (const std::size_t next : {at - 1, at + 1, at - columns, at + columns}) {
          around = std::min(around, before[next]);
          alike = alike && grid.surface.label[next] == grid.surface.label[at];
        }
        if (!alike || around < before[at]) continue;
        depth[at] = before[at] + 1;
        deeper = true;
      }
  }
  return depth;
}

// The name of each class where it is farthest from the others.
void draw_names(const Grid& grid, std::string_view label, report::Plot& plot) {
  constexpr int least = 2;  // a smaller place would be covered by the name
  const std::vector<int> depth = depths(grid);
  std::vector<report::Label> labels;
  for (Index klass = 0; klass < std::ssize(grid.surface.classes); ++klass) {
    std::size_t best = depth.size();
    for (std::size_t at = 0; at < depth.size(); ++at)
      if (grid.surface.label[at] == klass && depth[at] >= least &&
          (best == depth.size() || depth[at] > depth[best]))
        best = at;
    if (best == depth.size()) continue;
    labels.push_back({.at = plot.at(grid.surface.x[best % grid.columns()],
                                    grid.surface.y[best / grid.columns()]),
                      .text = report::short_class_name(label, grid.surface.classes,
                                                       static_cast<std::size_t>(klass)),
                      .series = klass});
  }
  report::draw_labels(plot.drawing, labels, plot.across, plot.up);
}

FigureNumbers numbers_of(const DecisionSurface& surface) {
  FigureNumbers numbers{.columns = {surface.across, surface.up, "label", "probability"},
                        .rows = {}};
  for (std::size_t row = 0; row < surface.y.size(); ++row)
    for (std::size_t column = 0; column < surface.x.size(); ++column) {
      const std::size_t at = row * surface.x.size() + column;
      numbers.rows.push_back({surface.x[column], surface.y[row],
                              surface.classes[static_cast<std::size_t>(surface.label[at])],
                              surface.probability[at]});
    }
  return numbers;
}

}  // namespace

Figure surface_figure(const DecisionSurface& surface, std::string_view label) {
  const Grid grid{.surface = surface};
  report::Field field{.height = 390};
  const report::Legend legend(report::class_names(label, surface.classes),
                              field.width - field.left);
  field.make_room(legend);
  report::Plot plot = report::make_plot(field,
                                        {.lower = edge(surface.x, 0),
                                         .upper = edge(surface.x, grid.columns()),
                                         .title = shortened(surface.across, 40)},
                                        {.lower = edge(surface.y, 0),
                                         .upper = edge(surface.y, grid.rows()),
                                         .title = shortened(surface.up, 40)});
  draw_cells(grid, plot);
  draw_borders(grid, plot);
  const Index drawn = draw_rows(surface, plot);
  draw_names(grid, label, plot);
  legend.draw(plot.drawing, field.left, report::LegendOf::shapes);
  return {.name = fmt::format("surface of {} and {}", surface.across, surface.up),
          .title = fmt::format("{} and {}", surface.across, surface.up),
          .caption = fmt::format(
              "The most probable class by the {} when only {} and {} are known; the stronger the "
              "shade, the more certain. Markers: {} of {} rows of the data.",
              report::in_words(to_string(surface.estimator)), surface.across, surface.up, drawn,
              surface.rows_in_all),
          .drawing = std::move(plot.drawing),
          .numbers = numbers_of(surface)};
}

}  // namespace credence
