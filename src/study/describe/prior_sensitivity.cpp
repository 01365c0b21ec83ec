#include <credence/study/prior_sensitivity.hpp>

#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace credence {

std::optional<double> nearest_flip(const RowSensitivity& row) {
  std::optional<double> nearest;
  for (const auto* flip : {&row.weaker, &row.stronger}) {
    if (!*flip) continue;
    const double distance = std::abs(std::log2((*flip)->factor));
    nearest = nearest ? std::min(*nearest, distance) : distance;
  }
  return nearest;
}

namespace {

// Labels of rows at one exponent of 2; empty where the estimator is undefined there.
// in   rows: positions among the rows that are asked about
using LabelsAt =
    std::function<std::optional<std::vector<Index>>(double exponent, std::span<const Index> rows)>;

void check(bool fits, const char* what, Index value, const char* remedy) {
  if (fits) return;
  throw Error(
      ErrorCode::domain,
      fmt::format("a study of prior sensitivity was given {} {}; give {}", value, what, remedy));
}

// What is known of a search, and where its findings go.
struct Search {
  const SensitivityOptions& options;
  std::span<const Index> own;
  std::span<const std::string> names;
  const LabelsAt& labels_at;
  PriorSensitivity& found;

  [[nodiscard]] std::size_t at(Index row) const { return static_cast<std::size_t>(row); }
};

void put_flip(Search& search, Index row, double kept, double flipped, Index label) {
  RowSensitivity& entry = search.found.rows[search.at(row)];
  (flipped < 0 ? entry.weaker : entry.stronger) =
      LabelFlip{.kept = std::exp2(kept),
                .factor = std::exp2(flipped),
                .label = search.names[search.at(label)]};
}

// Halves the stretch in which rows flip; an estimate that is undefined there ends the search.
void narrow(Search& search, std::span<const Index> rows, std::span<const Index> labels, double kept,
            double flipped, Index halvings) {
  if (rows.empty()) return;
  const double middle = 0.5 * (kept + flipped);
  const auto between =
      halvings > 0 ? search.labels_at(middle, rows) : std::optional<std::vector<Index>>();
  if (!between) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      put_flip(search, rows[i], kept, flipped, labels[i]);
    return;
  }
  std::vector<Index> before, before_labels, after, after_labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_flipped = (*between)[i] != search.own[search.at(rows[i])];
    (is_flipped ? before : after).push_back(rows[i]);
    (is_flipped ? before_labels : after_labels).push_back(is_flipped ? (*between)[i] : labels[i]);
  }
  narrow(search, before, before_labels, kept, middle, halvings - 1);
  narrow(search, after, after_labels, middle, flipped, halvings - 1);
}

StrengthPoint point_at(const Search& search, double exponent, std::span<const Index> labels,
                       std::span<const Index> truth) {
  StrengthPoint point{.factor = std::exp2(exponent)};
  const auto rows = static_cast<double>(labels.size());
  Index flipped = 0;
  Index known = 0;
  Index right = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    flipped += labels[row] != search.own[row] ? 1 : 0;
    if (truth.empty() || truth[row] < 0) continue;
    ++known;
    right += labels[row] == truth[row] ? 1 : 0;
  }
  if (!labels.empty()) point.flipped = static_cast<double>(flipped) / rows;
  if (known > 0) point.accuracy = static_cast<double>(right) / static_cast<double>(known);
  return point;
}

