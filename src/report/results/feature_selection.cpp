// Ranked features as text, JSON and CSV.
#include <credence/report/figure.hpp>
#include <credence/report/text.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/selection_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/listing/result_listing.hpp"

namespace credence {
namespace {

using report::end_of;
using report::Shown;

constexpr Index most_lines = 50;
constexpr Index letters_of_name = 32;
constexpr Index bar_places = 20;
constexpr const char* four_decimals = "{:.4f}";

}  // namespace

static void list(auto& to, const RankedFeature& feature, bool scored) {
  const auto ends = [](const std::optional<Interval>& bounds) {
    return bounds ? Json{report::number(bounds->lower), report::number(bounds->upper)}
                  : Json(nullptr);
  };
  to("feature", feature.name);
  to("family", feature.family);
  to("posterior_mean", feature.posterior_mean);
  if (to.all) {
    to("lower", end_of(feature.bounds, &Interval::lower));
    to("upper", end_of(feature.bounds, &Interval::upper));
  } else {
    to("bounds", ends(feature.bounds));
  }
  to("prior_mean", feature.prior_mean);
  if (to.all) {
    to("prior_lower", end_of(feature.prior_bounds, &Interval::lower));
    to("prior_upper", end_of(feature.prior_bounds, &Interval::upper));
  } else {
    to("prior_bounds", ends(feature.prior_bounds));
  }
  to("plug_in", feature.mutual_information);
  to("log_bayes_factor", feature.log_bayes_factor);
  to("inclusion", feature.inclusion);
  if (scored) to("score", feature.score);
  if (!to.all && !feature.undefined.empty()) to("undefined", feature.undefined);
}

static void list(auto& to, const SelectionCurve& curve) {
  to("chosen_by", curve.rule);
  to("chosen_on", curve.on);
  to("ranked_anew", curve.ranked_anew);
  if (curve.folds > 0) to("folds", curve.folds);
  if (curve.seed) to("seed", *curve.seed);
  if (!curve.group_column.empty()) to("group_column", curve.group_column);
  if (curve.baseline)
    to("baseline", Json{{"accuracy", report::number(curve.baseline->accuracy)},
                        {"log_loss", report::number(curve.baseline->log_loss)}});
  to("curve", curve.points);
}

static void list(auto& to, const RankedFeatures& ranked) {
  Json results = Json::array();
  for (const RankedFeature& feature : ranked.features) {
    report::JsonEntries entries;
    list(entries, feature, ranked.by == RankBy::conditional);
    results.push_back(std::move(entries.object));
  }
  to("rows", ranked.rows);
  to("skipped_rows", ranked.skipped_rows);
  to("label", ranked.label);
  to("classes", ranked.classes);
  to("by", ranked.by);
  if (ranked.criterion) to("criterion", *ranked.criterion);
  to("estimator", ranked.estimator);
  to("unit", ranked.unit);
  to("mass", ranked.mass);
  to("inclusion_prior", ranked.inclusion_prior);
  to("kept", ranked.kept);
  to("results", results);
  if (ranked.curve) list(to, *ranked.curve);
  to("notes", ranked.notes);
}

namespace {

// What the features are ranked by.
std::optional<double> measure(const RankedFeatures& ranked, const RankedFeature& feature) {
  switch (ranked.by) {
    case RankBy::evidence:
      return feature.log_bayes_factor;
    case RankBy::conditional:
      return feature.score;
    case RankBy::posterior_mean:
      return feature.posterior_mean;
    case RankBy::above_prior:
      if (!feature.posterior_mean || !feature.prior_mean) return std::nullopt;
      return *feature.posterior_mean - *feature.prior_mean;
    default:
      return feature.mutual_information;
  }
}

// The heading of a column for what the features are ranked by; empty where another column shows it.
std::string_view heading(const RankedFeatures& ranked) {
  if (ranked.criterion) return to_string(*ranked.criterion);
  if (ranked.by == RankBy::mutual_information) return "plug-in";
  return ranked.by == RankBy::above_prior ? "above prior" : "";
}

std::string ranking_in_words(const RankedFeatures& ranked) {
  switch (ranked.by) {
    case RankBy::evidence:
      return "log Bayes factor";
    case RankBy::conditional:
      return fmt::format("what each adds to those before it ({})", to_string(*ranked.criterion));
    case RankBy::posterior_mean:
      return "posterior mean of the mutual information";
    case RankBy::above_prior:
      return "posterior mean of the mutual information less its prior mean";
    default:
      return fmt::format("mutual information at {} (plug-in)", to_string(ranked.estimator));
  }
}

std::string bar(const std::optional<double>& value, double largest, Index places) {
  if (!value || !(*value > 0) || !(largest > 0)) return {};
  const double length = std::ceil(static_cast<double>(places) * *value / largest);
  return std::string(static_cast<std::size_t>(length), '#');
}

// The first features, by names of so many letters, with bars of so many places.
std::string features_table(const RankedFeatures& ranked, const std::vector<RankedFeature>& shown,
                           Index letters, Index places) {
  constexpr const char* information = "{:.4g}";  // words tell little each: no decimals
  double largest = 0;
  for (const RankedFeature& feature : ranked.features)
    largest = std::max(largest, measure(ranked, feature).value_or(0));
  const auto columns = [&](auto& to, const RankedFeature& feature) {
    to(Shown{"feature"}, shortened(printable(feature.name), letters));
    to(Shown{"family"}, feature.family);
    to(Shown{""}, bar(measure(ranked, feature), largest, places));
    if (!heading(ranked).empty()) to(Shown{heading(ranked), information}, measure(ranked, feature));
    to(Shown{"information", information}, feature.posterior_mean);
    to(Shown{"lower", information}, end_of(feature.bounds, &Interval::lower));
    to(Shown{"upper", information}, end_of(feature.bounds, &Interval::upper));
    to(Shown{"log Bayes factor", "{:.5g}"}, feature.log_bayes_factor);
    to(Shown{"inclusion", four_decimals}, feature.inclusion);
  };
  return report::text_table(3, shown, columns).text();
}

// Where lines would be too long, bars are shorter, and then names.
std::string features_text(const RankedFeatures& ranked) {
  std::vector<RankedFeature> shown = ranked.features;
  shown.resize(std::min(shown.size(), static_cast<std::size_t>(std::max(
                                          most_lines, ranked.curve ? ranked.kept : Index{0}))));
  const std::size_t left = ranked.features.size() - shown.size();
  const auto by_bars = [&](Index places) {
    return features_table(ranked, shown, letters_of_name, places);
  };
  const auto by_names = [&](Index letters) {
    return features_table(ranked, shown, letters, report::least_letters);
  };
  std::string text = report::fitted(by_bars, bar_places);
  if (!report::fits(text)) text = report::fitted(by_names, letters_of_name);
  return text + (left > 0 ? fmt::format("... {} more\n", left) : "");
}

// The sizes to show of a long curve: few of many, and the chosen one.
bool is_shown(const SelectionCurve& curve, std::size_t at) {
  constexpr std::size_t most_points = 30;
  const std::size_t count = curve.points.size();
  if (count <= most_points || at + 1 == count || curve.points[at].features == curve.chosen)
    return true;
  return at <= 10 || at % ((count + most_points - 1) / most_points * 2) == 0;
}

// What the first point without a log loss lacks; to_json has all.
std::string undefined_text(const SelectionCurve& curve) {
  const auto point = std::find_if(curve.points.begin(), curve.points.end(),
                                  [](const SelectionPoint& one) { return !one.undefined.empty(); });
  if (point == curve.points.end()) return {};
  const auto& [cell, fold] = point->undefined.front();
  return fmt::format("undefined with {} {}{}: '{}'{}: {}\n", point->features,
                     point->features == 1 ? "feature" : "features",
                     fold > 0 ? fmt::format(", in fold {}", fold) : "", printable(cell.feature),
                     cell.klass.empty() ? "" : fmt::format(", class '{}'", printable(cell.klass)),
                     printable(cell.why));
}

std::string curve_text(const SelectionCurve& curve) {
  std::string text = fmt::format("\nnumber of features by {}, {}\n", curve.on, curve.estimator);
  if (curve.folds > 0)
    text += fmt::format("{} folds{}, {}, ranked anew in each\n", curve.folds,
                        report::whole_groups_text(curve.group_column),
                        curve.seed ? fmt::format("seed {}", *curve.seed) : "from a column");
  std::vector<SelectionPoint> shown;
  for (std::size_t at = 0; at < curve.points.size(); ++at)
    if (is_shown(curve, at)) shown.push_back(curve.points[at]);
  text += report::text_table(0, shown, [&](auto& to, const SelectionPoint& point) {
            list(to, point);
            to(Shown{""}, point.features == curve.chosen ? "<" : "");
          }).text();
  text += undefined_text(curve);
  if (curve.baseline)
    text += fmt::format("baseline, the class frequencies alone: accuracy {:.4f}, log loss {:.4f}\n",
                        curve.baseline->accuracy, curve.baseline->log_loss);
  if (curve.chosen)
    text += fmt::format("{} chosen: {}\n", *curve.chosen,
                        curve.rule == SelectionRule::best
                            ? "the smallest log loss"
                            : "the fewest within a standard error of the smallest log loss");
  return text;
}

// What inclusion means, where the prior is not that of every report.
std::string inclusion_text(const RankedFeatures& ranked) {
  if (ranked.inclusion_prior == RelevanceOptions{}.prior_probability) return {};
  return fmt::format(
      "inclusion: probability that the feature depends on the class, {} before the "
      "data\n",
      report::short_number(ranked.inclusion_prior));
}

}  // namespace

std::string to_text(const RankedFeatures& ranked) {
  const Index classes = std::ssize(ranked.classes);
  const Index features = std::ssize(ranked.features);
  std::string text = fmt::format(
      "label {} with {} {}: {}\n{} {}; {} {}, ranked by {}\ninformation: posterior mean of the "
      "mutual information of feature and class, {}, with its {} % interval\n{}\n",
      printable(ranked.label), classes, classes == 1 ? "class" : "classes",
      report::listed(ranked.classes), ranked.rows, ranked.rows == 1 ? "row" : "rows", features,
      features == 1 ? "feature" : "features", ranking_in_words(ranked), to_string(ranked.unit),
      report::short_number(100 * ranked.mass), inclusion_text(ranked));
  text += features_text(ranked);
  if (ranked.curve) text += curve_text(*ranked.curve);
  for (const RankedFeature& feature : ranked.features)
    if (!feature.undefined.empty())
      text += fmt::format("\n'{}': {}", printable(feature.name), printable(feature.undefined));
  for (const std::string& note : ranked.notes) text += '\n' + printable(note);
  if (text.back() != '\n') text += '\n';
  return text;
}

std::string to_json(const RankedFeatures& ranked) { return report::document_of(ranked); }

std::string to_csv(const RankedFeatures& ranked, int digits) {
  Index rank = -1;  // the head of the table is listed first, as rank 0
  return to_csv(report::numbers_of(ranked.features,
                                   [&](auto& to, const RankedFeature& feature) {
                                     ++rank;
                                     to("rank", rank);
                                     list(to, feature, true);
                                     to("kept", rank <= ranked.kept);
                                   }),
                digits);
}

}  // namespace credence
