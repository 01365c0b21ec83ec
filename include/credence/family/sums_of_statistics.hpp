#pragma once
// Which sums the statistics of the library's families are, for learning without rounding.
#include <cmath>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/exact_weights.hpp>
#include <credence/family/families.hpp>

namespace credence {

namespace detail {

/// Sums of weights, of weighted numbers and of their weighted squares, from `at` on.
inline void add_moments(std::vector<ExactSum>& sums, std::size_t at, double x, double weight) {
  sums[at].add(weight);
  sums[at + 1].add_product(weight, x);
  sums[at + 2].add_product(weight, x, x);
}

/// The moments that three sums stand for; without weight there is nothing to divide by.
[[nodiscard]] inline Moments rounded_moments(const std::vector<ExactSum>& sums, std::size_t at) {
  if (sums[at].sign() == 0) return {};
  return {.n = sums[at].value(),
          .mean = exact_ratio(sums[at + 1], sums[at]),
          .sum_of_squares = exact_centred_squares(sums[at], sums[at + 1], sums[at + 2])};
}

/// The sums of each level of `n`, from the first of levels on.
[[nodiscard]] inline std::vector<double> rounded_levels(const std::vector<ExactSum>& sums,
                                                        std::size_t fixed) {
  std::vector<double> counts;
  for (std::size_t i = fixed; i < sums.size(); ++i) counts.push_back(sums[i].value());
  return counts;
}

/// The sum with this number, which is made where there is none.
[[nodiscard]] inline ExactSum& sum_at(std::vector<ExactSum>& sums, std::size_t at) {
  if (sums.size() <= at) sums.resize(at + 1);
  return sums[at];
}

}  // namespace detail

template <>
struct SumsOf<Moments> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    detail::add_moments(sums, 0, x, weight);
  }
  [[nodiscard]] static Moments rounded(const std::vector<ExactSum>& sums) {
    return detail::rounded_moments(sums, 0);
  }
};

/// Of the logarithms as doubles: these are rounded, what is made of them is not.
template <>
struct SumsOf<LogMoments> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    detail::add_moments(sums, 0, std::log(x), weight);
  }
  [[nodiscard]] static LogMoments rounded(const std::vector<ExactSum>& sums) {
    LogMoments seen;
    static_cast<Moments&>(seen) = detail::rounded_moments(sums, 0);
    return seen;
  }
};

template <>
struct SumsOf<ColumnMoments> {
  static constexpr std::size_t fixed = 1, each = 3;
  static void add(std::vector<ExactSum>& sums, const std::vector<double>& datum, double weight) {
    if (sums.size() < fixed + each * datum.size()) sums.resize(fixed + each * datum.size());
    sums[0].add(weight);
    for (std::size_t j = 0; j < datum.size(); ++j)
      if (!std::isnan(datum[j])) detail::add_moments(sums, fixed + each * j, datum[j], weight);
  }
  [[nodiscard]] static ColumnMoments rounded(const std::vector<ExactSum>& sums) {
    ColumnMoments seen;
    seen.rows = sums[0].value();
    if (sums[0].sign() == 0) return seen;
    for (std::size_t at = fixed; at < sums.size(); at += each)
      seen.put(seen.columns(), detail::rounded_moments(sums, at));
    return seen;
  }
};

template <>
struct SumsOf<WaitingTotals> {
  static constexpr std::size_t fixed = 2, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, x);
  }
  [[nodiscard]] static WaitingTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(), .total = sums[1].value()};
  }
};

template <>
struct SumsOf<TrialTotals> {
  static constexpr std::size_t fixed = 2, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, x);
  }
  [[nodiscard]] static TrialTotals rounded(const std::vector<ExactSum>& sums) {
    return {.successes = sums[0].value(), .failures = sums[1].value()};
  }
};

/// Logarithms are rounded for each datum, their sum is not.
template <>
struct SumsOf<GammaTotals> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, x);
    sums[2].add_product(weight, std::log(x));
  }
  [[nodiscard]] static GammaTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(), .total = sums[1].value(), .log_total = sums[2].value()};
  }
};

/// Cosines and sines are rounded for each datum, their sums are not.
template <>
struct SumsOf<DirectionTotals> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, std::cos(x));
    sums[2].add_product(weight, std::sin(x));
  }
  [[nodiscard]] static DirectionTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(), .cosines = sums[1].value(), .sines = sums[2].value()};
  }
};

/// The part of the log density that no rate changes is rounded for each datum, its sum is not.
template <>
struct SumsOf<CountTotals> {
  static constexpr std::size_t fixed = 4, each = 0;
  static void add(std::vector<ExactSum>& sums, const Count& x, double weight) {
    CountTotals one;
    one.observe(x);
    sums[0].add(weight);
    sums[1].add_product(weight, one.total);
    sums[2].add_product(weight, one.exposure);
    sums[3].add_product(weight, one.log_base);
  }
  [[nodiscard]] static CountTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(),
            .total = sums[1].value(),
            .exposure = sums[2].value(),
            .log_base = sums[3].value()};
  }
};

template <>
struct SumsOf<BernoulliCounts> {
  static constexpr std::size_t fixed = 2, each = 0;
  static void add(std::vector<ExactSum>& sums, bool yes, double weight) {
    sums[yes ? 0 : 1].add(weight);
  }
  [[nodiscard]] static BernoulliCounts rounded(const std::vector<ExactSum>& sums) {
    return {.ones = sums[0].value(), .zeros = sums[1].value()};
  }
};

template <>
struct SumsOf<CategoricalCounts> {
  static constexpr std::size_t fixed = 0, each = 1;
  static void add(std::vector<ExactSum>& sums, Code level, double weight) {
    detail::sum_at(sums, static_cast<std::size_t>(level)).add(weight);
  }
  [[nodiscard]] static CategoricalCounts rounded(const std::vector<ExactSum>& sums) {
    return {.counts = detail::rounded_levels(sums, fixed)};
  }
};

template <>
struct SumsOf<WordTotals> {
  static constexpr std::size_t fixed = 1, each = 1;
  static void add(std::vector<ExactSum>& sums, const WordCounts& document, double weight) {
    detail::sum_at(sums, 0).add(weight);
    for (const WordCount& entry : document)
      if (entry.count != 0)
        detail::sum_at(sums, fixed + entry.word).add_product(weight, entry.count);
  }
  [[nodiscard]] static WordTotals rounded(const std::vector<ExactSum>& sums) {
    return {.counts = detail::rounded_levels(sums, fixed), .documents = sums[0].value()};
  }
};

}  // namespace credence