// One side, from factor 1 outwards.
std::vector<StrengthPoint> look(Search& search, std::span<const Index> truth, int sign) {
  std::vector<StrengthPoint> points;
  std::vector<Index> all(search.own.size());
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<bool> is_open(all.size(), true);
  bool defined = true;
  for (Index octave = 1; octave <= search.options.octaves; ++octave) {
    const double exponent = sign * static_cast<double>(octave);
    const auto labels = search.labels_at(exponent, all);
    if (!labels) {
      points.push_back({.factor = std::exp2(exponent)});
      // Beyond the first gap a label could have changed in it.
      defined = false;
      continue;
    }
    points.push_back(point_at(search, exponent, *labels, truth));
    if (!defined) continue;
    std::vector<Index> rows, changed;
    for (std::size_t row = 0; row < all.size(); ++row) {
      if (!is_open[row] || (*labels)[row] == search.own[row]) continue;
      is_open[row] = false;
      rows.push_back(all[row]);
      changed.push_back((*labels)[row]);
    }
    narrow(search, rows, changed, exponent - sign, exponent, search.options.halvings);
  }
  if (!defined)
    search.found.notes.push_back(
        fmt::format("{} does not exist at some factors {} 1; label changes are looked for up to "
                    "the first of them",
                    search.found.estimator, sign < 0 ? "below" : "above"));
  return points;
}

// Throws Error{domain} for options outside their range.
void check_sensitivity(const SensitivityOptions& options) {
  check(options.octaves >= 1 && options.octaves <= 60, "octaves", options.octaves, "1 to 60");
  check(options.halvings >= 0 && options.halvings <= 20, "halvings", options.halvings, "0 to 20");
}

// The search itself, which knows rows by position and factors by their exponents of 2.
// in   own: the label of each row under factor 1;  truth: the class of each, -1 for unknown, or
//      empty;  names: of the classes
void find_flips(const SensitivityOptions& options, std::span<const Index> own,
                std::span<const Index> truth, std::span<const std::string> names,
                const LabelsAt& labels_at, PriorSensitivity& sensitivity) {
  Search search{
      .options = options, .own = own, .names = names, .labels_at = labels_at, .found = sensitivity};
  sensitivity.resolution = std::exp2(std::exp2(-static_cast<double>(options.halvings)));
  std::vector<StrengthPoint> points = look(search, truth, -1);
  std::reverse(points.begin(), points.end());
  points.push_back(point_at(search, 0, own, truth));
  const std::vector<StrengthPoint> stronger = look(search, truth, 1);
  points.insert(points.end(), stronger.begin(), stronger.end());
  sensitivity.points = std::move(points);
}

}  // namespace

PriorSensitivity prior_sensitivity(const Posterior<Model>& posterior, const Table& table,
                                   const SensitivityOptions& options) {
  check_sensitivity(options);
  const Posterior<Model> frozen = freeze(posterior);
  // Not by the model of the posterior: a structure that is frozen reads other contexts.
  const BoundTable bound = credence::bind(frozen.model, table);
  const Classifier plain{frozen, options.estimator};
  const Predictions answers = plain.predict(bound, all_rows(bound.rows));
  const auto labels_at = [&](double exponent,
                             std::span<const Index> rows) -> std::optional<std::vector<Index>> {
    auto estimates = estimate(with_prior_strength(frozen, std::exp2(exponent)), options.estimator);
    if (!estimates.undefined.empty()) return std::nullopt;
    const Classifier classifier{std::move(estimates)};
    return classifier.labels(bound, {.count = std::ssize(rows), .list = rows.data()});
  };
  PriorSensitivity sensitivity{.label = frozen.label.name,
                               .classes = frozen.label.classes,
                               .estimator = std::string(to_string(options.estimator)),
                               .octaves = options.octaves};
  for (Index row = 0; row < bound.rows; ++row) {
    const Index own = answers.label[static_cast<std::size_t>(row)];
    sensitivity.rows.push_back({.row = row + 1,
                                .label = answers.label_of(row),
                                .probability = answers.probability(row, own)});
  }
  const std::vector<Index> truth =
      bound.label.codes.empty() ? std::vector<Index>{}
                                : label_positions(bound.label, bound.rows, frozen.label.classes);
  find_flips(options, answers.label, truth, answers.classes, labels_at, sensitivity);
  return sensitivity;
}

}  // namespace credence
