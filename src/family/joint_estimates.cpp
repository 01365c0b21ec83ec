// Estimates of means and covariance matrices.
#include <credence/detail/family/joint_estimates.hpp>

#include <algorithm>

#include <credence/density/multivariate_normal.hpp>
#include <credence/detail/base/counted.hpp>

namespace credence::detail {

void check_columns_of(const NormalInverseWishart& prior, const JointMoments& seen) {
  if (seen.complete > 0 && seen.columns() != std::ssize(prior.means))
    throw Error(ErrorCode::shape, "the prior has " + counted(prior.means.size(), "mean", "means") +
                                      " for " + counted(seen.columns(), "column", "columns") +
                                      "; give one for each column");
}

std::vector<double> added_scales(const NormalInverseWishart& prior, const JointMoments& seen) {
  check_columns_of(prior, seen);
  std::vector<double> added(prior.scales.size());
  if (seen.complete == 0) return added;
  const double shrunk = prior.mean_weight * (seen.complete / (prior.mean_weight + seen.complete));
  auto entry = added.begin();
  for (std::size_t i = 0; i < prior.means.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j, ++entry)
      *entry = 0.5 * seen.scatter[static_cast<std::size_t>(entry - added.begin())] +
               0.5 * shrunk * (seen.means[i] - prior.means[i]) * (seen.means[j] - prior.means[j]);
  return added;
}

JointSpread joint_spread_of(std::span<const NormalInverseWishart> priors,
                            std::span<const JointMoments> cells) {
  JointSpread all{.scales = std::vector<double>(priors.front().scales.size())};
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    all.count += cells[klass].complete;
    const std::vector<double> added = added_scales(priors[klass], cells[klass]);
    for (std::size_t k = 0; k < added.size(); ++k) all.scales[k] += added[k];
  }
  return all;
}

NormalInverseWishart moved(NormalInverseWishart belief, const JointMoments& seen,
                           const JointSpread& spread) {
  for (std::size_t j = 0; seen.complete > 0 && j < belief.means.size(); ++j) {
    const auto column = static_cast<Index>(j);
    belief.means[j] = posterior_of_moments(marginal(belief, column), seen.column(column)).mean;
  }
  belief.mean_weight += seen.complete;
  belief.shape += 0.5 * spread.count;
  for (std::size_t k = 0; k < belief.scales.size(); ++k) belief.scales[k] += spread.scales[k];
  return belief;
}

double log_evidence_of_spread(const NormalInverseWishart& prior, const JointSpread& spread) {
  if (spread.count == 0) return 0;
  const auto scales = Cholesky::of(prior.scales);
  if (!scales)
    throw Error(ErrorCode::domain,
                "the scales of the prior are not positive definite; give the lower triangle of a "
                "matrix that is");
  const double half = 0.5 * spread.count;
  const double rise = log_determinant_rise(prior.scales, spread.scales);
  const auto columns = static_cast<double>(prior.means.size());
  CompensatedSum sum;
  for (std::size_t i = 0; i < prior.means.size(); ++i)
    sum.add(log_gamma_ratio(prior.shape + 0.5 * static_cast<double>(i), half));
  sum.add(-(prior.shape + 0.5 * (columns - 1)) * rise);
  sum.add(-half * (columns * log_two_pi));
  sum.add(-half * (scales->log_determinant() + rise));
  return sum.value();
}

MultivariateStudentT next_joint_numbers(const NormalInverseWishart& belief) {
  MultivariateStudentT next{.degrees = 2 * belief.shape, .locations = belief.means};
  const double share = (belief.mean_weight + 1) / belief.mean_weight / belief.shape;
  for (const double scale : belief.scales) next.squared_scales.push_back(scale * share);
  return next;
}

MeansCovariance most_likely_joint(const JointMoments& seen, std::string_view family) {
  if (seen.complete == 0) throw nothing_seen(family);
  for_each_column(seen, seen.columns(),
                  [&](const Moments& column) { (void)most_likely(column, family); });
  if (!(least_share(seen.scatter) > least_own_share))
    throw no_estimate(
        "maximum likelihood", family,
        "the covariance matrix of the " + std::to_string(seen.columns()) +
            " columns would be singular: one is a sum of multiples of others, or there are too few "
            "rows that lack no number; observe more rows than columns, or use maximum a "
            "posteriori or predictive");
  return {.means = seen.means, .covariance = divided(seen.scatter, seen.complete)};
}

NormalInverseWishart automatic_joint(Automatic word, const JointMoments& pooled,
                                     std::string_view family, Index columns) {
  if (pooled.complete == 0 && pooled.incomplete == 0) throw unseen_column(word, family);
  if (pooled.complete == 0)
    throw no_automatic_prior("every row lacks a number", word, family, "rows that lack none");
  NormalInverseWishart prior;
  std::vector<double> scales;
  for_each_column(pooled, std::max(columns, pooled.columns()), [&](const Moments& seen) {
    const NormalInverseGamma alone = automatic_normal(word, seen, family);
    prior.means.push_back(alone.mean);
    prior.mean_weight = alone.mean_weight;
    prior.shape = alone.shape;
    scales.push_back(alone.scale);
  });
  prior.scales = triangle_of(scales);
  return prior;
}

void check_joint_tying(Tying tying) {
  if (ties_columns(tying))
    throw Error(ErrorCode::undefined,
                "columns of a full covariance have variances of their own; share the whole matrix "
                "between the classes ('classes') or nothing ('free')");
}

NormalInverseWishart joint_prior(const PriorRule<NormalInverseWishart>& rule, Tying tying,
                                 const JointMoments& pooled, Index columns,
                                 std::string_view family) {
  check_joint_tying(tying);
  if (const auto* word = get_if<Automatic>(rule))
    return automatic_joint(*word, pooled, family, columns);
  NormalInverseWishart prior;
  if (const auto* each = get_if<NormalInverseGamma>(rule)) {
    const std::vector<double> scales(static_cast<std::size_t>(columns), each->scale);
    prior = {.means = std::vector<double>(scales.size(), each->mean),
             .mean_weight = each->mean_weight,
             .shape = each->shape,
             .scales = triangle_of(scales)};
  } else {
    prior = numbers_of(rule);
    check_lengths(prior.means.size(), static_cast<std::size_t>(columns), "'means' and the columns");
  }
  check(prior);
  return prior;
}

}  // namespace credence::detail

namespace credence {

double log_likelihood(const MultivariateNormal& d, const JointMoments& seen) {
  if (seen.complete == 0) return 0;
  const auto root = Cholesky::of(d.covariance);
  if (!root) return -detail::infinity;
  std::vector<double> products = seen.scatter;
  auto entry = products.begin();
  for (std::size_t i = 0; i < d.means.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j, ++entry)
      *entry += seen.complete * (seen.means[i] - d.means[i]) * (seen.means[j] - d.means[j]);
  const double columns = static_cast<double>(d.means.size());
  return -0.5 * (seen.complete * (columns * detail::log_two_pi + root->log_determinant()) +
                 trace_over(*root, products));
}

}  // namespace credence
