#include <credence/study/metrics.hpp>

#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/place.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "study/metrics/check_scored.hpp"

namespace credence {

namespace {

// The mean of what a class has, over the classes that have rows.
template <class Of>
std::optional<double> mean_over_classes(const Confusion& confusion, Of&& of) {
  double sum = 0;
  Index count = 0;
  for (Index klass = 0; klass < std::ssize(confusion.classes()); ++klass) {
    if (!(confusion.weight_of_class(klass) > 0)) continue;
    sum += of(klass);
    ++count;
  }
  return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

std::size_t place_of_class(const Confusion& confusion, Index klass) {
  return detail::place_of("class", klass, confusion.classes().size());
}

}  // namespace

Confusion::Confusion(std::vector<std::string> classes)
    : classes_(std::move(classes)), of_class_(classes_.size()), of_label_(classes_.size()) {}

Confusion::Confusion(std::vector<std::string> classes, const std::vector<double>& matrix)
    : Confusion(std::move(classes)) {
  const std::size_t count = classes_.size();
  if (matrix.size() != count * count)
    throw Error(ErrorCode::shape, "a confusion matrix of " +
                                      detail::counted(count, "class", "classes") + " got " +
                                      detail::counted(matrix.size(), "number", "numbers") +
                                      "; give one for each pair of classes");
  for (std::size_t at = 0; at < matrix.size(); ++at)
    if (matrix[at] != 0)
      add(static_cast<Index>(at / count), static_cast<Index>(at % count), matrix[at]);
}

void Confusion::add(Index truth, Index predicted, double weight) {
  if (!(weight >= 0 && std::isfinite(weight)))
    throw Error(ErrorCode::domain, "a confusion matrix got the weight " + to_text(weight) +
                                       "; give finite numbers of at least 0");
  const std::size_t klass = place_of_class(*this, truth);
  const std::size_t label = place_of_class(*this, predicted);
  weight_[{truth, predicted}] += weight;
  of_class_[klass] += weight;
  of_label_[label] += weight;
}

double Confusion::at(Index truth, Index predicted) const {
  static_cast<void>(place_of_class(*this, truth));
  static_cast<void>(place_of_class(*this, predicted));
  const auto found = weight_.find({truth, predicted});
  return found == weight_.end() ? 0 : found->second;
}

double Confusion::weight_of_class(Index klass) const {
  return of_class_[place_of_class(*this, klass)];
}

double Confusion::weight_of_label(Index klass) const {
  return of_label_[place_of_class(*this, klass)];
}

std::vector<Confusion::Cell> Confusion::cells() const {
  std::vector<Cell> all;
  all.reserve(weight_.size());
  for (const auto& [pair, weight] : weight_)
    all.push_back({.truth = pair.first, .predicted = pair.second, .weight = weight});
  return all;
}

double recall(const Confusion& confusion, Index klass) {
  return confusion.at(klass, klass) / confusion.weight_of_class(klass);
}

double precision(const Confusion& confusion, Index klass) {
  return confusion.at(klass, klass) / confusion.weight_of_label(klass);
}

std::optional<double> f1(const Confusion& confusion, Index klass) {
  const double rows = confusion.weight_of_class(klass);
  if (!(rows > 0)) return std::nullopt;
  return 2 * confusion.at(klass, klass) / (rows + confusion.weight_of_label(klass));
}

std::optional<double> macro_f1(const Confusion& confusion) {
  return mean_over_classes(confusion, [&](Index klass) { return *f1(confusion, klass); });
}

std::optional<double> balanced_accuracy(const Confusion& confusion) {
  return mean_over_classes(confusion, [&](Index klass) { return recall(confusion, klass); });
}

Interval accuracy_interval(const Metrics& metrics, double mass) {
  return share_interval(metrics.accuracy * metrics.weight, metrics.weight, mass);
}

void Scorecard::check_shapes(std::size_t rows, const std::vector<std::string>& classes,
                             std::size_t truths, std::size_t weights) const {
  if (truths != rows || (weights != 0 && weights != rows))
    throw Error(ErrorCode::shape, "a scorecard got " +
                                      detail::counted(rows, "prediction", "predictions") + ", " +
                                      detail::counted(truths, "true class", "true classes") +
                                      " and " + detail::counted(weights, "weight", "weights") +
                                      "; give one of each for every row, or no weights");
  if (!confusion_.classes().empty() && confusion_.classes() != classes)
    throw Error(
        ErrorCode::shape,
        "a scorecard got predictions of different classes; use one for each list of classes");
}

void Scorecard::add(const Predictions& predictions, std::span<const Index> truth,
                    std::span<const double> weights) {
  check_shapes(predictions.label.size(), predictions.classes, truth.size(), weights.size());
  detail::check_scored(truth, weights, predictions.classes.size());
  if (confusion_.classes().empty()) confusion_ = Confusion(predictions.classes);
  unseen_cells_ += predictions.unseen_cells;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    if (truth[row] < 0 || weight == 0) continue;
    const auto own = static_cast<std::size_t>(truth[row]);
    const auto logs = predictions.log_probabilities(static_cast<Index>(row));
    RowScore score{.label = predictions.label[row],
                   .impossible = predictions.impossible[row],
                   .log_truth = logs[own]};
    for (std::size_t klass = 0; klass < logs.size(); ++klass) {
      const double p = std::exp(logs[klass]);
      // 1 - p of the true class keeps its digits where p is close to 1.
      const double miss = klass == own ? std::expm1(logs[klass]) : p;
      score.brier += miss * miss;
      score.largest = std::max(score.largest, p);
    }
    if (logs.size() == 2) score.second = std::exp(logs[1]);
    add_row(score, truth[row], weight);
  }
}

void Scorecard::add(const RowSummaries& summaries, const std::vector<std::string>& classes,
                    std::span<const Index> truth, std::span<const double> weights) {
  check_shapes(summaries.label.size(), classes, truth.size(), weights.size());
  detail::check_scored(truth, weights, classes.size());
  if (confusion_.classes().empty()) confusion_ = Confusion(classes);
  unseen_cells_ += summaries.unseen_cells;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    if (truth[row] < 0 || weight == 0) continue;
    add_row({.label = summaries.label[row],
             .impossible = summaries.impossible[row],
             .log_truth = summaries.log_truth[row],
             .brier = summaries.brier[row],
             .largest = summaries.largest[row]},
            truth[row], weight);
  }
}

