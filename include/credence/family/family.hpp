#pragma once
// The concept of a likelihood with its conjugate prior.
#include <concepts>
#include <credence/base/index.hpp>
#include <credence/data/tying.hpp>
#include <credence/detail/density/density.hpp>
#include <credence/detail/family/family_parts.hpp>
#include <credence/family/prior_rule.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace credence {

/// The sufficient statistics of a likelihood. A commutative monoid: a default-made one is empty and
/// merge adds.
///
/// types        value_type: one datum
/// expressions  s.observe(x, w): weight w >= 0; 2 means "seen twice"
///              s.forget(x, w): undoes observe; Error{domain} when more is forgotten than was seen
///              s.merge(other), s.count(): total weight
///              s.members: the named numbers (base/members.hpp), for files and tables
/// optional     s.discount(factor): multiplies the weight of all data by a factor in (0, 1], for
///              posteriors that forget; a posterior of a family without it is refused by name
///              s.contradiction(): why no data could have left these numbers, "" where some could
///              (detail/family/contradiction.hpp); files are checked by it
/// laws         laws/statistics.test.cpp
template <class S>
concept SufficientStatistics = std::regular<S> && detail::HasDatumType<S> &&
    detail::HasObserve<S> && detail::HasForget<S> && detail::HasMerge<S> && detail::HasCount<S>;

/// Statistics with one entry per level (or word), whose number may grow and whose order may change.
/// expressions  s.levels(): how many;  s.resize(n): adds empty levels at the end
///              s.rearrange(to, n): level i becomes level to[i] of n
template <class S>
concept LevelledStatistics = SufficientStatistics<S> &&
    requires(S s, const S& other, Index n, std::span<const Index> to) {
  { other.levels() } -> std::same_as<Index>;
  s.resize(n);
  s.rearrange(to, n);
};

/// Returns the likelihood under which the data are most probable. A family with a fixed
/// hyperparameter, not learned, has it in its prior, which its maximum_likelihood then takes as
/// well.
/// throws  Error{undefined} saying why there is none
template <class F>
[[nodiscard]] typename F::Likelihood likeliest([[maybe_unused]] const typename F::Prior& prior,
                                               const typename F::Statistics& seen) {
  if constexpr (requires { F::maximum_likelihood(prior, seen); })
    return F::maximum_likelihood(prior, seen);
  else
    return F::maximum_likelihood(seen);
}

/// Returns the likelihood of these parameters, the constants of the prior known.
template <class F>
[[nodiscard]] typename F::Likelihood likelihood_at(
    [[maybe_unused]] const typename F::Prior& prior,
    const typename F::Prior::value_type& parameters) {
  if constexpr (requires { F::likelihood(prior, parameters); })
    return F::likelihood(prior, parameters);
  else
    return F::likelihood(parameters);
}

/// A likelihood with its conjugate prior: one file that says how two densities are tied together.
///
/// types        Likelihood, Prior, Predictive (densities), Statistics
/// expressions  F::name: the word in schemas, files and the tool
///              F::needs: what its data must be, for messages ("numbers of at least 0")
///              F::accepts(x): whether a datum lies in the support
///              F{}.prior: the default PriorRule
///              F::automatic(word, pooled): the prior that a word stands for; Error{undefined}
///              posterior(prior, seen), log_evidence(prior, seen): nats
///              F::maximum_likelihood(seen), F::maximum_a_posteriori(posterior),
///              F::posterior_mean(posterior): a Likelihood, or Error{undefined} saying why there is
///              none;  F::predictive(posterior)
///              F::parameters(likelihood), F::likelihood(parameters): the point at which the prior's
///              density is taken, and back
///              credible_interval(posterior, mass)
/// constants    a prior may hold numbers that are known: Prior::Known names them, and
///              F::automatic(known, pooled), F::maximum_likelihood(prior, seen) and
///              F::likelihood(prior, parameters) take them from there
/// optional     F::accepts_all_finite: where F::accepts(x) asks nothing but whether x is finite; then
///              columns are checked faster
///              F::parameter: what the one unknown number is called, where it is not the first of a
///              likelihood
///              F::elicits, F::elicit(told, partial): the keys of `mean`, `sd` and `n` that its prior
///              takes, and the numbers that follow from them (docs/reference/priors.md)
///              F::of_each(each): the prior that the key `each` states
///              F::like_scikit_learn(posterior, seen, variance_floor): scikit-learn's estimate
///              F::term_moments(posterior, datum): how uncertain its log density is
///              (detail/family/term_moments.hpp)
///              log_likelihood(likelihood, seen): nats; what the data are worth at given parameters,
///              for AIC and BIC
/// laws         laws/bayes.test.cpp, laws/estimates.test.cpp; each runs over the list in
///         families.hpp
template <class F>
concept ConjugateFamily = detail::HasFamilyTypes<F> && Density<typename F::Likelihood> &&
    Density<typename F::Prior> && Density<typename F::Predictive> &&
    SufficientStatistics<typename F::Statistics> && detail::HasName<F> && detail::HasNeeds<F> &&
    detail::HasAccepts<F> && detail::HasDefaultPrior<F> && detail::HasAutomatic<F> &&
    detail::HasPosterior<F> && detail::HasLogEvidence<F> && detail::HasMaximumLikelihood<F> &&
    detail::HasMaximumAPosteriori<F> && detail::HasPosteriorMean<F> && detail::HasPredictive<F> &&
    detail::HasParameters<F> && detail::HasLikelihoodAt<F> && detail::HasInterval<F>;

