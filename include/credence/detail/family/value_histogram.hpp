#pragma once
// Numbers, each with how often it was seen.
#include <credence/base/members.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/base/sorted.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/counting.hpp>
#include <span>
#include <utility>
#include <vector>

namespace credence {

namespace detail {
class GrowingHistogram;
}

/// Total weight, and the weight of each number that was seen: for families whose evidence depends on
/// the data through more than sums, such as one with a constant that statistics do not know, or
/// bins that are chosen late. The room is that of the different numbers, not of the rows.
///
///     ValueHistogram seen;
///     for (double x : {0.0, 3.0, 3.0}) seen.observe(x);
///     seen.weights;    // 1 of 0, 2 of 3
struct ValueHistogram {
  using value_type = double;

  double n = 0;
  std::vector<double> values;   ///< ascending
  std::vector<double> weights;  ///< above 0

  /// cost  logarithmic in the number of different numbers for one that was seen before, else linear
  void observe(double x, double weight = 1) {
    if (weight == 0) return;
    const std::size_t place = place_of(x);
    if (place == values.size() || values[place] != x) {
      values.insert(at(values, place), x);
      weights.insert(at(weights, place), 0.0);
    }
    weights[place] += weight;
    n += weight;
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(double x, double weight = 1) {
    if (weight == 0) return;
    const std::size_t place = place_of(x);
    const double left = detail::taken_back(weight_of(x), weight, "weight of a number");
    const double count_left = detail::total_left(n, weight, "count");
    weights[place] = left;
    if (left == 0) {
      values.erase(at(values, place));
      weights.erase(at(weights, place));
    }
    n = values.empty() ? 0 : count_left;
  }
  void merge(const ValueHistogram& other) {
    ValueHistogram both{.n = n + other.n, .values = {}, .weights = {}};
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < values.size() || j < other.values.size()) {
      const bool ours =
          j == other.values.size() || (i < values.size() && values[i] <= other.values[j]);
      const bool theirs =
          i == values.size() || (j < other.values.size() && other.values[j] <= values[i]);
      both.values.push_back(ours ? values[i] : other.values[j]);
      both.weights.push_back((ours ? weights[i] : 0) + (theirs ? other.weights[j] : 0));
      i += ours ? 1 : 0;
      j += theirs ? 1 : 0;
    }
    *this = std::move(both);
  }
  /// Returns what merging all cells in their order gives, with the same bits.
  /// cost  the numbers of all cells, times the logarithm of how many cells there are
  [[nodiscard]] static ValueHistogram pooled(std::span<const ValueHistogram> cells);
  /// Multiplies the weight of all that was seen by a factor in (0, 1]. A number
  /// whose weight becomes 0 is one that was not seen.
  void discount(double factor) {
    const ValueHistogram before = std::move(*this);
    *this = {};
    for (std::size_t i = 0; i < before.values.size(); ++i)
      observe_last(before.values[i], detail::discounted(before.weights[i], factor));
    n = values.empty() ? 0 : detail::discounted(before.n, factor);
  }
  [[nodiscard]] double count() const { return n; }
  /// Returns how often a number was seen.
  [[nodiscard]] double weight_of(double x) const {
    const std::size_t place = place_of(x);
    return place < values.size() && values[place] == x ? weights[place] : 0;
  }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp).
  [[nodiscard]] std::string contradiction() const {
    if (values.size() != weights.size())
      return "there is not one of 'weights' for each of 'values'";
    for (const double weight : weights)
      if (weight == 0) return "'weights' holds 0, of a number that was then not seen";
    const double sum = compensated_sum(weights);
    std::string why = detail::above({"count", n}, {"sum of 'weights'", sum});
    return why.empty() ? detail::above({"sum of 'weights'", sum}, {"count", n}) : why;
  }

  static constexpr auto members =
      Members{Member{"count", &ValueHistogram::n, Domain::nonnegative},
              Member{"values", &ValueHistogram::values, Domain::ascending},
              Member{"weights", &ValueHistogram::weights, Domain::nonnegative}};
  friend bool operator==(const ValueHistogram&, const ValueHistogram&) = default;

 private:
  friend class detail::GrowingHistogram;

  /// Puts a number that is larger than all others.
  void observe_last(double x, double weight) {
    if (weight == 0) return;
    values.push_back(x);
    weights.push_back(weight);
  }
  /// Returns where a number stands, or would. Counts of which none below is missing are found at once.
  [[nodiscard]] std::size_t place_of(double x) const {
    if (x >= 0 && x < static_cast<double>(values.size())) {
      const auto own = static_cast<std::size_t>(x);
      if (values[own] == x) return own;
    }
    return detail::first_not_below(values, x);
  }
  [[nodiscard]] static std::vector<double>::iterator at(std::vector<double>& list,
                                                        std::size_t place) {
    return list.begin() + static_cast<std::ptrdiff_t>(place);
  }
};

namespace detail {

/// A histogram of many rows, whose numbers come in any order. New ones wait until they are as many
/// as those it has: each costs a logarithm, where it would move all that are larger.
class GrowingHistogram {
 public:
  /// Adds a number as `ValueHistogram::observe` does, with the same bits.
  void observe(double x, double weight) {
    if (weight == 0) return;
    const std::size_t place = seen_.place_of(x);
    seen_.n += weight;
    if (place < seen_.values.size() && seen_.values[place] == x) {
      seen_.weights[place] += weight;
      return;
    }
    constexpr std::size_t fewest = 64;
    waiting_.push_back({.value = x, .weight = weight});
    if (waiting_.size() > fewest && waiting_.size() > seen_.values.size()) settle();
  }
  void merge(const GrowingHistogram& other) {
    settle();
    seen_.merge(other);
  }
  /// Returns what was seen.
  operator ValueHistogram() const {
    GrowingHistogram all = *this;
    all.settle();
    return std::move(all.seen_);
  }

 private:
  struct Waiting {
    double value = 0;
    double weight = 0;
  };

  /// Puts those that wait in their places.
  void settle();

  ValueHistogram seen_;           // the total is that of all
  std::vector<Waiting> waiting_;  // of numbers that are not there, in the order of the rows
};

}  // namespace detail

/// Returns the weighted sum of the numbers.
[[nodiscard]] inline double total(const ValueHistogram& seen) {
  CompensatedSum sum;
  for (std::size_t i = 0; i < seen.values.size(); ++i) sum.add(seen.weights[i] * seen.values[i]);
  return sum.value();
}

}  // namespace credence
