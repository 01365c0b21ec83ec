// Quantities of numbers: moments, quantiles, zeros, bins.
#include <credence/base/special.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/study/check_quantities.hpp>
#include <credence/detail/study/picture_context.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "study/rows/bin_holding.hpp"

namespace credence::detail {
namespace {

// From how many rows on a quantile is told: two of them are then at least as far out, and it is neither
// minimum nor maximum.
constexpr Index rows_for_twentieths = 40;
constexpr Index rows_for_hundredths = 200;

// The mean of f(x). The sum is divided at the end, so that means of whole numbers with the same sum are
// equal, unless it is beyond the range of double.
template <class Function>
double mean_of(const std::vector<double>& values, std::span<const double> weights, double total,
               Function&& of) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += (weights.empty() ? 1.0 : weights[i]) * of(values[i]);
  if (std::isfinite(sum)) return sum / total;
  sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += (weights.empty() ? 1.0 : weights[i]) / total * of(values[i]);
  return sum;
}

// Numbers of which quantiles are asked for in ascending order. Those without weights are counted in
// equal buckets, which tell between which two numbers a quantile lies: few are left to put into order.
class Ordered {
 public:
  Ordered(const std::vector<double>& values, std::span<const double> weights, double total)
      : values_(values), total_(total) {
    for (std::size_t i = 0; i < weights.size(); ++i) pairs_.emplace_back(values[i], weights[i]);
    std::sort(pairs_.begin(), pairs_.end());
    if (pairs_.empty()) count();
  }
  /// The least number that a share of the weight does not exceed.
  [[nodiscard]] double quantile(double share) {
    constexpr double slack = 1e-9;  // of a share that rounding took above a whole number of rows
    const double wanted = share * total_ - slack * total_;
    if (pairs_.empty()) return at(static_cast<std::size_t>(std::max(std::ceil(wanted) - 1, 0.0)));
    double below = 0;
    for (const auto& [value, weight] : pairs_)
      if ((below += weight) >= wanted) return value;
    return pairs_.back().first;
  }

 private:
  static constexpr unsigned char last = 63;  // bucket

  void count() {
    const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
    const double per_unit = (last + 1) / (*greatest - *least);
    buckets_.reserve(values_.size());
    for (const double value : values_) {
      const double guess = (value - *least) * per_unit;  // NaN where buckets have no width
      buckets_.push_back(guess < last ? static_cast<unsigned char>(guess) : last);
      ++counts_[buckets_.back()];
    }
  }

