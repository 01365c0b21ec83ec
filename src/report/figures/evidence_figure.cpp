// Features by what the evidence says of their dependence on the class.
#include <credence/report/figures.hpp>
#include <credence/select/relevance.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/no_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

constexpr std::size_t most_factors = 24;

double worth(const Relevance& relevance) {
  return relevance.undefined.empty() ? relevance.log_bayes_factor : report::no_number;
}

std::string in_short(double value) {
  return fmt::format("{:.{}f}", value, std::abs(value) < 10 ? 2 : std::abs(value) < 1000 ? 1 : 0);
}

Drawing draw(std::span<const Relevance> relevances) {
  std::vector<std::string> names;
  double lower = 0;
  double upper = 0;
  for (const Relevance& relevance : relevances) {
    names.push_back(relevance.feature);
    if (!std::isfinite(worth(relevance))) continue;
    lower = std::min(lower, worth(relevance));
    upper = std::max(upper, worth(relevance));
  }
  const double more = 0.2 * (upper - lower);  // for the numbers beside the marks
  report::RowPlot plot(names, {.lower = lower < 0 ? lower - more : 0,
                               .upper = upper + more,
                               .title = "log Bayes factor, nats"});
  const double zero = plot.x(0);
  plot.drawing().line({zero, plot.top()}, {zero, plot.bottom()}, "axis");
  for (std::size_t i = 0; i < relevances.size(); ++i) {
    const double y = plot.y(static_cast<Index>(i));
    const double value = worth(relevances[i]);
    if (!std::isfinite(value)) {
      plot.drawing().text({zero + 6, y + 4}, "undefined", Anchor::start, "small");
      continue;
    }
    const Index series = value >= 0 ? 0 : 1;
    plot.drawing().line({zero, y}, {plot.x(value), y}, series_role(series) + " line thin");
    plot.drawing().mark({plot.x(value), y}, series);
    plot.drawing().text({plot.x(value) + (value >= 0 ? 8 : -8), y + 4}, in_short(value),
                        value >= 0 ? Anchor::start : Anchor::end, "small number");
  }
  return std::move(plot.drawing());
}

}  // namespace

Figure evidence_figure(std::span<const Relevance> relevances) {
  FigureNumbers numbers{
      .columns = {"feature", "family", "log_bayes_factor", "probability", "undefined"}, .rows = {}};
  for (const Relevance& relevance : relevances)
    numbers.rows.push_back({relevance.feature, relevance.family, worth(relevance),
                            relevance.undefined.empty() ? relevance.probability : report::no_number,
                            relevance.undefined});
  const std::size_t shown = std::min(relevances.size(), most_factors);
  std::string caption =
      "How much more probable each feature's data are with a likelihood for every class than with "
      "one for all classes: above 0 the data say that the feature depends on the class, below that "
      "it does not. The factor grows with the number of rows; it ranks certainty, not usefulness.";
  if (shown < relevances.size())
    caption += fmt::format(" The first {} of {} features.", shown, relevances.size());
  return {.name = "evidence",
          .title = "Evidence that features depend on the class",
          .caption = caption,
          .drawing = draw(relevances.first(shown)),
          .numbers = std::move(numbers)};
}

}  // namespace credence
