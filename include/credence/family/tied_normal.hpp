#pragma once
// Several columns of numbers whose variances may be tied: between columns, between classes, or both.
#include <cmath>
#include <credence/data/tying.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <credence/detail/family/column_moments.hpp>
#include <credence/detail/family/empirical_block.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/normal_estimates.hpp>
#include <credence/detail/family/tied_block.hpp>
#include <credence/detail/family/tied_moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace credence {

/// Returns the posterior of the means and variances of some columns of one class, or of rows
/// without classes.
/// throws  Error{shape} when the prior has fewer columns than the data
/// source  docs/reference/families/tied_normal.md
[[nodiscard]] inline TiedNormalInverseGamma posterior(const TiedNormalInverseGamma& prior,
                                                      const ColumnMoments& seen) {
  return detail::moved(prior, seen, detail::spreads_of(prior, seen));
}

/// Returns the log density of the data.
/// out     nats; 0 when nothing was seen
/// throws  Error{shape} when the prior has fewer columns than the data
[[nodiscard]] inline double log_evidence(const TiedNormalInverseGamma& prior,
                                         const ColumnMoments& seen) {
  return detail::log_evidence_of_means(prior, seen) +
         detail::log_evidence_of_spreads(prior, detail::spreads_of(prior, seen));
}

/// Returns the log density of the data at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const IndependentNormals& d, const ColumnMoments& seen) {
  CompensatedSum sum;
  for (Index j = 0; j < seen.columns(); ++j) {
    const Normal one = marginal(d, j);
    sum.add(detail::log_likelihood_of_moments(one.mean, one.variance, seen.column(j)));
  }
  return sum.value();
}

/// The family of blocks of normal columns. As a family it is told by its prior whether the columns
/// share a variance. In a model the block says so, and whether the classes do; what then follows
/// from the cells of all classes is what the functions called tied are for.
///
///     Posterior<TiedNormalInverseGammaNormal> sizes{TiedNormalInverseGamma{
///         .means = {170, 65}, .mean_weights = {1, 1}, .shapes = {2}, .scales = {50, 80}}};
///     sizes.observe({171, 64});
///     sizes.predictive();    // of both numbers together
struct TiedNormalInverseGammaNormal {
  using Shipped = TiedNormalInverseGammaNormal;
  using Likelihood = IndependentNormals;
  using Prior = TiedNormalInverseGamma;
  using Predictive = JointStudentT;
  using Statistics = ColumnMoments;

  static constexpr std::string_view name = "tied_normal";
  /// In schemas; there the keys `columns` and `tied` tell it from a single column.
  static constexpr std::string_view word = "normal";
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<TiedNormalInverseGamma> prior = Automatic::unit;

  /// Missing numbers are NaN.
  [[nodiscard]] static bool accepts(const std::vector<double>& datum) {
    for (const double x : datum)
      if (std::isinf(x)) return false;
    return true;
  }
  /// Mean and spread of each column, worth one observation, with a variance for each;
  /// Error{undefined} without data, or for a constant column.
  [[nodiscard]] static TiedNormalInverseGamma automatic(Automatic rule,
                                                        const ColumnMoments& pooled) {
    return detail::automatic_columns(rule, pooled, word);
  }
  static constexpr std::array elicits = detail::mean_sd_n;
  /// `n` rows in which every column has that mean and standard deviation.
  static void elicit(const Elicited& told, Partial<NormalInverseGamma>& prior) {
    detail::elicit_normal(told, prior);
  }

  /// Mean and variance (over n) of each column; Error{undefined} for one without data or spread.
  [[nodiscard]] static IndependentNormals maximum_likelihood(const ColumnMoments& seen) {
    return detail::most_likely_columns(seen, word);
  }
  /// Returns the mode in (means, variances). Always exists.
  [[nodiscard]] static IndependentNormals maximum_a_posteriori(
      const TiedNormalInverseGamma& posterior) {
    return likelihood(mode(posterior));
  }
  /// Error{undefined} for a posterior shape of at most 1, where the variance has no mean.
  [[nodiscard]] static IndependentNormals posterior_mean(const TiedNormalInverseGamma& posterior) {
    for (const double shape : posterior.shapes) detail::check_posterior_mean(shape, word);
    return likelihood(mean(posterior));
  }
  [[nodiscard]] static JointStudentT predictive(const TiedNormalInverseGamma& posterior) {
    return detail::next_numbers(posterior);
  }