/// A family whose datum is a row of several columns, and whose cells may share parameters, in a
/// model: between columns and between classes, as the block's Tying says.
///
/// expressions  F::word: what schemas call it, beside the key `tied`
///              F::tied_prior(rule, tying, pooled, columns): the prior of a class
///              F::tied_posteriors(tying, priors, cells): for each class what is believed of its own
///              parameters, given the data of all classes
///              F::tied_log_evidence(tying, priors, cells): of all classes together, nats
///              F::tied_statistics(tying, cells): those whose maximum likelihood is the block's
///              F::tied_mode(tying, posterior, classes): the mode in the parameters of all classes
///              F::tied_draw(tying, posteriors, random): the parameters of each class, drawn
///              together from what is believed of them
/// optional     F::covariance: whether the columns have a full covariance, where they do
///              F::tied_log_odds(tying, posterior, against, datum): how uncertain the log odds of
///              two classes are (detail/family/term_moments.hpp)
/// tests        family/tied_normal.test.cpp
template <class F>
concept TiedFamily = ConjugateFamily<F> &&
    requires(Tying tying, const PriorRule<typename F::Prior>& rule,
             const typename F::Statistics& seen, const typename F::Prior& prior,
             std::span<const typename F::Prior> priors,
             std::span<const typename F::Statistics> cells, Index number, Random& random) {
  { F::word } -> std::convertible_to<std::string_view>;
  { F::tied_prior(rule, tying, seen, number) } -> std::same_as<typename F::Prior>;
  { F::tied_posteriors(tying, priors, cells) } -> std::same_as<std::vector<typename F::Prior>>;
  { F::tied_log_evidence(tying, priors, cells) } -> std::same_as<double>;
  { F::tied_statistics(tying, cells) } -> std::same_as<std::vector<typename F::Statistics>>;
  { F::tied_mode(tying, prior, number) } -> std::same_as<typename F::Likelihood>;
  {
    F::tied_draw(tying, priors, random)
    } -> std::same_as<std::vector<typename F::Prior::value_type>>;
};

namespace detail {
// Calls from inside classes that have members of the same name: unqualified, so that the functions
// of a family in a namespace of its own are found too.
template <class Prior, class Statistics>
[[nodiscard]] double log_evidence_of(const Prior& prior, const Statistics& seen) {
  return log_evidence(prior, seen);
}
template <class Prior, class Statistics>
[[nodiscard]] Prior posterior_of(const Prior& prior, const Statistics& seen) {
  return posterior(prior, seen);
}
template <class Prior>
[[nodiscard]] auto interval_of(const Prior& density, double mass) {
  return credible_interval(density, mass);
}
template <class D>
[[nodiscard]] typename D::value_type draw_from(const D& density, Random& random) {
  return draw(density, random);
}
}  // namespace detail

}  // namespace credence
