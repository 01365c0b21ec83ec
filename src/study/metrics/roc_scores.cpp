// Areas under ROC curves: how many pairs of rows are in the right order.
#include <credence/study/metrics.hpp>

#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/place.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "study/metrics/check_scored.hpp"
#include "study/metrics/ranked_rows.hpp"

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

// Log odds to 33 bits behind the point, of large ones in all: those that rounding alone tells apart are
// equal, as are those of two ways to a probability of one half.
double without_rounding(double odds) {
  if (odds == 0 || !std::isfinite(odds)) return odds;
  constexpr int bits = 33;
  const int power = bits - std::max(0, std::ilogb(odds));
  return std::scalbn(std::round(std::scalbn(odds, power)), -power);
}

// Of two classes the last alone is ranked: the other comes to the same.
std::size_t first_ranked(std::size_t classes) { return classes == 2 ? 1 : 0; }

// A power of two that brings weights near 1, so that the product of two is neither too large nor
// too small for a double.
double unit_of_pairs(const detail::TwoSides& sides) {
  const int exponent = std::ilogb(std::max(sides.inside, sides.outside));
  return std::scalbn(1.0, std::clamp(-exponent, -1000, 1000));
}

}  // namespace

RocScores::RocScores() = default;
RocScores::RocScores(const RocScores& other)
    : classes_(other.classes_),
      numbers_(other.numbers_),
      too_many_(other.too_many_),
      rows_(other.rows_ ? std::make_unique<detail::RankedRows>(*other.rows_) : nullptr) {}
RocScores::RocScores(RocScores&&) noexcept = default;
RocScores& RocScores::operator=(RocScores other) noexcept {
  std::swap(classes_, other.classes_);
  std::swap(numbers_, other.numbers_);
  std::swap(too_many_, other.too_many_);
  std::swap(rows_, other.rows_);
  return *this;
}
RocScores::~RocScores() = default;

RocScores::RocScores(Index rows, std::size_t classes)
    : too_many_(classes > 2 && static_cast<std::size_t>(rows) > most_numbers / classes) {
  if (too_many_) classes_ = classes;
}

void RocScores::add(const Predictions& predictions, std::span<const Index> truth,
                    std::span<const double> weights) {
  const std::size_t rows = predictions.label.size();
  const std::size_t classes = predictions.classes.size();
  if (truth.size() != rows || (!weights.empty() && weights.size() != rows) ||
      (rows_ && classes_ != classes))
    throw Error(ErrorCode::shape,
                "ROC scores got " + detail::counted(rows, "prediction", "predictions") + " of " +
                    detail::counted(classes, "class", "classes") + ", " +
                    detail::counted(truth.size(), "true class", "true classes") + " and " +
                    detail::counted(weights.size(), "weight", "weights") +
                    "; give one of each for every row, always of the same classes");
  detail::check_scored(truth, weights, classes);
  classes_ = classes;
  if (!has_room_for(rows, classes)) leave_out(classes);
  const std::size_t first = first_ranked(classes);
  std::vector<double> scores(classes - first);
  for (std::size_t row = 0; !too_many_ && row < rows; ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    if (truth[row] < 0 || weight == 0) continue;
    const auto own = static_cast<std::size_t>(truth[row]);
    const auto logs = predictions.log_probabilities(static_cast<Index>(row));
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] = without_rounding(log_odds(logs, first + i));
    if (!rows_) rows_ = std::make_unique<detail::RankedRows>();
    rows_->add(scores, own - first, weight);
    numbers_ += scores.size();
  }
}

bool RocScores::has_room_for(std::size_t rows, std::size_t classes) const {
  return !too_many_ && (classes <= 2 || numbers_ + rows * classes <= most_numbers);
}

void RocScores::leave_out(std::size_t classes) {
  rows_ = nullptr;
  classes_ = classes;
  too_many_ = true;
}

RocAreas RocScores::areas() const {
  RocAreas areas{.classes = std::vector<std::optional<double>>(classes_)};
  double sum = 0;
  double total = 0;
  const double unit = rows_ ? unit_of_pairs(rows_->sides(0)) : 1;
  for (std::size_t i = 0; rows_ && i < rows_->classes(); ++i) {
    const double inside = unit * rows_->sides(i).inside;
    const double outside = unit * rows_->sides(i).outside;
    if (!(inside > 0) || !(outside > 0)) continue;
    const double area = rows_->pairs_in_order(i, unit) / (inside * outside);
    areas.classes[first_ranked(classes_) + i] = area;
    sum += inside * area;
    total += inside;
  }
  if (classes_ == 2) areas.classes[0] = areas.classes[1];
  if (total > 0) areas.area = sum / total;
  return areas;
}

}  // namespace credence