  // The number at this place of all in order.
  [[nodiscard]] double at(std::size_t place) {
    while (below_ + counts_[bucket_] <= place) below_ += counts_[bucket_++];
    some_.resize(values_.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {  // no branches, which nobody could foretell
      some_[kept] = values_[i];
      kept += static_cast<std::size_t>(buckets_[i] == bucket_);
    }
    const auto found = some_.begin() + static_cast<std::ptrdiff_t>(place - below_);
    std::nth_element(some_.begin(), found, some_.begin() + static_cast<std::ptrdiff_t>(kept));
    return *found;
  }

  const std::vector<double>& values_;
  double total_;
  std::vector<std::pair<double, double>> pairs_;  // with their weights, in order
  std::vector<unsigned char> buckets_;  // of the numbers: none of a greater number is before
  std::array<std::size_t, last + 1> counts_ = {};
  std::size_t bucket_ = 0;  // of the last quantile
  std::size_t below_ = 0;   // how many numbers the buckets before it hold
  std::vector<double> some_;
};

// In units of the largest number where squares are beyond the range of double.
double deviation_of(const std::vector<double>& values, std::span<const double> weights,
                    double total, double middle) {
  const auto in_units = [&](double unit) {
    return unit * std::sqrt(mean_of(values, weights, total, [=](double x) {
             const double distance = x / unit - middle / unit;
             return distance * distance;
           }));
  };
  const double plain = in_units(1);
  if (plain > 1e-150 && plain < 1e150) return plain;
  double far = 0;
  for (const double value : values) far = std::max(far, std::abs(value));
  return far > 0 ? in_units(std::scalbn(1.0, std::ilogb(far))) : plain;
}

bool in_order(Quantity quantity) {
  return quantity == Quantity::quantile || quantity == Quantity::turn_quantile;
}

// What needs no order.
double of_all(Quantity quantity, const std::vector<double>& values, std::span<const double> weights,
              double total, double middle) {
  const auto mean = [&](auto&& of) { return mean_of(values, weights, total, of); };
  switch (quantity) {
    case Quantity::mean:
      return middle;
    case Quantity::deviation:
      return deviation_of(values, weights, total, middle);
    case Quantity::minimum:
      return *std::min_element(values.begin(), values.end());
    case Quantity::maximum:
      return *std::max_element(values.begin(), values.end());
    case Quantity::zeros:
      return mean([](double x) { return x == 0 ? 1.0 : 0.0; });
    case Quantity::mean_cosine:
      return mean([](double x) { return std::cos(x); });
    case Quantity::mean_sine:
      return mean([](double x) { return std::sin(x); });
    default:
      break;
  }
  return std::hypot(mean([](double x) { return std::cos(x); }),
                    mean([](double x) { return std::sin(x); }));
}

// 0 where the unit vectors cancel.
double mean_direction(const std::vector<double>& values, std::span<const double> weights) {
  double cosine = 0;
  double sine = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    cosine += (weights.empty() ? 1.0 : weights[i]) * std::cos(values[i]);
    sine += (weights.empty() ? 1.0 : weights[i]) * std::sin(values[i]);
  }
  return std::atan2(sine, cosine);
}

void unwind(std::vector<double>& values, double middle) {
  for (double& value : values) value = unwound(value, middle);
}

// Simulated numbers may lie beyond those of the data: as many bins more on either side, but none below
// 0 where no number can be.
void widen(bool positive, std::vector<double>& edges) {
  const double width = edges[1] - edges[0];
  const std::size_t more = std::max<std::size_t>(edges.size() / 6, 2);
  const double last = edges.back();
  for (std::size_t i = 1; i <= more; ++i) edges.push_back(last + static_cast<double>(i) * width);
  std::vector<double> before;
  for (std::size_t i = more; i >= 1; --i)
    before.push_back(edges[0] - static_cast<double>(i) * width);
  if (positive) std::erase_if(before, [](double edge) { return edge < 0; });
  edges.insert(edges.begin(), before.begin(), before.end());
  // Where the range of double ends there is nothing to see, and equal edges would hold nothing.
  std::erase_if(edges, [](double edge) { return !std::isfinite(edge); });
}

void add_quantiles(Quantity quantity, Index rows, std::initializer_list<double> shares,
                   std::vector<QuantityName>& names) {
  for (const double share : shares) {
    const bool outer = share < 0.03 || share > 0.97;
    if (rows >= (outer ? rows_for_hundredths : rows_for_twentieths))
      names.push_back({.quantity = quantity, .share = share});
  }
}

}  // namespace

CheckedNumbers::CheckedNumbers(std::vector<std::string> columns, Index classes, Kind kind)
    : CheckedClasses(classes), kind_(kind), middles_(columns.size()) {
  for (std::string& name : columns) columns_.push_back({.feature = std::move(name)});
  for (OfClass& of : classes_) {
    of.values.resize(columns_.size());
    of.of_column.resize(columns_.size());
    of.plans.resize(columns_.size());
  }
}

void CheckedNumbers::add(Index klass, std::span<const double> row, double weight, double exposure) {
  OfClass& of = in(klass);
  of.weights.push_back(weight);
  of.exposures.push_back(exposure);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const bool present = !std::isnan(row[c]);
    of.present.push_back(present);
    if (!present) continue;
    of.values[c].push_back(row[c]);
    of.of_column[c].push_back(weight);
  }
}

// Bins of a picture of the feature, those of numbers or those of counts.
void CheckedNumbers::frame(std::size_t column, const CheckOptions& options) {
  ClassNumbers all;
  for (std::size_t klass = 0; klass < classes_.size(); ++klass)
    for (const double value : classes_[klass].values[column])
      all.add(value, static_cast<Index>(klass), 1);
  if (kind_.directions) {
    middles_[column] = mean_direction(all.values, {});
    unwind(all.values, middles_[column]);
  }
  FeaturePicture picture{.classes = std::vector<std::string>(classes_.size()),
                         .rows = std::vector<double>(classes_.size())};
  const PictureOptions asked{.points = 2, .most_levels = options.most_levels};
  CheckedColumn& seen = columns_[column];
  if (!kind_.counts) {
    frame_numbers(all, asked, kind_.positive, picture);
    seen.edges = std::move(picture.edges);
    if (!kind_.directions) widen(kind_.positive, seen.edges);
    return;
  }
  const CountRanges ranges = frame_counts(all, asked, picture);
  seen.kind = PictureKind::levels;
  seen.edges = ranges.first;
  seen.edges.push_back(infinity);
  seen.levels = std::move(picture.levels);
  seen.levels_in_all = std::ssize(seen.levels);
}

