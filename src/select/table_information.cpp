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

bool is_table_of(std::span<const std::vector<double>> table, std::span<const double> weights) {
  constexpr double close = 0.01, close_of_class = 0.05;
  const Margins margins = margins_of(table);
  const double all = compensated_sum(weights);
  if (std::abs(1 / (margins.all + 1) - 1 / (all + 1)) > close) return false;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = weights[i] / all;
    const double apart = std::abs(margins.rows[i] / margins.all - share);
    if (apart > close || apart > close_of_class * share) return false;
  }
  return true;
}

namespace {

// Classes, and the levels of each, whose probabilities are believed apart.
struct ApartBeliefs {
  std::vector<double> classes;              // means
  double concentration = 0;                 // of the classes
  std::vector<std::vector<double>> levels;  // means, classes x levels
  std::vector<double> concentrations;       // of the levels of each class
  std::vector<double> mixture;              // of the means of the levels
};

ApartBeliefs apart_beliefs(std::span<const double> class_weights,
                           std::span<const std::vector<double>> cells) {
  ApartBeliefs all{.concentration = compensated_sum(class_weights)};
  all.mixture.resize(cells.front().size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    all.classes.push_back(class_weights[c] / all.concentration);
    all.concentrations.push_back(compensated_sum(cells[c]));
    all.levels.push_back(cells[c]);
    for (std::size_t k = 0; k < cells[c].size(); ++k) {
      all.levels[c][k] /= all.concentrations[c];
      all.mixture[k] += all.classes[c] * all.levels[c][k];
    }
  }
  return all;
}

// E of v ln v under a Beta density of this mean; of a weight below 0 by rounding it is 0.
double mean_log_term(double mean, double weight) {
  if (!(weight > 0)) return 0;
  return mean * (digamma(mean * weight + 1) - digamma(weight + 1));
}

// Exact but for the probability of a level in all classes, which has no Beta density: one of equal mean
// and variance takes its place.
double apart_mean(const ApartBeliefs& all) {
  CompensatedSum mean;
  for (std::size_t k = 0; k < all.mixture.size(); ++k) {
    const double mixed = all.mixture[k];
    double variance = 0;
    for (std::size_t c = 0; c < all.classes.size(); ++c) {
      const double p = all.classes[c], v = all.levels[c][k];
      const double square = p * p + p * (1 - p) / (all.concentration + 1);
      variance += square * v * (1 - v) / (all.concentrations[c] + 1) +
                  p * (v - mixed) * (v - mixed) / (all.concentration + 1);
      mean.add(p * mean_log_term(v, all.concentrations[c]));
    }
    mean.add(variance > 0 ? -mean_log_term(mixed, mixed * (1 - mixed) / variance - 1)
                          : -mixed * std::log(mixed));
  }
  return mean.value();
}

// The sum of the squares of all products of two rows, which is that of two columns: over the fewer of them.
double sum_of_squared_products(const std::vector<std::vector<double>>& rows) {
  const std::size_t columns = rows.front().size();
  const bool by_row = rows.size() < columns;
  const auto at = [&](std::size_t i, std::size_t j) { return by_row ? rows[i][j] : rows[j][i]; };
  const std::size_t few = by_row ? rows.size() : columns;
  const std::size_t many = by_row ? columns : rows.size();
  double squares = 0;
  for (std::size_t i = 0; i < few; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double product = 0;
      for (std::size_t k = 0; k < many; ++k) product += at(i, k) * at(j, k);
      squares += (i == j ? 1 : 2) * product * product;
    }
  return squares;
}

// What the levels add beyond the first order: half the trace of the square of second derivatives times
// covariances. The derivatives for levels of classes c and d are -p_c p_d / mixture, for those of one
// class p_c / v more.
double second_order(const ApartBeliefs& all) {
  std::vector<std::vector<double>> shares = all.levels;  // products of rows are what pairs add
  double squares = 0;
  for (std::size_t k = 0; k < all.mixture.size(); ++k) {
    double sum = 0, weighted = 0;
    for (std::size_t c = 0; c < all.classes.size(); ++c) {
      const double p = all.classes[c], v = all.levels[c][k], n = all.concentrations[c] + 1;
      const double mixed = p * p / (all.mixture[k] * n);
      sum += mixed * v;
      weighted += mixed * v * v;
      shares[c][k] = p * v / std::sqrt(all.mixture[k] * n);
      const double own = p / n - mixed * v;
      squares += (own * own - mixed * v * mixed * v) * (1 - 2 * v);
    }
    squares += sum * (sum - 2 * weighted);
  }
  squares += sum_of_squared_products(shares);
  for (std::size_t c = 0; c < all.classes.size(); ++c) {
    double product = 0;
    for (const double share : shares[c]) product += share * share;
    const double own = all.classes[c] / (all.concentrations[c] + 1) - product;
    squares += own * own - product * product;
  }
  return 0.5 * squares;
}

double apart_variance(const ApartBeliefs& all) {
  double information = 0, between = 0, within = 0;
  for (std::size_t c = 0; c < all.classes.size(); ++c) {
    double told = 0, squares = 0;
    for (std::size_t k = 0; k < all.mixture.size(); ++k) {
      const double ratio = std::log(all.levels[c][k] / all.mixture[k]);
      told += all.levels[c][k] * ratio;
      squares += all.levels[c][k] * ratio * ratio;
    }
    const double p = all.classes[c];
    information += p * told;
    between += p * told * told;
    within += p * p * (squares - told * told) / (all.concentrations[c] + 1);
  }
  return (between - information * information) / (all.concentration + 1) + within +
         second_order(all);
}

}  // namespace

InformationMoments moments_apart(std::span<const double> class_weights,
                                 std::span<const std::vector<double>> cells) {
  const ApartBeliefs all = apart_beliefs(class_weights, cells);
  return {.mean = apart_mean(all), .variance = apart_variance(all)};
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