  [[nodiscard]] static MeansVariances parameters(const IndependentNormals& d) {
    return {d.means, d.variances};
  }
  [[nodiscard]] static IndependentNormals likelihood(const MeansVariances& at) {
    return {at.means, at.variances};
  }

  /// Returns the prior of a class of a block.
  /// in      pooled: statistics over all classes
  /// throws  Error{undefined} for a column without data or spread, where the rule asks for it;
  ///         Error{shape} for a list that does not fit the columns
  [[nodiscard]] static TiedNormalInverseGamma tied_prior(
      const PriorRule<TiedNormalInverseGamma>& rule, Tying tying, const ColumnMoments& pooled,
      Index columns) {
    return detail::prior_of_block(rule, tying, pooled, columns, word);
  }
  /// Returns the prior of largest evidence of the classes of a block (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<TiedNormalInverseGamma> tied_empirical(
      Tying tying, std::span<const ColumnMoments> cells, Index columns) {
    return detail::empirical_block(tying, cells, columns, word);
  }
  /// For each class the distribution of its own means and variances, given the data of all classes.
  /// in      priors, cells: one for each class; where classes are tied the priors agree in shapes
  ///         and scales
  [[nodiscard]] static std::vector<TiedNormalInverseGamma> tied_posteriors(
      Tying tying, std::span<const TiedNormalInverseGamma> priors,
      std::span<const ColumnMoments> cells) {
    return detail::posteriors_of_block(tying, priors, cells);
  }
  /// Returns the log density of the data of all classes together, nats.
  [[nodiscard]] static double tied_log_evidence(Tying tying,
                                                std::span<const TiedNormalInverseGamma> priors,
                                                std::span<const ColumnMoments> cells) {
    return detail::log_evidence_of_block(tying, priors, cells);
  }
  /// Returns the statistics of each class, their squares those of the variance that it shares:
  /// maximum likelihood of these is that of the block.
  /// throws  Error{undefined} for a constant column, whose spread gives no unit
  [[nodiscard]] static std::vector<ColumnMoments> tied_statistics(
      Tying tying, std::span<const ColumnMoments> cells) {
    return detail::moments_of_block(tying, cells, word);
  }
  /// Returns the mode in the means of all `classes` and the variances, read off for one class.
  [[nodiscard]] static IndependentNormals tied_mode(Tying tying,
                                                    const TiedNormalInverseGamma& posterior,
                                                    Index classes) {
    const Index columns = is_shared(posterior) ? std::ssize(posterior.means) : 1;
    const Index elsewhere = ties_classes(tying) ? (classes - 1) * columns : 0;
    return likelihood(mode(posterior, static_cast<double>(elsewhere)));
  }
  /// Returns the means and variances of each class, a variance that is shared drawn once.
  /// in      posteriors: one for each class, as tied_posteriors gives them
  [[nodiscard]] static std::vector<MeansVariances> tied_draw(
      Tying tying, std::span<const TiedNormalInverseGamma> posteriors, Random& random) {
    return detail::draw_of_block(tying, posteriors, random);
  }
  /// Mean and variance of ln f(datum) of one class less that of another, while the parameters of
  /// both have the posterior's distribution; numbers that are missing are left out.
  /// in      posterior, against: two of those that tied_posteriors gives
  [[nodiscard]] static TermMoments tied_log_odds(Tying tying,
                                                 const TiedNormalInverseGamma& posterior,
                                                 const TiedNormalInverseGamma& against,
                                                 const std::vector<double>& datum) {
    return detail::log_odds_of_columns(tying, posterior, against, datum);
  }
};

}  // namespace credence
