// What is counted for each number of features.
#include <credence/study/selection_curve.hpp>

#include <cmath>

namespace credence::detail {

void SizeTally::add(const Predictions& predictions, const LabelledRows& rows) {
  card.add(predictions, rows.truth, rows.weights);
  for (std::size_t i = 0; i < rows.truth.size(); ++i) {
    const double log_probability = predictions.log_probabilities(
        static_cast<Index>(i))[static_cast<std::size_t>(rows.truth[i])];
    losses.push_back(predictions.impossible[i] ? std::numeric_limits<double>::infinity()
                                               : -log_probability);
    weights.push_back(rows.weights[i]);
  }
}

SelectionPoint SizeTally::point(Index features) const {
  SelectionPoint point{.features = features, .undefined = undefined};
  if (!undefined.empty()) return point;
  point.metrics = card.metrics();
  if (!std::isfinite(point.metrics->log_loss)) return point;
  CompensatedSum squares;
  CompensatedSum total;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const double miss = weights[i] * (losses[i] - point.metrics->log_loss);
    squares.add(miss * miss);
    total.add(weights[i]);
  }
  const auto rows = static_cast<double>(losses.size());
  if (losses.size() > 1)
    point.standard_error = std::sqrt(squares.value() * rows / (rows - 1)) / total.value();
  return point;
}

void check(const SelectionOptions& options) {
  if (options.estimator == Estimator::scikit_learn)
    throw Error(ErrorCode::domain,
                "the estimator 'scikit_learn' widens every variance by what it finds in all "
                "columns, so that features do not add up; choose another estimator");
}

std::vector<Index> rows_outside(Index fold, std::span<const Index> fold_of) {
  std::vector<Index> rows;
  for (std::size_t row = 0; row < fold_of.size(); ++row)
    if (fold_of[row] >= 0 && fold_of[row] != fold) rows.push_back(static_cast<Index>(row));
  return rows;
}

std::vector<Index> sizes_of(Index features, const SelectionOptions& options) {
  return selection_sizes(options.most < 0 ? features : std::min(features, options.most));
}

SelectionCurve curve_of(const std::vector<SizeTally>& tallies, std::span<const Index> sizes,
                        const SelectionOptions& options) {
  SelectionCurve curve{.estimator = std::string(to_string(options.estimator)),
                       .rule = options.rule};
  for (std::size_t s = 0; s < sizes.size(); ++s) curve.points.push_back(tallies[s].point(sizes[s]));
  curve.chosen = chosen_by(options.rule, curve.points);
  return curve;
}

}  // namespace credence::detail
