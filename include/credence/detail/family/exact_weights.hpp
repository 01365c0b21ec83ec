#pragma once
// Statistics that keep a weight for each different number, without rounding.
#include <cmath>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/family/exact_statistics.hpp>
#include <vector>

namespace credence {

template <>
struct SumsOf<ValueHistogram> {
  [[nodiscard]] static ValueHistogram rounded(const ExactWeights& weights) {
    ValueHistogram seen;
    ExactSum all;
    for (const auto& [value, weight] : weights) {
      seen.values.push_back(value);
      seen.weights.push_back(weight.value());
      all.add(weight);
    }
    seen.n = all.value();
    return seen;
  }
};

/// The exact weight of each number that was seen, of no other. The same expressions as of sums.
template <SummableByNumber S>
class ExactStatistics<S> {
 public:
  using value_type = double;

  /// cost    logarithmic in the number of different numbers
  void observe(double x, double weight = 1) { add(x, weight); }
  /// Error{domain} when this cannot have been seen; then nothing is forgotten.
  void forget(double x, double weight = 1) {
    add(x, -weight);
    try {
      check();
    } catch (const Error&) {
      add(x, weight);
      throw;
    }
  }
  /// The same without looking whether it was ever seen; for many at once, before one check().
  void take_back(double x, double weight) { add(x, -weight); }
  /// Throws Error{domain} unless some data could have these weights.
  void check() const { static_cast<void>(checked()); }
  /// Returns the statistics, which some data could have; throws as check.
  [[nodiscard]] S checked() const {
    for (const auto& [value, weight] : weights_)
      if (weight.sign() < 0)
        throw Error(ErrorCode::domain, "cannot forget more than was seen of the number " +
                                           detail::text(value) +
                                           "; forget only data that was observed");
    S seen = statistics();
    check_members(seen, "what is left after forgetting");
    return seen;
  }
  void merge(const ExactStatistics& other) {
    for (const auto& [value, weight] : other.weights_) {
      const auto place = weights_.try_emplace(value).first;
      place->second.add(weight);
      drop_if_none(place);
    }
  }

  /// Returns each number rounded once.
  [[nodiscard]] S statistics() const { return SumsOf<S>::rounded(weights_); }
  [[nodiscard]] double count() const { return statistics().count(); }

  /// There are no levels.
  [[nodiscard]] static Index levels() { return 0; }
  static void resize(Index) {}

  /// Returns each number that was seen, followed by its weight.
  [[nodiscard]] std::vector<ExactSum> sums() const {
    std::vector<ExactSum> all;
    for (const auto& [value, weight] : weights_) {
      all.emplace_back().add(value);
      all.push_back(weight);
    }
    return all;
  }
  [[nodiscard]] static bool fits(std::size_t sums, Index) { return sums % 2 == 0; }
  /// throws  Error{domain} unless the numbers are doubles that ascend, none of weight 0
  [[nodiscard]] static ExactStatistics from_sums(const std::vector<ExactSum>& sums) {
    ExactStatistics result;
    for (std::size_t i = 0; i + 1 < sums.size(); i += 2) {
      const double value = sums[i].value();
      ExactSum same;
      if (std::isfinite(value)) same.add(value);
      const bool ascends = result.weights_.empty() || result.weights_.rbegin()->first < value;
      if (!(same == sums[i]) || !ascends || sums[i + 1].sign() == 0)
        throw Error(ErrorCode::domain,
                    "has exact weights of numbers that do not ascend, or of none");
      result.weights_.emplace_hint(result.weights_.end(), value, sums[i + 1]);
    }
    return result;
  }

  friend bool operator==(const ExactStatistics&, const ExactStatistics&) = default;

 private:
  void add(double x, double weight) {
    if (weight == 0) return;
    // 0 and -0 are one number, and are written as one.
    const auto place = weights_.try_emplace(x + 0.0).first;
    place->second.add(weight);
    drop_if_none(place);
  }
  void drop_if_none(ExactWeights::iterator place) {
    if (place->second.sign() == 0) weights_.erase(place);
  }

  ExactWeights weights_;
};

}  // namespace credence
