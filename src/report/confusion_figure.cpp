// Confusion matrices as shaded cells.
#include <credence/report/figures.hpp>

#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace credence {
namespace {

constexpr std::size_t most_classes = 12;
constexpr double cell = 46;

double rows_of(const Confusion& confusion, Index truth) {
  double all = 0;
  for (Index predicted = 0; predicted < std::ssize(confusion.classes); ++predicted)
    all += confusion.at(truth, predicted);
  return all;
}

// The classes that are drawn, in their order.
std::vector<Index> shown_classes(const Confusion& confusion) {
  std::vector<Index> classes(confusion.classes.size());
  std::iota(classes.begin(), classes.end(), Index{0});
  if (classes.size() <= most_classes) return classes;
  std::stable_sort(classes.begin(), classes.end(),
                   [&](Index a, Index b) { return rows_of(confusion, a) > rows_of(confusion, b); });
  classes.resize(most_classes);
  std::sort(classes.begin(), classes.end());
  return classes;
}

FigureNumbers numbers_of(const Confusion& confusion) {
  FigureNumbers numbers{.columns = {"true", "predicted", "rows", "share_of_true"}, .rows = {}};
  const Index classes = std::ssize(confusion.classes);
  for (Index truth = 0; truth < classes; ++truth)
    for (Index predicted = 0; predicted < classes; ++predicted)
      numbers.rows.push_back({confusion.classes[static_cast<std::size_t>(truth)],
                              confusion.classes[static_cast<std::size_t>(predicted)],
                              confusion.at(truth, predicted),
                              confusion.at(truth, predicted) / rows_of(confusion, truth)});
  return numbers;
}

void draw_cell(Drawing& drawing, Point corner, double weight, double share) {
  const double shade = std::isnan(share) ? 0 : share;
  drawing.box(corner, {corner.x + cell, corner.y + cell}, "s0 cell", 0.62 * shade);
  drawing.box(corner, {corner.x + cell, corner.y + cell}, "frame");
  drawing.text({corner.x + cell / 2, corner.y + cell / 2}, fmt::format("{:.5g}", weight),
               Anchor::middle, "label number");
  drawing.text({corner.x + cell / 2, corner.y + cell / 2 + 14},
               std::isnan(share) ? "-" : fmt::format("{:.0f} %", 100 * share), Anchor::middle,
               "tick number");
}

}  // namespace

Figure confusion_figure(const Result& result) {
  const Confusion& confusion = *result.confusion;
  const std::vector<Index> shown = shown_classes(confusion);
  const auto name_of = [&](Index klass) {
    return confusion.classes[static_cast<std::size_t>(klass)];
  };
  double left = 30;
  for (const Index klass : shown) left = std::max(left, text_width(shortened(name_of(klass), 16)));
  left += 34;
  constexpr double top = 40;
  const double side = cell * static_cast<double>(shown.size());
  Drawing drawing(std::max(left + side + 14, 240.0), top + side + 12);
  drawing.text({left + side / 2, 12}, "predicted", Anchor::middle, "name");
  drawing.upward_text({14, top + side / 2}, "true", "name");
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double at = cell * static_cast<double>(i);
    drawing.text({left - 8, top + at + cell / 2 + 4}, shortened(name_of(shown[i]), 16), Anchor::end,
                 "label");
    drawing.text({left + at + cell / 2, top - 8},
                 shortened(name_of(shown[i]), shown.size() > 1 ? 6 : 16), Anchor::middle, "label");
    const double all = rows_of(confusion, shown[i]);
    for (std::size_t j = 0; j < shown.size(); ++j) {
      const double weight = confusion.at(shown[i], shown[j]);
      draw_cell(drawing, {left + cell * static_cast<double>(j), top + at}, weight, weight / all);
    }
  }
  std::string caption = fmt::format(
      "Rows by true and by predicted class under {} on {}; below each count its share of the true "
      "class.",
      result.estimator, result.on);
  if (shown.size() < confusion.classes.size())
    caption += fmt::format(" Of {} classes the {} with the most rows are drawn.",
                           confusion.classes.size(), shown.size());
  return {.name = "confusion of " + result.estimator,
          .title = "Confusion under " + result.estimator,
          .caption = caption,
          .drawing = std::move(drawing),
          .numbers = numbers_of(confusion)};
}

}  // namespace credence