void CheckedNumbers::plan(std::size_t column, OfClass& of) const {
  CellPlan& plan = of.plans[column];
  plan.rows = std::ssize(of.values[column]);
  if (plan.rows == 0) return;
  const auto add = [&](Quantity quantity) { plan.names.push_back({.quantity = quantity}); };
  if (kind_.directions) {
    for (const Quantity each :
         {Quantity::mean_cosine, Quantity::mean_sine, Quantity::resultant_length})
      add(each);
    add_quantiles(Quantity::turn_quantile, plan.rows, {0.01, 0.05, 0.95, 0.99}, plan.names);
    return;
  }
  add(Quantity::mean);
  if (plan.rows > 1)
    for (const Quantity each : {Quantity::deviation, Quantity::minimum}) add(each);
  add_quantiles(Quantity::quantile, plan.rows, {0.01, 0.05, 0.95, 0.99}, plan.names);
  if (plan.rows > 1) add(Quantity::maximum);
  const auto has_zero = [&](const OfClass& each) {
    const auto& values = each.values[column];
    return std::find(values.begin(), values.end(), 0.0) != values.end();
  };
  if (kind_.counts || (kind_.zero && std::any_of(classes_.begin(), classes_.end(), has_zero)))
    add(Quantity::zeros);
}

void CheckedNumbers::settle(const CheckOptions& options) {
  const auto forget_ones = [](auto& values) {
    if (std::all_of(values.begin(), values.end(), [](double x) { return x == 1; })) values.clear();
  };
  for (OfClass& of : classes_) {
    forget_ones(of.exposures);
    for (std::vector<double>& weights : of.of_column) forget_ones(weights);
    if (std::find(of.present.begin(), of.present.end(), false) == of.present.end())
      of.present.clear();
  }
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    frame(c, options);
    for (OfClass& of : classes_) plan(c, of);
  }
}

void CheckedNumbers::measure(const OfClass& like, std::vector<std::vector<double>>& values,
                             Heights out) const {
  std::size_t place = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::size_t names = like.plans[c].names.size();
    const auto bins = static_cast<std::size_t>(columns_[c].bins());
    if (like.plans[c].rows > 0)
      measure_column(like, c, values[c], out.subspan(place, names),
                     out.subspan(place + names, bins));
    place += names + bins;
  }
}

void CheckedNumbers::measure_column(const OfClass& like, std::size_t column,
                                    std::vector<double>& values, Heights quantities,
                                    Heights bins) const {
  const std::vector<QuantityName>& names = like.plans[column].names;
  const std::vector<double>& weights = like.of_column[column];
  const double total = weights.empty() ? static_cast<double>(values.size()) : sum_of(weights);
  if (kind_.directions) unwind(values, middles_[column]);
  const BinHolding bin_holding(columns_[column].edges);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const Index bin = bin_holding(values[i]); bin >= 0)
      bins[static_cast<std::size_t>(bin)] += weights.empty() ? 1.0 : weights[i];
  const double mean = mean_of(values, weights, total, [](double x) { return x; });
  for (std::size_t q = 0; q < names.size(); ++q)
    if (!in_order(names[q].quantity))
      quantities[q] = of_all(names[q].quantity, values, weights, total, mean);
  const double middle = kind_.directions ? mean_direction(values, weights) : 0;
  if (kind_.directions) unwind(values, middle);
  Ordered ordered(values, weights, total);
  for (std::size_t q = 0; q < names.size(); ++q)
    if (in_order(names[q].quantity)) quantities[q] = ordered.quantile(names[q].share) - middle;
}

void CheckedNumbers::observed(Index klass, Heights out) const {
  const OfClass& of = in(klass);
  std::vector<std::vector<double>> values = of.values;
  measure(of, values, out);
}

}  // namespace credence::detail
