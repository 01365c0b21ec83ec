#pragma once
// The arithmetic of a block of normal columns over all classes, which may share variances.
#include <credence/data/tying.hpp>
#include <credence/detail/family/tied_estimates.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace credence::detail {

/// Returns the unit in which each column shares a variance: its spread over all classes, or 1 where it
/// shares none, or shares one in its own unit.
/// throws  Error{undefined} for a column that is constant or was not seen, where spreads are asked
[[nodiscard]] std::vector<double> units_of(Tying tying, const ColumnMoments& pooled, Index columns,
                                           std::string_view family);

/// Returns the same numbers for every column; of columns that share a variance, in units of their
/// spread.
[[nodiscard]] TiedNormalInverseGamma expanded(const NormalInverseGamma& each, Tying tying,
                                              const ColumnMoments& pooled, Index columns,
                                              std::string_view family);

/// Returns one entry of shapes for each variance that there is.
/// throws  Error{shape} for a list that does not fit, or shapes that differ and should be one
[[nodiscard]] TiedNormalInverseGamma fitted(TiedNormalInverseGamma prior, Tying tying,
                                            Index columns);

[[nodiscard]] TiedNormalInverseGamma prior_of_block(const PriorRule<TiedNormalInverseGamma>& rule,
                                                    Tying tying, const ColumnMoments& pooled,
                                                    Index columns, std::string_view family);

/// What all classes add to the spreads that they share.
[[nodiscard]] std::vector<Spread> spreads_of_classes(std::span<const TiedNormalInverseGamma> priors,
                                                     std::span<const ColumnMoments> cells);

[[nodiscard]] std::vector<TiedNormalInverseGamma> posteriors_of_block(
    Tying tying, std::span<const TiedNormalInverseGamma> priors,
    std::span<const ColumnMoments> cells);

[[nodiscard]] std::vector<MeansVariances> draw_of_block(
    Tying tying, std::span<const TiedNormalInverseGamma> posteriors, Random& random);

[[nodiscard]] double log_evidence_of_block(Tying tying,
                                           std::span<const TiedNormalInverseGamma> priors,
                                           std::span<const ColumnMoments> cells);

/// Weight and squares of the cells that share a variance, in units of the columns.
class SharedSquares {
 public:
  SharedSquares(Tying tying, std::span<const ColumnMoments> cells, std::string_view family)
      : tying_(tying) {
    ColumnMoments pooled;
    for (const ColumnMoments& cell : cells) pooled.merge(cell);
    columns_ = pooled.columns();
    units_ = units_of(tying, pooled, columns_, family);
    sums_.resize(static_cast<std::size_t>(columns_) * cells.size());
    for (Index klass = 0; klass < std::ssize(cells); ++klass)
      for (Index j = 0; j < columns_; ++j) add(klass, j, cells[static_cast<std::size_t>(klass)]);
  }

  [[nodiscard]] Index columns() const { return columns_; }
  /// Returns the variance that the cell shares.
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

[[nodiscard]] std::vector<ColumnMoments> moments_of_block(Tying tying,
                                                          std::span<const ColumnMoments> cells,
                                                          std::string_view family);

}  // namespace credence::detail
