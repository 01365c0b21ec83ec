#pragma once
// Statistics that remember their data without rounding: any order, any parts, and taken back whole.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/base/sum.hpp>
#include <credence/family/family.hpp>
#include <map>
#include <span>
#include <vector>

namespace credence {

/// How statistics of type `S` follow from sums over the data. Specialise it for a type of your own,
/// and its family can be learned exactly; the library's stand beside their statistics.
///
/// expressions  SumsOf<S>::fixed, SumsOf<S>::each: how many sums there are, and how many more for
///              each level (or column); sums of level k begin at fixed + k * each
///              SumsOf<S>::add(sums, datum, weight): adds the terms of a datum; the weight is
///              negative where it is taken back. `sums` may have to grow
///              SumsOf<S>::rounded(sums): the statistics, each number rounded once
template <class S>
struct SumsOf {};

/// Statistics that are a few sums, or a few for each level.
template <class S>
concept SummableByLevel = SufficientStatistics<S> &&
    requires(std::vector<ExactSum>& sums, const typename S::value_type& datum, double weight) {
  {SumsOf<S>::fixed + SumsOf<S>::each};
  SumsOf<S>::add(sums, datum, weight);
  { SumsOf<S>::rounded(sums) } -> std::same_as<S>;
};

/// Different numbers, each with the sum of its weights.
using ExactWeights = std::map<double, ExactSum>;

/// Statistics that are the weight of each different number: SumsOf<S>::rounded takes ExactWeights,
/// and nothing else is asked of it (detail/family/exact_weights.hpp).
template <class S>
concept SummableByNumber = SufficientStatistics<S> &&
    std::same_as<typename S::value_type, double> && requires(const ExactWeights& weights) {
  { SumsOf<S>::rounded(weights) } -> std::same_as<S>;
};

/// Statistics that SumsOf knows.
template <class S>
concept ExactlySummable = SummableByLevel<S> || SummableByNumber<S>;

/// The sums behind statistics, without rounding: equal for any order of the data, any way to divide
/// and merge it, and for data that came and was taken back. Statistics of family.hpp themselves.
///
///     ExactStatistics<Moments> seen;
///     for (double x : {1e9, 1e9 + 1}) seen.observe(x);
///     seen.forget(1e9);
///     seen.statistics().mean;    // 1e9 + 1
///
/// laws     laws/exact.test.cpp
template <ExactlySummable S>
class ExactStatistics {
 public:
  using value_type = typename S::value_type;

  void observe(const value_type& datum, double weight = 1) {
    if (weight != 0) SumsOf<S>::add(sums_, datum, weight);
  }
  /// Error{domain} when this cannot have been seen; then nothing is forgotten. Costs one rounding of
  /// all statistics.
  void forget(const value_type& datum, double weight = 1) {
    if (weight == 0) return;
    SumsOf<S>::add(sums_, datum, -weight);
    try {
      check();
    } catch (const Error&) {
      SumsOf<S>::add(sums_, datum, weight);
      throw;
    }
  }
  /// The same without looking whether it was ever seen; for many at once, before one check().
  void take_back(const value_type& datum, double weight) {
    if (weight != 0) SumsOf<S>::add(sums_, datum, -weight);
  }
  /// Throws Error{domain} unless some data could have these sums.
  void check() const { static_cast<void>(checked()); }
  /// Returns the statistics, which some data could have; throws as check.
  [[nodiscard]] S checked() const {
    S seen = statistics();
    check_members(seen, "what is left after forgetting");
    if (seen.count() != 0) return seen;
    for (const ExactSum& sum : sums_)
      if (sum.sign() != 0)
        throw Error(ErrorCode::domain,
                    "cannot forget what was not seen: no data is left, but a sum of it is; forget "
                    "only data that was observed");
    return seen;
  }
  void merge(const ExactStatistics& other) {
    if (sums_.size() < other.sums_.size()) sums_.resize(other.sums_.size());
    for (std::size_t i = 0; i < other.sums_.size(); ++i) sums_[i].add(other.sums_[i]);
  }

  /// Returns each number rounded once.
  [[nodiscard]] S statistics() const { return SumsOf<S>::rounded(sums_); }
  [[nodiscard]] double count() const { return statistics().count(); }

  /// Of statistics with levels or columns.
  [[nodiscard]] Index levels() const {
    if constexpr (each == 0) return 0;
    return sums_.size() <= fixed ? 0 : static_cast<Index>((sums_.size() - fixed) / each);
  }
  void resize(Index levels) {
    const std::size_t size = fixed + static_cast<std::size_t>(levels) * each;
    if (size > sums_.size()) sums_.resize(size);
  }
  /// Level i becomes level to[i] of n; those that meet are added.
  void rearrange(std::span<const Index> to, Index n) {
    std::vector<ExactSum> moved(fixed + static_cast<std::size_t>(n) * each);
    for (std::size_t i = 0; i < std::min(fixed, sums_.size()); ++i) moved[i] = sums_[i];
    for (std::size_t level = 0; level < static_cast<std::size_t>(levels()); ++level)
      for (std::size_t i = 0; i < each; ++i)
        if (const ExactSum& sum = sums_[fixed + level * each + i]; sum.sign() != 0)
          moved[fixed + static_cast<std::size_t>(to[level]) * each + i].add(sum);
    sums_ = std::move(moved);
  }
  /// Returns the sums of some levels in this order, and of all data.
  [[nodiscard]] ExactStatistics restricted(std::span<const Index> kept) const {
    ExactStatistics result;
    result.sums_.resize(fixed + kept.size() * each);
    for (std::size_t i = 0; i < std::min(fixed, sums_.size()); ++i) result.sums_[i] = sums_[i];
    for (std::size_t k = 0; k < kept.size(); ++k)
      for (std::size_t i = 0; i < each; ++i)
        if (const std::size_t from = fixed + static_cast<std::size_t>(kept[k]) * each + i;
            from < sums_.size())
          result.sums_[fixed + k * each + i] = sums_[from];
    return result;
  }

  [[nodiscard]] const std::vector<ExactSum>& sums() const { return sums_; }
  /// Returns whether these are as many sums as statistics with so many levels have.
  [[nodiscard]] static bool fits(std::size_t sums, Index levels) {
    return sums == fixed + static_cast<std::size_t>(levels) * each;
  }
  [[nodiscard]] static ExactStatistics from_sums(std::vector<ExactSum> sums) {
    ExactStatistics result;
    result.sums_ = std::move(sums);
    return result;
  }

  /// Sums that are not there are 0.
  friend bool operator==(const ExactStatistics& a, const ExactStatistics& b) {
    const auto& longer = a.sums_.size() < b.sums_.size() ? b.sums_ : a.sums_;
    const auto& shorter = a.sums_.size() < b.sums_.size() ? a.sums_ : b.sums_;
    for (std::size_t i = 0; i < longer.size(); ++i)
      if (i < shorter.size() ? longer[i] != shorter[i] : longer[i].sign() != 0) return false;
    return true;
  }

 private:
  static constexpr std::size_t fixed = SumsOf<S>::fixed;
  static constexpr std::size_t each = SumsOf<S>::each;

  std::vector<ExactSum> sums_ = std::vector<ExactSum>(fixed);
};

}  // namespace credence
