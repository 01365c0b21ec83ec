#pragma once
// The arithmetic of a block of normal columns over all classes, which may share variances.
#include <credence/data/tying.hpp>
#include <credence/detail/family/tied_estimates.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace credence::detail {

/// The spread of each column over all classes: the unit in which columns share a variance.
/// throws  Error{undefined} for a column that is constant or was not seen
[[nodiscard]] inline std::vector<double> units_of(const ColumnMoments& pooled, Index columns,
                                                  std::string_view family) {
  std::vector<double> units;
  for_each_column(pooled, columns, [&](Index, const Moments& moments) {
    units.push_back(std::sqrt(moments.variance()));
    if (!(units.back() > 0))
      throw Error(ErrorCode::undefined,
                  (moments.n > 0 ? "column is constant" : "no data was seen in the column") +
                      std::string(": columns of family '") + std::string(family) +
                      "' that share a variance are compared in units of their own spread; drop "
                      "the column, or tie no columns");
  });
  return units;
}

/// The same numbers for every column; of columns that share a variance, in units of their spread.
[[nodiscard]] inline TiedNormalInverseGamma expanded(const NormalInverseGamma& each, Tying tying,
                                                     const ColumnMoments& pooled, Index columns,
                                                     std::string_view family) {
  const std::vector<double> units =
      ties_columns(tying) ? units_of(pooled, columns, family)
                          : std::vector<double>(static_cast<std::size_t>(columns), 1.0);
  TiedNormalInverseGamma prior{.mean_weights = std::vector<double>(units.size(), each.mean_weight),
                               .shapes = std::vector<double>(units.size(), each.shape)};
  for (const double unit : units) {
    prior.means.push_back(each.mean * unit);
    prior.scales.push_back(each.scale * unit * unit);
  }
  return prior;
}

/// One entry of shapes for each variance that there is.
/// throws  Error{shape} for a list that does not fit, or shapes that differ and should be one
[[nodiscard]] inline TiedNormalInverseGamma fitted(TiedNormalInverseGamma prior, Tying tying,
                                                   Index columns) {
  check_lengths(prior.means.size(), static_cast<std::size_t>(columns), "'means' and the columns");
  check(prior);
  for (const double shape : prior.shapes)
    if (ties_columns(tying) && shape != prior.shapes.front())
      throw Error(ErrorCode::shape,
                  "'shapes' differ, but the columns share one variance; give one shape");
  prior.shapes.resize(ties_columns(tying) ? 1 : prior.means.size(), prior.shapes.front());
  return prior;
}

[[nodiscard]] inline TiedNormalInverseGamma prior_of_block(
    const PriorRule<TiedNormalInverseGamma>& rule, Tying tying, const ColumnMoments& pooled,
    Index columns, std::string_view family) {
  if (const auto* word = std::get_if<Automatic>(&rule))
    return fitted(automatic_columns(*word, pooled, family, columns), tying, columns);
  if (const auto* each = std::get_if<NormalInverseGamma>(&rule))
    return fitted(expanded(*each, tying, pooled, columns, family), tying, columns);
  return fitted(std::get<TiedNormalInverseGamma>(rule), tying, columns);
}

/// What all classes add to the spreads that they share.
[[nodiscard]] inline std::vector<Spread> spreads_of_classes(
    std::span<const TiedNormalInverseGamma> priors, std::span<const ColumnMoments> cells) {
  std::vector<Spread> total(priors.empty() ? 0 : priors.front().shapes.size());
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    const std::vector<Spread> own = spreads_of(priors[klass], cells[klass]);
    for (std::size_t g = 0; g < total.size(); ++g) total[g].add(own[g]);
  }
  return total;
}

[[nodiscard]] inline std::vector<TiedNormalInverseGamma> posteriors_of_block(
    Tying tying, std::span<const TiedNormalInverseGamma> priors,
    std::span<const ColumnMoments> cells) {
  std::vector<TiedNormalInverseGamma> all;
  std::vector<Spread> spreads;
  if (ties_classes(tying)) spreads = spreads_of_classes(priors, cells);
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    if (!ties_classes(tying)) spreads = spreads_of(priors[klass], cells[klass]);
    all.push_back(moved(priors[klass], cells[klass], spreads));
  }
  return all;
}

