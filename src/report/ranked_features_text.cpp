// Ranked features as text.
#include <credence/report/text.hpp>

#include <credence/report/drawing.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/selection_curve.hpp>

#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

using report::listed;
using report::printable;
using report::short_number;
using report::TextTable;

constexpr Index most_features = 50;
constexpr Index most_letters = 32;
constexpr double bar_places = 20;

std::string number(const std::optional<double>& value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
}

// Words tell little each: significant digits, not decimals.
std::string information(const std::optional<double>& value) {
  return value ? fmt::format("{:.4g}", *value) : "-";
}

// What the features are ranked by.
std::optional<double> measure(const RankedFeatures& ranked, const RankedFeature& feature) {
  if (ranked.by == RankBy::evidence) return feature.log_bayes_factor;
  return ranked.by == RankBy::conditional ? feature.score : feature.mutual_information;
}

std::string bar(const std::optional<double>& value, double largest) {
  if (!value || !(*value > 0) || !(largest > 0)) return {};
  return std::string(static_cast<std::size_t>(std::ceil(bar_places * *value / largest)), '#');
}

std::string features_text(const RankedFeatures& ranked) {
  const bool scored = ranked.by == RankBy::conditional;
  const Index shown = std::min(std::ssize(ranked.features),
                               std::max(most_features, ranked.curve ? ranked.kept : Index{0}));
  double largest = 0;
  for (const RankedFeature& feature : ranked.features)
    largest = std::max(largest, measure(ranked, feature).value_or(0));
  TextTable table(3);
  std::vector<std::string> head{"feature", "family",           "",         "information", "lower",
                                "upper",   "log Bayes factor", "inclusion"};
  if (scored) head.insert(head.begin() + 3, std::string(to_string(*ranked.criterion)));
  table.add(std::move(head));
  for (Index i = 0; i < shown; ++i) {
    const RankedFeature& feature = ranked.features[static_cast<std::size_t>(i)];
    const auto& bounds = feature.bounds;
    std::vector<std::string> row{shortened(printable(feature.name), most_letters),
                                 feature.family,
                                 bar(measure(ranked, feature), largest),
                                 information(feature.mutual_information),
                                 bounds ? information(bounds->lower) : "-",
                                 bounds ? information(bounds->upper) : "-",
                                 number(feature.log_bayes_factor, 2),
                                 number(feature.inclusion, 4)};
    if (scored) row.insert(row.begin() + 3, information(feature.score));
    table.add(std::move(row));
  }
  const Index left = std::ssize(ranked.features) - shown;
  return table.text() + (left > 0 ? fmt::format("... {} more\n", left) : "");
}

// The sizes to show of a long curve: few of many, and the chosen one.
bool is_shown(const SelectionCurve& curve, std::size_t at) {
  constexpr std::size_t most_points = 30;
  const std::size_t count = curve.points.size();
  if (count <= most_points || at + 1 == count || curve.points[at].features == curve.chosen)
    return true;
  return at <= 10 || at % ((count + most_points - 1) / most_points * 2) == 0;
}

std::string curve_text(const SelectionCurve& curve) {
  std::string text = fmt::format("\nnumber of features by {}, {}\n", curve.on, curve.estimator);
  if (curve.folds > 0)
    text += fmt::format("{} folds, {}, ranked anew in each\n", curve.folds,
                        curve.seed ? fmt::format("seed {}", *curve.seed) : "from a column");
  TextTable table(0);
  table.add({"features", "accuracy", "log loss", "standard error", ""});
  for (std::size_t at = 0; at < curve.points.size(); ++at) {
    if (!is_shown(curve, at)) continue;
    const SelectionPoint& point = curve.points[at];
    table.add({std::to_string(point.features),
               point.metrics ? fmt::format("{:.4f}", point.metrics->accuracy) : "-",
               point.metrics ? fmt::format("{:.4f}", point.metrics->log_loss) : "-",
               number(point.standard_error, 4), point.features == curve.chosen ? "<" : ""});
  }
  text += table.text();
  if (curve.chosen)
    text += fmt::format("{} chosen: {}\n", *curve.chosen,
                        curve.rule == SelectionRule::best
                            ? "the smallest log loss"
                            : "the fewest within a standard error of the smallest log loss");
  return text;
}

}  // namespace

std::string to_text(const RankedFeatures& ranked) {
  const Index classes = std::ssize(ranked.classes);
  const Index features = std::ssize(ranked.features);
  std::string text = fmt::format(
      "label {} with {} {}: {}\n{} {}; {} {} by {}{}, in {} ({}, intervals of mass {})\n\n",
      printable(ranked.label), classes, classes == 1 ? "class" : "classes", listed(ranked.classes),
      ranked.rows, ranked.rows == 1 ? "row" : "rows", features,
      features == 1 ? "feature" : "features", to_string(ranked.by),
      ranked.criterion ? fmt::format(" {}", to_string(*ranked.criterion)) : "",
      to_string(ranked.unit), to_string(ranked.estimator), short_number(ranked.mass));
  text += features_text(ranked);
  if (ranked.curve) text += curve_text(*ranked.curve);
  for (const RankedFeature& feature : ranked.features)
    if (!feature.undefined.empty()) text += '\n' + printable(feature.undefined);
  for (const std::string& note : ranked.notes) text += '\n' + printable(note);
  if (text.back() != '\n') text += '\n';
  return text;
}

}  // namespace credence
