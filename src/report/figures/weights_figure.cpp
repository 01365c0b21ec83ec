// Feature weights as bars.
#include <credence/learn/model_posterior.hpp>
#include <credence/report/figures.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/by_size.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

constexpr std::size_t most_weights = 40;

Drawing draw(const FeatureWeights& weights, std::span<const std::size_t> shown) {
  std::vector<std::string> names;
  double upper = 1;
  for (const std::size_t j : shown) {
    names.push_back(weights.names[j]);
    upper = std::max(upper, weights.values[j]);
  }
  report::RowPlot plot(names, {.lower = 0, .upper = 1.14 * upper, .title = "weight"});
  plot.drawing().line({plot.x(1), plot.top()}, {plot.x(1), plot.bottom()}, "guide");
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double y = plot.y(static_cast<Index>(i));
    const double value = weights.values[shown[i]];
    plot.drawing().box({plot.x(0), y - 5}, {plot.x(value), y + 5}, series_role(0) + " bar");
    plot.drawing().text({plot.x(value) + 6, y + 4}, fmt::format("{:.3f}", value), Anchor::start,
                        "small number");
  }
  return std::move(plot.drawing());
}

}  // namespace

Figure feature_weights_figure(const FeatureWeights& weights) {
  const std::vector<std::size_t> order = report::by_size(weights.values);
  const auto shown = std::span(order).first(std::min(order.size(), most_weights));
  FigureNumbers numbers{.columns = {"feature", "weight"}, .rows = {}};
  for (std::size_t j = 0; j < weights.names.size(); ++j)
    numbers.rows.push_back({weights.names[j], weights.values[j]});
  std::string caption = fmt::format(
      "Exponents of the densities of the features under the {}; at the dashed line, 1, a feature "
      "counts as in naive Bayes. Features that repeat others get less. Leave-one-out log loss on "
      "the same {}: {:.4f} before, {:.4f} after.",
      report::in_words(weights.estimator), report::counted(weights.rows, "row", "rows"),
      weights.log_loss_before, weights.log_loss_after);
  if (shown.size() < order.size())
    caption += fmt::format(" The {} largest of {}.", shown.size(), order.size());
  return {.name = "feature_weights",
          .title = "Feature weights",
          .caption = std::move(caption),
          .drawing = draw(weights, shown),
          .numbers = std::move(numbers)};
}

}  // namespace credence
