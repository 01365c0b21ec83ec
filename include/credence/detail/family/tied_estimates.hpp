#pragma once
// The arithmetic of several normal columns, each with a variance or all with one spread.
#include <credence/base/sum.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <credence/detail/family/column_moments.hpp>
#include <credence/detail/family/normal_estimates.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// What data add to the belief about one spread: their weight, and their squares around the prior
/// mean in units of twice the scale of their column.
struct Spread {
  double count = 0;
  double growth = 0;

  void add(const Spread& other) {
    count += other.count;
    growth += other.growth;
  }
};

/// One for each entry of the prior's shapes.
/// throws  Error{shape} when the prior has fewer columns than the data
[[nodiscard]] inline std::vector<Spread> spreads_of(const TiedNormalInverseGamma& prior,
                                                    const ColumnMoments& seen) {
  if (seen.columns() > std::ssize(prior.means))
    throw Error(ErrorCode::shape, "the prior has " + std::to_string(prior.means.size()) +
                                      " means for " + std::to_string(seen.columns()) +
                                      " columns; give one for each column");
  std::vector<Spread> spreads(prior.shapes.size());
  for (Index j = 0; j < seen.columns(); ++j) {
    const Moments moments = seen.column(j);
    if (moments.n == 0) continue;
    const NormalInverseGamma column = marginal(prior, j);
    spreads[is_shared(prior) ? 0 : static_cast<std::size_t>(j)].add(
        {.count = moments.n, .growth = added_scale(column, moments) / column.scale});
  }
  return spreads;
}

/// The belief after data: the means move by what was seen of them, the variances by all that was
/// seen of their spread, which may be more.
[[nodiscard]] inline TiedNormalInverseGamma moved(TiedNormalInverseGamma belief,
                                                  const ColumnMoments& seen,
                                                  const std::vector<Spread>& spreads) {
  const bool shared = is_shared(belief);
  for (std::size_t j = 0; j < belief.means.size(); ++j) {
    const NormalInverseGamma column = posterior_of_moments(marginal(belief, static_cast<Index>(j)),
                                                           seen.column(static_cast<Index>(j)));
    belief.means[j] = column.mean;
    belief.mean_weights[j] = column.mean_weight;
    const double scale = belief.scales[j];
    belief.scales[j] = scale + scale * spreads[shared ? 0 : j].growth;
  }
  for (std::size_t g = 0; g < spreads.size(); ++g) belief.shapes[g] += 0.5 * spreads[g].count;
  return belief;
}

/// The part of a log evidence that is a class's own: what its means and units contribute.
[[nodiscard]] inline double log_evidence_of_means(const TiedNormalInverseGamma& prior,
                                                  const ColumnMoments& seen) {
  CompensatedSum sum;
  for (Index j = 0; j < std::min(seen.columns(), std::ssize(prior.means)); ++j) {
    const double count = seen.column(j).n;
    if (count == 0) continue;
    const NormalInverseGamma column = marginal(prior, j);
    sum.add(-0.5 * count * (log_two_pi + std::log(column.scale)));
    sum.add(-0.5 * log1p_ratio(count, column.mean_weight));
  }
  return sum.value();
}

/// The part that belongs to the variances and to all that share them.
[[nodiscard]] inline double log_evidence_of_spreads(const TiedNormalInverseGamma& prior,
                                                    const std::vector<Spread>& spreads) {
  CompensatedSum sum;
  for (std::size_t g = 0; g < spreads.size(); ++g) {
    if (spreads[g].count == 0) continue;
    const double half = 0.5 * spreads[g].count;
    sum.add(log_gamma_ratio(prior.shapes[g], half));
    sum.add(-(prior.shapes[g] + half) * log1p_ratio(spreads[g].growth, 1));
  }
  return sum.value();
}

/// Student's t of the next numbers.
[[nodiscard]] inline JointStudentT next_numbers(const TiedNormalInverseGamma& posterior) {
  JointStudentT next{.degrees = posterior.shapes, .locations = posterior.means};
  for (double& degrees : next.degrees) degrees *= 2;
  next.scales = for_columns(
      posterior, [](const NormalInverseGamma& column) { return next_number(column).scale; });
  return next;
}

/// "column 3 of the block: why"
[[nodiscard]] inline Error of_column(Index j, const Error& error) {
  return Error(error.code(),
               "column " + std::to_string(j + 1) + " of the block: " + std::string(error.what()));
}

/// Calls `f(j, moments)` for each column; an Error that it throws says which column.
template <class F>
void for_each_column(const ColumnMoments& seen, Index columns, F&& f) {
  for (Index j = 0; j < columns; ++j) try {
      f(j, seen.column(j));
    } catch (const Error& error) {
      throw of_column(j, error);
    }
}

[[nodiscard]] inline IndependentNormals most_likely_columns(const ColumnMoments& seen,
                                                            std::string_view family) {
  if (seen.columns() == 0) throw nothing_seen(family);
  IndependentNormals estimate;
  for_each_column(seen, seen.columns(), [&](Index, const Moments& moments) {
    const MeanVariance column = most_likely(moments, family);
    estimate.means.push_back(column.mean);
    estimate.variances.push_back(column.variance);
  });
  return estimate;
}

/// The automatic prior of each column, as it would have it alone.
[[nodiscard]] inline TiedNormalInverseGamma automatic_columns(Automatic rule,
                                                              const ColumnMoments& pooled,
                                                              std::string_view family,
                                                              Index columns = 0) {
  TiedNormalInverseGamma prior;
  if (pooled.columns() == 0) throw unseen_column(rule, family);
  for_each_column(pooled, std::max(columns, pooled.columns()), [&](Index, const Moments& moments) {
    const NormalInverseGamma column = automatic_normal(rule, moments, family);
    prior.means.push_back(column.mean);
    prior.mean_weights.push_back(column.mean_weight);
    prior.shapes.push_back(column.shape);
    prior.scales.push_back(column.scale);
  });
  return prior;
}

}  // namespace credence::detail