void Scorecard::add_row(const RowScore& row, Index truth, double weight) {
  const bool right = row.label == truth;
  ++sums_.rows;
  sums_.impossible_rows += row.impossible ? 1 : 0;
  sums_.weight.add(weight);
  sums_.right.add(right ? weight : 0);
  const double loss = row.impossible ? std::numeric_limits<double>::infinity() : -row.log_truth;
  sums_.log_loss.add(weight * loss);
  if (std::isinf(loss))
    sums_.ruled_out.add(weight);
  else
    sums_.losses.observe(loss, weight);
  if (row.second)
    calibration_.add(*row.second, truth == 1, weight);
  else
    calibration_.add(row.largest, right, weight);
  sums_.brier.add(weight * row.brier);
  sums_.confidence.add(weight * row.largest);
  sums_.excesses.observe(row.largest - (right ? 1.0 : 0.0), weight);
  confusion_.add(truth, row.label, weight);
}

Metrics detail::MetricSums::metrics() const {
  if (rows == 0)
    throw Error(
        ErrorCode::undefined,
        "no row with a known class was scored, so that there is no accuracy; give rows with a "
        "label");
  const double total = weight.value();
  // The sum of -0 terms must not print as -0.
  const double mean_loss = std::max(log_loss.value() / total, 0.0);
  return {
      .accuracy = right.value() / total,
      .log_loss = mean_loss,
      .brier = brier.value() / total,
      .confidence = confidence.value() / total,
      .impossible_rows = impossible_rows,
      .weight = total,
      .log_loss_error = std::isfinite(mean_loss) ? std::sqrt(losses.variance() / total) : mean_loss,
      .confidence_error = std::sqrt(excesses.variance() / total),
      .ruled_out = ruled_out.value() / total};
}

Metrics Scorecard::metrics() const { return sums_.metrics(); }

Calibration Scorecard::calibration() const {
  Calibration all = calibration_.calibration();
  if (confusion_.classes().size() == 2) all.klass = confusion_.classes().back();
  return all;
}

}  // namespace credence
