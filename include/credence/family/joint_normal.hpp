#pragma once
// Several columns of numbers with a full covariance: a covariance matrix for each class, or one for
// all.
#include <cmath>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/detail/family/empirical_block.hpp>
#include <credence/detail/family/joint_estimates.hpp>
#include <credence/detail/family/joint_log_odds.hpp>
#include <credence/detail/family/joint_moments.hpp>
#include <credence/family/family.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace credence {

/// Returns the posterior of the means and the covariance matrix of some columns of one class, or of
/// rows without classes.
/// throws  Error{shape} when prior and data differ in their columns
/// source  [murphy2007] sec. 8; docs/reference/families/joint_normal.md
[[nodiscard]] inline NormalInverseWishart posterior(const NormalInverseWishart& prior,
                                                    const JointMoments& seen) {
  return detail::moved(prior, seen,
                       {.count = seen.complete, .scales = detail::added_scales(prior, seen)});
}

/// Returns the log density of the rows that lack no number.
/// out     nats; 0 when nothing was seen
/// throws  Error{shape} when prior and data differ in their columns; Error{domain} for scales that
///         are not positive definite
/// cost    the cube of the number of columns
[[nodiscard]] inline double log_evidence(const NormalInverseWishart& prior,
                                         const JointMoments& seen) {
  return detail::log_evidence_of_means(prior, seen) +
         detail::log_evidence_of_spread(
             prior, {.count = seen.complete, .scales = detail::added_scales(prior, seen)});
}

/// Returns the log density of the rows that lack no number at given parameters.
/// out     nats; 0 when nothing was seen; -inf for a covariance that is not positive definite
/// cost    the cube of the number of columns
[[nodiscard]] double log_likelihood(const MultivariateNormal& d, const JointMoments& seen);

/// The family of blocks of normal columns with a full covariance matrix. In a model the block says
/// whether the classes share the matrix; what then follows from the cells of all classes is what the
/// functions called tied are for.
///
///     Posterior<NormalInverseWishartNormal> sizes{NormalInverseWishart{
///         .means = {170, 65}, .mean_weight = 1, .shape = 2, .scales = {50, 40, 80}}};
///     sizes.observe({171, 64});
///     sizes.predictive();    // of both numbers together
struct NormalInverseWishartNormal {
  using Shipped = NormalInverseWishartNormal;
  using Likelihood = MultivariateNormal;
  using Prior = NormalInverseWishart;
  using Predictive = MultivariateStudentT;
  using Statistics = JointMoments;

  static constexpr std::string_view name = "joint_normal";
  /// In schemas; there the keys `columns` and `covariance` tell it from a single column.
  static constexpr std::string_view word = "normal";
  static constexpr Covariance covariance = Covariance::full;
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<NormalInverseWishart> prior = Automatic::unit;

  /// Missing numbers are NaN.
  [[nodiscard]] static bool accepts(const std::vector<double>& datum) {
    for (const double x : datum)
      if (std::isinf(x)) return false;
    return true;
  }
  /// Mean and spread of each column, worth one observation; none varies with another.
  /// throws  Error{undefined} for a constant column, or without a row that lacks no number
  [[nodiscard]] static NormalInverseWishart automatic(Automatic rule, const JointMoments& pooled) {
    return detail::automatic_joint(rule, pooled, word);
  }
  static constexpr std::array elicits = detail::mean_sd_n;
  /// `n` rows in which every column has that mean and standard deviation.
  static void elicit(const Elicited& told, Partial<NormalInverseGamma>& prior) {
    detail::elicit_normal(told, prior);
  }

  /// Means and covariances (over n); Error{undefined} where the matrix is singular.
  [[nodiscard]] static MultivariateNormal maximum_likelihood(const JointMoments& seen) {
    return likelihood(detail::most_likely_joint(seen, word));
  }
  /// Returns the mode in (means, covariance matrix). Always exists.
  [[nodiscard]] static MultivariateNormal maximum_a_posteriori(
      const NormalInverseWishart& posterior) {
    return likelihood(mode(posterior));
  }
  /// Error{undefined} for a posterior shape of at most 1, where the matrix has no mean.
  [[nodiscard]] static MultivariateNormal posterior_mean(const NormalInverseWishart& posterior) {
    detail::check_posterior_mean(posterior.shape, word);
    return likelihood(mean(posterior));
  }
  [[nodiscard]] static MultivariateStudentT predictive(const NormalInverseWishart& posterior) {
    return detail::next_joint_numbers(posterior);
  }

  [[nodiscard]] static MeansCovariance parameters(const MultivariateNormal& d) {
    return {d.means, d.covariance};
  }
  [[nodiscard]] static MultivariateNormal likelihood(const MeansCovariance& at) {
    return {at.means, at.covariance};
  }

  /// Returns the prior of a class of a block.
  /// in      pooled: statistics over all classes
  /// throws  Error{undefined} for a column without data or spread, where the rule asks for it, and
  ///         for a tying of columns; Error{shape} or Error{domain} for numbers that do not fit
  [[nodiscard]] static NormalInverseWishart tied_prior(const PriorRule<NormalInverseWishart>& rule,
                                                       Tying tying, const JointMoments& pooled,
                                                       Index columns) {
    return detail::joint_prior(rule, tying, pooled, columns, word);
  }
  /// Returns the prior of largest evidence of the classes of a block (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<NormalInverseWishart> tied_empirical(
      Tying tying, std::span<const JointMoments> cells, Index columns) {
    return detail::empirical_joint(tying, cells, columns, word);
  }
  /// For each class the distribution of its own means and its matrix, given the data of all
  /// classes.
  /// in      priors, cells: one for each class; where classes are tied the priors agree in shape and
  ///         scales
  [[nodiscard]] static std::vector<NormalInverseWishart> tied_posteriors(
      Tying tying, std::span<const NormalInverseWishart> priors,
      std::span<const JointMoments> cells);
  /// Returns the log density of the data of all classes together, nats.
  [[nodiscard]] static double tied_log_evidence(Tying tying,
                                                std::span<const NormalInverseWishart> priors,
                                                std::span<const JointMoments> cells);
  /// Returns the statistics of each class, their scatter that of the matrix that it shares: maximum
  /// likelihood of these is that of the block.
  [[nodiscard]] static std::vector<JointMoments> tied_statistics(
      Tying tying, std::span<const JointMoments> cells);
  /// Returns the mode in the means of all `classes` and the matrix, read off for one class.
  [[nodiscard]] static MultivariateNormal tied_mode(Tying tying,
                                                    const NormalInverseWishart& posterior,
                                                    Index classes) {
    return likelihood(mode(posterior, ties_classes(tying) ? static_cast<double>(classes - 1) : 0));
  }
  /// Returns the means and the matrix of each class, a matrix that is shared drawn once.
  /// in      posteriors: one for each class, as tied_posteriors gives them
  [[nodiscard]] static std::vector<MeansCovariance> tied_draw(
      Tying tying, std::span<const NormalInverseWishart> posteriors, Random& random);
  /// Mean and variance of ln f(datum) of one class less that of another, while the parameters of
  /// both have the posterior's distribution; numbers that are missing are left out.
  /// in      posterior, against: two of those that tied_posteriors gives
  [[nodiscard]] static TermMoments tied_log_odds(Tying tying, const NormalInverseWishart& posterior,
                                                 const NormalInverseWishart& against,
                                                 const std::vector<double>& datum) {
    return detail::joint_log_odds(tying, posterior, against, datum);
  }
};

}  // namespace credence
