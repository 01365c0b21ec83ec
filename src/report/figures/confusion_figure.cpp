// Confusion matrices as shaded cells.
#include <credence/report/figures.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/by_size.hpp"
#include "report/listing/result_name.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

constexpr std::size_t most_classes = 12;
constexpr double height = 42;  // of a cell
constexpr Index letters_of_class = 13;

// All pairs of classes; of many classes those that have rows.
std::vector<Confusion::Cell> listed_cells(const Confusion& confusion) {
  constexpr Index most_listed = 200;  // classes
  const Index classes = std::ssize(confusion.classes());
  if (classes > most_listed) return confusion.cells();
  std::vector<Confusion::Cell> cells;
  for (Index truth = 0; truth < classes; ++truth)
    for (Index predicted = 0; predicted < classes; ++predicted)
      cells.push_back(
          {.truth = truth, .predicted = predicted, .weight = confusion.at(truth, predicted)});
  return cells;
}

FigureNumbers numbers_of(std::span<const Result> results) {
  FigureNumbers numbers{.columns = {"estimator", "true", "predicted", "rows", "share_of_true"},
                        .rows = {}};
  for (const Result& result : results) {
    if (!result.confusion) continue;
    const Confusion& confusion = *result.confusion;
    for (const auto& [truth, predicted, weight] : listed_cells(confusion))
      numbers.rows.push_back({report::plain_name_of(result),
                              confusion.classes()[static_cast<std::size_t>(truth)],
                              confusion.classes()[static_cast<std::size_t>(predicted)], weight,
                              weight / confusion.weight_of_class(truth)});
  }
  return numbers;
}

void draw_cell(Drawing& drawing, Point corner, double width, double weight, double share) {
  const double shade = std::isnan(share) ? 0 : share;
  drawing.box(corner, {corner.x + width, corner.y + height}, "s0 cell",
              report::fullest_cell * shade);
  drawing.box(corner, {corner.x + width, corner.y + height}, "frame");
  drawing.text({corner.x + width / 2, corner.y + height / 2 - 1}, fmt::format("{:.5g}", weight),
               Anchor::middle, "label number");
  drawing.text({corner.x + width / 2, corner.y + height / 2 + 14},
               std::isnan(share) ? "-" : fmt::format("{:.0f} %", 100 * share), Anchor::middle,
               "label number");
}

Drawing draw(const Confusion& confusion, const std::vector<Index>& shown, std::string_view label) {
  const auto name_of = [&](Index klass) {
    return confusion.classes()[static_cast<std::size_t>(klass)];
  };
  double widest = 0;
  for (const Index klass : shown)
    widest = std::max(widest, text_width(shortened(name_of(klass), letters_of_class)));
  // Few classes have room for their names above the cells; those of many read upwards.
  const double width = std::clamp(widest + 10, shown.size() > 4 ? 44.0 : 70.0,
                                  std::max(330.0 / static_cast<double>(shown.size()), 44.0));
  const bool upwards = widest > width;
  const double left = widest + 34;
  const double top = upwards ? widest + 36 : 40;
  const double bottom = top + height * static_cast<double>(shown.size());
  const double right = left + width * static_cast<double>(shown.size());
  Drawing drawing(right + 14, bottom + 10);
  const std::string what = shortened(label, static_cast<Index>(height / 9) * std::ssize(shown));
  drawing.text({(left + right) / 2, 12}, "predicted " + what, Anchor::middle, "name");
  drawing.upward_text({14, (top + bottom) / 2}, "true " + what, "name");
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double y = top + height * static_cast<double>(i);
    const std::string name = shortened(name_of(shown[i]), letters_of_class);
    const double middle = left + width * (static_cast<double>(i) + 0.5);
    if (upwards)
      drawing.upward_text({middle + 4, top - 8 - text_width(name) / 2}, name, "label");
    else
      drawing.text({middle, top - 8}, name, Anchor::middle, "label");
    drawing.text({left - 8, y + height / 2 + 4}, name, Anchor::end, "label");
    const double all = confusion.weight_of_class(shown[i]);
    for (std::size_t j = 0; j < shown.size(); ++j) {
      const double weight = confusion.at(shown[i], shown[j]);
      draw_cell(drawing, {left + width * static_cast<double>(j), y}, width, weight, weight / all);
    }
  }
  return drawing;
}

}  // namespace

Figure confusion_figure(std::span<const Result> results, std::string_view label) {
  const Result* best = best_result(results, results.front().on);
  const Result& shown_result = best != nullptr && best->confusion ? *best : results.front();
  const Confusion& confusion = *shown_result.confusion;
  const std::vector<Index> shown = report::largest_classes(confusion, most_classes);
  std::string caption = fmt::format(
      "Rows by true and by predicted class ({}); below each count its proportion of the true "
      "class.",
      report::in_words(shown_result.on));
  if (results.size() > 1)
    caption += fmt::format(
        " The figure shows the {}, the estimator with the smallest log loss; the numbers are those "
        "of all {}.",
        report::name_of(shown_result), results.size());
  if (shown.size() < confusion.classes().size())
    caption += fmt::format(" Of {} classes the {} with the most rows are drawn.",
                           confusion.classes().size(), shown.size());
  return {.name = "confusion",
          .title = "Confusion matrix of the " + report::name_of(shown_result),
          .caption = caption,
          .drawing = draw(confusion, shown, label),
          .numbers = numbers_of(results)};
}

}  // namespace credence
