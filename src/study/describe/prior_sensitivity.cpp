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

// A row whose label is another one at the far end of a stretch of factors, and that label.
struct Changed {
  Index row = 0;
  Index label = 0;
};

// Looks for the factors at which labels change. It knows rows by position, and factors by their exponents
// of 2.
struct FlipSearch {
  const SensitivityOptions& options;
  std::span<const Index> own;          // the label of each row under factor 1
  std::span<const Index> truth;        // the class of each, -1 for unknown; empty: of none
  std::span<const std::string> names;  // of the classes
  const LabelsAt& labels_at;
  PriorSensitivity& found;

  void run() {
    found.resolution = std::exp2(std::exp2(-static_cast<double>(options.halvings)));
    found.points = look(-1);
    std::reverse(found.points.begin(), found.points.end());
    found.points.push_back(point_at(0, own));
    const std::vector<StrengthPoint> stronger = look(1);
    found.points.insert(found.points.end(), stronger.begin(), stronger.end());
  }

 private:
  // One side, from factor 1 outwards.
  std::vector<StrengthPoint> look(int sign) {
    std::vector<StrengthPoint> points;
    std::vector<Index> all(own.size());
    std::iota(all.begin(), all.end(), Index{0});
    std::vector<bool> is_open(all.size(), true);
    bool defined = true;
    for (Index octave = 1; octave <= options.octaves; ++octave) {
      const double exponent = sign * static_cast<double>(octave);
      const auto labels = labels_at(exponent, all);
      if (!labels) {
        points.push_back({.factor = std::exp2(exponent)});
        // Beyond the first gap a label could have changed in it.
        defined = false;
        continue;
      }
      points.push_back(point_at(exponent, *labels));
      if (!defined) continue;
      std::vector<Changed> changed;
      for (std::size_t row = 0; row < all.size(); ++row) {
        if (!is_open[row] || (*labels)[row] == own[row]) continue;
        is_open[row] = false;
        changed.push_back({.row = all[row], .label = (*labels)[row]});
      }
      narrow(changed, exponent - sign, exponent, options.halvings);
    }
    if (!defined)
      found.notes.push_back(
          fmt::format("{} does not exist at some factors {} 1; label changes are looked for up to "
                      "the first of them",
                      found.estimator, sign < 0 ? "below" : "above"));
    return points;
  }

  // Halves the stretch in which rows flip; an estimate that is undefined there ends the search.
  void narrow(const std::vector<Changed>& changed, double kept, double flipped, Index halvings) {
    if (changed.empty()) return;
    const double middle = 0.5 * (kept + flipped);
    std::vector<Index> rows;
    for (const Changed& each : changed) rows.push_back(each.row);
    const auto between =
        halvings > 0 ? labels_at(middle, rows) : std::optional<std::vector<Index>>();
    if (!between) {
      for (const Changed& each : changed) put_flip(each, kept, flipped);
      return;
    }
    std::vector<Changed> before, after;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      const Changed there{.row = rows[i], .label = (*between)[i]};
      if (there.label != own[static_cast<std::size_t>(there.row)])
        before.push_back(there);
      else
        after.push_back(changed[i]);
    }
    narrow(before, kept, middle, halvings - 1);
    narrow(after, middle, flipped, halvings - 1);
  }

  void put_flip(const Changed& changed, double kept, double flipped) {
    RowSensitivity& entry = found.rows[static_cast<std::size_t>(changed.row)];
    (flipped < 0 ? entry.weaker : entry.stronger) =
        LabelFlip{.kept = std::exp2(kept),
                  .factor = std::exp2(flipped),
                  .label = names[static_cast<std::size_t>(changed.label)]};
  }

  [[nodiscard]] StrengthPoint point_at(double exponent, std::span<const Index> labels) const {
    StrengthPoint point{.factor = std::exp2(exponent)};
    Index flipped = 0;
    Index known = 0;
    Index right = 0;
    for (std::size_t row = 0; row < labels.size(); ++row) {
      flipped += labels[row] != own[row] ? 1 : 0;
      if (truth.empty() || truth[row] < 0) continue;
      ++known;
      right += labels[row] == truth[row] ? 1 : 0;
    }
    if (!labels.empty())
      point.flipped = static_cast<double>(flipped) / static_cast<double>(labels.size());
    if (known > 0) point.accuracy = static_cast<double>(right) / static_cast<double>(known);
    return point;
  }
};

// Throws Error{domain} for options outside their range.
void check_sensitivity(const SensitivityOptions& options) {
  check(options.octaves >= 1 && options.octaves <= 60, "octaves", options.octaves, "1 to 60");
  check(options.halvings >= 0 && options.halvings <= 20, "halvings", options.halvings, "0 to 20");
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
  const LabelsAt labels_at = [&](double exponent,
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
  FlipSearch{.options = options,
             .own = answers.label,
             .truth = truth,
             .names = answers.classes,
             .labels_at = labels_at,
             .found = sensitivity}
      .run();
  return sensitivity;
}

}  // namespace credence
