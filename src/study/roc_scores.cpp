// Areas under ROC curves: how many pairs of rows are in the right order.
#include <credence/study/metrics.hpp>

#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/base/place.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace credence {
namespace {

// ln(p / (1 - p)) of one of several log probabilities; close to 1 the others tell more of 1 - p.
double log_odds(std::span<const double> logs, std::size_t klass) {
  const double own = logs[klass];
  if (logs.size() == 2) return own - logs[1 - klass];
  if (own < -1e-6) return own - std::log1p(-std::exp(own));
  std::vector<double> others(logs.begin(), logs.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(klass));
  return own - log_sum_exp(others);
}

// The rows of a class and all others, in weight.
struct TwoSides {
  double inside = 0;
  double outside = 0;

  void add(double weight, bool is_inside) { (is_inside ? inside : outside) += weight; }
};

// Rows with a score each, some of which are of the class in question.
struct Ranking {
  std::vector<double> scores = {};
  std::vector<bool> inside = {};
  std::span<const double> weights = {};  // none: 1 each

  [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
  [[nodiscard]] TwoSides sides() const {
    TwoSides all;
    for (std::size_t row = 0; row < scores.size(); ++row) all.add(weight(row), inside[row]);
    return all;
  }
  [[nodiscard]] double pairs_in_order() const;
};

// The weight of pairs, a row of the class and another, of which the former ranks higher; half of
// it for ties.
double Ranking::pairs_in_order() const {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  CompensatedSum pairs;
  double below = 0;
  for (std::size_t at = 0; at < order.size();) {
    const double score = scores[order[at]];
    TwoSides tied;
    for (; at < order.size() && scores[order[at]] == score; ++at)
      tied.add(weight(order[at]), inside[order[at]]);
    pairs.add(tied.inside * (below + tied.outside / 2));
    below += tied.outside;
  }
  return pairs.value();
}

}  // namespace

RocScores::RocScores(Index rows, std::size_t classes)
    : too_many_(classes > 2 && static_cast<std::size_t>(rows) > most_numbers / classes) {}

void RocScores::add(const Predictions& predictions, std::span<const Index> truth,
                    std::span<const double> weights) {
  const std::size_t rows = predictions.label.size();
  const std::size_t classes = predictions.classes.size();
  if (truth.size() != rows || (!weights.empty() && weights.size() != rows) ||
      (!truth_.empty() && classes_ != classes))
    throw Error(ErrorCode::shape,
                "ROC scores got " + std::to_string(rows) + " predictions of " +
                    std::to_string(classes) + " classes, " + std::to_string(truth.size()) +
                    " true classes and " + std::to_string(weights.size()) +
                    " weights; give one of each for every row, always of the same classes");
  classes_ = classes;
  too_many_ = too_many_ || (classes > 2 && scores_.size() + rows * classes > most_numbers);
  if (too_many_) scores_ = {};
  for (std::size_t row = 0; !too_many_ && row < rows; ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    if (truth[row] < 0 || !(weight > 0)) continue;
    static_cast<void>(detail::place_of("class", truth[row], classes));
    const auto logs = predictions.log_probabilities(static_cast<Index>(row));
    if (weight != 1 && weights_.empty()) weights_.assign(truth_.size(), 1.0);
    if (weight != 1 || !weights_.empty()) weights_.push_back(weight);
    truth_.push_back(static_cast<std::uint32_t>(truth[row]));
    for (std::size_t klass = classes == 2 ? 1 : 0; klass < classes; ++klass)
      scores_.push_back(log_odds(logs, klass));
  }
}

RocAreas RocScores::areas() const {
  RocAreas areas{.classes = std::vector<std::optional<double>>(classes_)};
  if (too_many_) return areas;
  const std::size_t stride = classes_ == 2 ? 1 : classes_;
  double sum = 0;
  double total = 0;
  for (std::size_t klass = classes_ - stride; klass < classes_; ++klass) {
    Ranking ranking{.weights = weights_};
    for (std::size_t row = 0; row < truth_.size(); ++row) {
      ranking.scores.push_back(scores_[row * stride + klass + stride - classes_]);
      ranking.inside.push_back(truth_[row] == klass);
    }
    const auto [inside, outside] = ranking.sides();
    if (!(inside > 0) || !(outside > 0)) continue;
    const double area = ranking.pairs_in_order() / (inside * outside);
    areas.classes[klass] = area;
    sum += inside * area;
    total += inside;
  }
  if (classes_ == 2) areas.classes[0] = areas.classes[1];
  if (total > 0) areas.area = sum / total;
  return areas;
}

}  // namespace credence
