#pragma once
// Count, mean and spread of several columns at once.
#include <cmath>
#include <credence/detail/family/moments.hpp>
#include <credence/family/exact_statistics.hpp>
#include <vector>

namespace credence {

/// The moments of each of several columns, and the weight of the rows. A datum is one number for
/// each column; NaN stands for a missing one, which its column does not count. The list of columns
/// grows when a datum is longer and never shrinks.
///
///     ColumnMoments seen;
///     seen.observe({171, 64});
///     seen.column(1).mean;    // 64
struct ColumnMoments {
  using value_type = std::vector<double>;

  double rows = 0;
  std::vector<double> counts;
  std::vector<double> means;
  std::vector<double> sums_of_squares;

  [[nodiscard]] Index columns() const { return static_cast<Index>(counts.size()); }
  /// What was seen of a column; nothing of one beyond the last.
  [[nodiscard]] Moments column(Index j) const {
    const auto at = static_cast<std::size_t>(j);
    if (at >= counts.size()) return {};
    return {.n = counts[at], .mean = means[at], .sum_of_squares = sums_of_squares[at]};
  }
  /// Puts moments into the place of those of a column, which is made where there is none.
  void put(Index j, const Moments& moments) {
    const auto at = static_cast<std::size_t>(j);
    for (auto* list : {&counts, &means, &sums_of_squares}) detail::grow(*list, j + 1);
    counts[at] = moments.n;
    means[at] = moments.mean;
    sums_of_squares[at] = moments.sum_of_squares;
  }

  void observe(const std::vector<double>& datum, double weight = 1) {
    if (weight == 0) return;
    rows += weight;
    for (Index j = 0; j < std::ssize(datum); ++j) {
      Moments moments = column(j);
      if (const double x = datum[static_cast<std::size_t>(j)]; !std::isnan(x))
        moments.observe(x, weight);
      put(j, moments);
    }
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(const std::vector<double>& datum, double weight = 1) {
    if (weight == 0) return;
    ColumnMoments left = *this;
    left.rows = detail::taken_back(rows, weight, "rows");
    for (Index j = 0; j < std::ssize(datum); ++j) {
      const double x = datum[static_cast<std::size_t>(j)];
      if (std::isnan(x)) continue;
      Moments moments = column(j);
      moments.forget(x, weight);
      left.put(j, moments);
    }
    *this = left.rows == 0 ? ColumnMoments{} : std::move(left);
  }
  void merge(const ColumnMoments& other) {
    rows += other.rows;
    for (Index j = 0; j < other.columns(); ++j) {
      Moments moments = column(j);
      moments.merge(other.column(j));
      put(j, moments);
    }
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    rows = detail::discounted(rows, factor);
    for (Index j = 0; j < columns(); ++j) {
      Moments moments = column(j);
      moments.discount(factor);
      put(j, moments);
    }
    if (rows == 0) *this = {};
  }
  /// Returns the total weight of the rows, missing numbers or not.
  [[nodiscard]] double count() const { return rows; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp).
  [[nodiscard]] std::string contradiction() const {
    if (means.size() != counts.size() || sums_of_squares.size() != counts.size())
      return "there is not one of 'counts', 'means' and 'sums_of_squares' for each column";
    for (std::size_t j = 0; j < counts.size(); ++j) {
      std::string why = detail::above({"counts", counts[j]}, {"rows", rows});
      if (why.empty())
        why = detail::sums_of_nothing(
            {"counts", counts[j]}, {{"means", means[j]}, {"sums_of_squares", sums_of_squares[j]}});
      if (!why.empty()) return why;
    }
    return {};
  }

  static constexpr auto members =
      Members{Member{"rows", &ColumnMoments::rows, Domain::nonnegative},
              Member{"counts", &ColumnMoments::counts, Domain::nonnegative},
              Member{"means", &ColumnMoments::means, Domain::real},
              Member{"sums_of_squares", &ColumnMoments::sums_of_squares, Domain::nonnegative}};
  friend bool operator==(const ColumnMoments&, const ColumnMoments&) = default;
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

}  // namespace credence
