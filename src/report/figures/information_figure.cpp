// Features by how much they say about the class, with the distribution of that number.
#include <credence/report/figures.hpp>

#include <credence/select/mutual_information.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/no_number.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

constexpr std::size_t most_features = 24;

std::string name_of(const FeatureInformation& information) {
  return information.part.empty() ? information.feature : information.part;
}

// What belongs to the interval, where there is one.
double shown(const FeatureInformation& one) { return one.mean.value_or(one.mutual_information); }

bool has_plug_in_alone(const FeatureInformation& one) { return one.undefined.empty() && !one.mean; }

// Whether bars would stand in another order if they were sorted, and stand in that of plug-in values.
bool in_order_of_plug_in(std::span<const FeatureInformation> all) {
  const auto falls = [&](auto&& value) {
    return std::is_sorted(all.begin(), all.end(), [&](const auto& a, const auto& b) {
      return b.undefined.empty() && a.undefined.empty() && value(a) > value(b);
    });
  };
  return falls([](const FeatureInformation& one) { return one.mutual_information; }) &&
         !falls(shown);
}

Drawing draw(std::span<const FeatureInformation> all, LogUnit unit) {
  std::vector<std::string> names;
  double upper = 0;
  for (const FeatureInformation& each : all) {
    names.push_back(name_of(each));
    if (!each.undefined.empty()) continue;
    upper = std::max({upper, shown(each), each.interval ? each.interval->upper : 0});
  }
  report::RowPlot plot(names, {.lower = 0,
                               .upper = 1.05 * upper,
                               .title = fmt::format("mutual information, {}", to_string(unit))});
  const double zero = plot.x(0);
  plot.drawing().line({zero, plot.top()}, {zero, plot.bottom()}, "axis");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double y = plot.y(static_cast<Index>(i));
    if (!all[i].undefined.empty()) {
      plot.drawing().text({zero + 6, y + 4}, "undefined", Anchor::start, "small");
      continue;
    }
    plot.drawing().box({zero, y - 5}, {plot.x(shown(all[i])), y + 5}, "s0 bar");
    if (all[i].interval)
      report::draw_whisker(plot.drawing(), plot.across(), all[i].interval->lower,
                           all[i].interval->upper, y, 0);
    plot.drawing().mark({plot.x(shown(all[i])), y}, 0, 3.4);
  }
  return std::move(plot.drawing());
}

FigureNumbers numbers_of(std::span<const FeatureInformation> all) {
  FigureNumbers numbers{.columns = {"feature", "part", "family", "posterior_mean", "lower", "upper",
                                    "probability_above", "plug_in", "undefined"},
                        .rows = {}};
  for (const FeatureInformation& each : all)
    numbers.rows.push_back(
        {each.feature, each.part, each.family, each.mean.value_or(report::no_number),
         each.interval ? each.interval->lower : report::no_number,
         each.interval ? each.interval->upper : report::no_number,
         each.probability_above.value_or(report::no_number),
         each.undefined.empty() ? each.mutual_information : report::no_number, each.undefined});
  return numbers;
}

}  // namespace

Figure information_figure(std::span<const FeatureInformation> information, LogUnit unit) {
  const std::size_t drawn = std::min(information.size(), most_features);
  std::string caption =
      "The information of each feature alone about the class. Bars reach to the posterior mean, "
      "whiskers show the credible interval.";
  if (std::any_of(information.begin(), information.end(), has_plug_in_alone))
    caption += " A bar without whiskers is the plug-in value: no draws were asked for.";
  if (in_order_of_plug_in(information))
    caption += " Features stand in the order of plug-in values.";
  if (drawn < information.size())
    caption += fmt::format(" The first {} of {}.", drawn, information.size());
  return {.name = "information",
          .title = "Mutual information of features and the class",
          .caption = caption,
          .drawing = draw(information.first(drawn), unit),
          .numbers = numbers_of(information)};
}

}  // namespace credence