[[nodiscard]] inline std::vector<MeansVariances> draw_of_block(
    Tying tying, std::span<const TiedNormalInverseGamma> posteriors, Random& random) {
  std::vector<MeansVariances> all;
  std::vector<double> log_spreads;
  for (const TiedNormalInverseGamma& posterior : posteriors) {
    if (all.empty() || !ties_classes(tying)) log_spreads = draw_log_spreads(posterior, random);
    all.push_back(draw_given(posterior, log_spreads, random));
  }
  return all;
}

[[nodiscard]] inline double log_evidence_of_block(Tying tying,
                                                  std::span<const TiedNormalInverseGamma> priors,
                                                  std::span<const ColumnMoments> cells) {
  CompensatedSum sum;
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    sum.add(log_evidence_of_means(priors[klass], cells[klass]));
    if (!ties_classes(tying))
      sum.add(log_evidence_of_spreads(priors[klass], spreads_of(priors[klass], cells[klass])));
  }
  if (ties_classes(tying) && !priors.empty())
    sum.add(log_evidence_of_spreads(priors.front(), spreads_of_classes(priors, cells)));
  return sum.value();
}

/// Weight and squares of the cells that share a variance, in units of the columns.
class SharedSquares {
 public:
  SharedSquares(Tying tying, std::span<const ColumnMoments> cells, std::string_view family)
      : tying_(tying) {
    ColumnMoments pooled;
    for (const ColumnMoments& cell : cells) pooled.merge(cell);
    columns_ = pooled.columns();
    units_ = ties_columns(tying) ? units_of(pooled, columns_, family)
                                 : std::vector<double>(static_cast<std::size_t>(columns_), 1.0);
    sums_.resize(static_cast<std::size_t>(columns_) * cells.size());
    for (Index klass = 0; klass < std::ssize(cells); ++klass)
      for (Index j = 0; j < columns_; ++j) add(klass, j, cells[static_cast<std::size_t>(klass)]);
  }

  [[nodiscard]] Index columns() const { return columns_; }
  /// The variance that the cell shares.
  [[nodiscard]] double variance(Index klass, Index j) const {
    const Sums& sums = sums_[place(klass, j)];
    const double unit = units_[static_cast<std::size_t>(j)];
    return sums.squares / sums.count * unit * unit;
  }

 private:
  struct Sums {
    double count = 0;
    double squares = 0;
  };

  [[nodiscard]] std::size_t place(Index klass, Index j) const {
    const Index row = ties_classes(tying_) ? 0 : klass;
    return static_cast<std::size_t>(row * columns_ + (ties_columns(tying_) ? 0 : j));
  }
  void add(Index klass, Index j, const ColumnMoments& cell) {
    const Moments moments = cell.column(j);
    const double unit = units_[static_cast<std::size_t>(j)];
    sums_[place(klass, j)].count += moments.n;
    sums_[place(klass, j)].squares += moments.sum_of_squares / unit / unit;
  }

  Tying tying_;
  Index columns_ = 0;
  std::vector<double> units_;
  std::vector<Sums> sums_;  // classes x columns; those that share a variance are in the first
};

[[nodiscard]] inline std::vector<ColumnMoments> moments_of_block(
    Tying tying, std::span<const ColumnMoments> cells, std::string_view family) {
  const SharedSquares shared(tying, cells, family);
  std::vector<ColumnMoments> tied(cells.begin(), cells.end());
  for (Index klass = 0; klass < std::ssize(cells); ++klass)
    for (Index j = 0; j < shared.columns(); ++j) {
      ColumnMoments& cell = tied[static_cast<std::size_t>(klass)];
      Moments moments = cell.column(j);
      if (moments.n > 0) moments.sum_of_squares = moments.n * shared.variance(klass, j);
      cell.put(j, moments);
    }
  return tied;
}

}  // namespace credence::detail
