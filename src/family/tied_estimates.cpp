// Estimates of shared variances.
#include <credence/detail/base/counted.hpp>
#include <credence/detail/family/tied_estimates.hpp>

#include <algorithm>

namespace credence::detail {

std::vector<Spread> spreads_of(const TiedNormalInverseGamma& prior, const ColumnMoments& seen) {
  if (seen.columns() > std::ssize(prior.means))
    throw Error(ErrorCode::shape, "the prior has " + counted(prior.means.size(), "mean", "means") +
                                      " for " + counted(seen.columns(), "column", "columns") +
                                      "; give one for each column");
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

TiedNormalInverseGamma moved(TiedNormalInverseGamma belief, const ColumnMoments& seen,
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

double log_evidence_of_means(const TiedNormalInverseGamma& prior, const ColumnMoments& seen) {
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

double log_evidence_of_spreads(const TiedNormalInverseGamma& prior,
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

JointStudentT next_numbers(const TiedNormalInverseGamma& posterior) {
  JointStudentT next{.degrees = posterior.shapes, .locations = posterior.means};
  for (double& degrees : next.degrees) degrees *= 2;
  next.scales = for_columns(
      posterior, [](const NormalInverseGamma& column) { return next_number(column).scale; });
  return next;
}

IndependentNormals most_likely_columns(const ColumnMoments& seen, std::string_view family) {
  if (seen.columns() == 0) throw nothing_seen(family);
  IndependentNormals estimate;
  for_each_column(seen, seen.columns(), [&](const Moments& moments) {
    const MeanVariance column = most_likely(moments, family);
    estimate.means.push_back(column.mean);
    estimate.variances.push_back(column.variance);
  });
  return estimate;
}

TiedNormalInverseGamma automatic_columns(Automatic rule, const ColumnMoments& pooled,
                                         std::string_view family, Index columns) {
  TiedNormalInverseGamma prior;
  if (pooled.columns() == 0) throw unseen_column(rule, family);
  for_each_column(pooled, std::max(columns, pooled.columns()), [&](const Moments& moments) {
    const NormalInverseGamma column = automatic_normal(rule, moments, family);
    prior.means.push_back(column.mean);
    prior.mean_weights.push_back(column.mean_weight);
    prior.shapes.push_back(column.shape);
    prior.scales.push_back(column.scale);
  });
  return prior;
}

}  // namespace credence::detail
