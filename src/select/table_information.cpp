// Moments of the mutual information of a table, and tests of its independence.
#include <credence/select/mutual_information.hpp>

#include <credence/base/members.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/predict/uncertainty.hpp>

#include <algorithm>
#include <cmath>

#include "select/information_terms.hpp"

namespace credence {
namespace {

// The sums of a table over its rows, its columns, and all of it.
struct Margins {
  std::vector<double> rows;
  std::vector<double> columns;
  double all = 0;
};

Margins margins_of(std::span<const std::vector<double>> table) {
  Margins margins;
  for (const auto& row : table) {
    for (const double count : row)
      detail::check_domain(count, Domain::nonnegative, "count", "a table of levels and classes");
    margins.rows.push_back(compensated_sum(row));
    margins.columns.resize(std::max(margins.columns.size(), row.size()));
    for (std::size_t j = 0; j < row.size(); ++j) margins.columns[j] += row[j];
  }
  margins.all = compensated_sum(margins.rows);
  return margins;
}

// Calls f(count, of its row, of its column) for every count above 0.
template <class Visitor>
void for_each_count(std::span<const std::vector<double>> table, const Margins& margins,
                    const Visitor& f) {
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j)
      if (table[i][j] > 0) f(table[i][j], margins.rows[i], margins.columns[j]);
}

double used(const std::vector<double>& sums) {
  return static_cast<double>(
      std::count_if(sums.begin(), sums.end(), [](double sum) { return sum > 0; }));
}

double degrees_of(const Margins& margins) {
  return std::max(0.0, used(margins.rows) - 1) * std::max(0.0, used(margins.columns) - 1);
}

double information_of(std::span<const std::vector<double>> table, const Margins& margins) {
  CompensatedSum sum;
  std::vector<detail::ClassValue> classes;
  for (std::size_t j = 0; j < margins.columns.size(); ++j) {
    classes.clear();
    for (std::size_t i = 0; i < table.size(); ++i)
      if (margins.rows[i] > 0)
        classes.push_back({.weight = margins.rows[i] / margins.all,
                           .value = j < table[i].size() ? table[i][j] / margins.rows[i] : 0});
    sum.add(detail::term_of_level(classes, detail::told_by));
  }
  return sum.value();
}

}  // namespace

InformationMoments information_moments(std::span<const std::vector<double>> weights) {
  const Margins margins = margins_of(weights);
  const double n = margins.all;
  const double psi = digamma(n + 1);
  CompensatedSum mean, first, second, mixed, squares;
  for_each_count(weights, margins, [&](double count, double row, double column) {
    const double ratio = std::log(count * n / (row * column));
    mean.add(count / n * (digamma(count + 1) - digamma(row + 1) - digamma(column + 1) + psi));
    first.add(count / n * ratio);
    second.add(count / n * ratio * ratio);
    mixed.add((1 / count - 1 / row - 1 / column + 1 / n) * count * ratio);
    squares.add(count * (count / row / column));
  });
  // J, K, M and Q of the source.
  const double j = first.value();
  const double spread = second.value() - j * j;
  const double further = mixed.value() + degrees_of(margins) * (0.5 - j) - (1 - squares.value());
  return {.mean = mean.value(), .variance = spread / (n + 1) + further / ((n + 1) * (n + 2))};
}

IndependenceTest independence_test(std::span<const std::vector<double>> counts) {
  const Margins margins = margins_of(counts);
  const double degrees = degrees_of(margins);
  if (!(degrees > 0)) return {};
  IndependenceTest test{.mutual_information = information_of(counts, margins)};
  test.bias_corrected = test.mutual_information - degrees / (2 * margins.all);
  // The upper tail of a Gamma density, which keeps its digits: that of its inverse below 1.
  const double half_statistic = margins.all * test.mutual_information;
  if (half_statistic > 0) test.p_value = inverse_gamma_cdf(0.5 * degrees, half_statistic, 1);
  return test;
}

namespace detail {

bool has_proportions(std::span<const std::vector<double>> table, std::span<const double> weights) {
  constexpr double close = 0.01;
  const Margins margins = margins_of(table);
  const double all = compensated_sum(weights);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (std::abs(margins.rows[i] / margins.all - weights[i] / all) > close) return false;
  return true;
}

void add_beliefs(FeatureInformation& one, const InformationMoments& moments, double most,
                 const InformationOptions& options) {
  const double shape = moments.mean * moments.mean / moments.variance;
  const double rate = moments.mean / moments.variance;
  if (!(moments.mean > 0) || !(moments.variance > 0)) return;
  if (!(shape > 0) || !std::isfinite(shape) || !std::isfinite(rate)) return;
  one.mean = moments.mean;
  one.standard_deviation = std::sqrt(moments.variance);
  const auto quantile = [&](double p) { return std::min(most, gamma_quantile(shape, rate, p)); };
  one.interval = equal_tailed(quantile, options.mass);
  one.probability_above =
      options.epsilon > 0 ? inverse_gamma_cdf(shape, rate * options.epsilon, 1) : 1;
  if (options.epsilon >= most) one.probability_above = 0;
}

void add_beliefs(FeatureInformation& one, std::vector<double> draws,
                 const InformationOptions& options) {
  if (draws.empty()) return;
  const auto count = static_cast<double>(draws.size());
  const double mean = compensated_sum(draws) / count;
  CompensatedSum squares;
  for (const double draw : draws) squares.add((draw - mean) * (draw - mean));
  one.mean = mean;
  one.standard_deviation = std::sqrt(squares.value() / count);
  one.probability_above =
      static_cast<double>(std::count_if(draws.begin(), draws.end(),
                                        [&](double draw) { return draw > options.epsilon; })) /
      count;
  one.interval = interval_of_draws(draws, options.mass);
}

}  // namespace detail

}  // namespace credence
