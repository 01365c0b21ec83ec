#pragma once
// The parts of what a family is, each a concept of its own, so that what is missing can be said by
// name (family_check.hpp). The whole, with what each part means, stands in family/family.hpp.
#include <concepts>
#include <credence/detail/density/density.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>
#include <vector>

namespace credence::detail {

template <class S>
concept HasObserve = requires(S s, const typename S::value_type& x, double weight) {
  s.observe(x, weight);
};
template <class S>
concept HasForget = requires(S s, const typename S::value_type& x, double weight) {
  s.forget(x, weight);
};
template <class S>
concept HasMerge = requires(S s, const S& other) {
  s.merge(other);
};
template <class S>
concept HasDiscount = requires(S s, double factor) {
  s.discount(factor);
};
template <class S>
concept HasCount = requires(const S& s) {
  { s.count() } -> std::same_as<double>;
};

// What statistics of the library keep, and those of others may call by the same names and mean
// something else by: the type is looked at, too.
/// Statistics that list the weight of each level.
template <class S>
concept ListsLevels = requires(const S& seen) {
  { seen.counts } -> std::same_as<const std::vector<double>&>;
};
/// Statistics of two levels.
template <class S>
concept CountsYesAndNo = requires(const S& seen) {
  { seen.ones } -> std::same_as<const double&>;
  { seen.zeros } -> std::same_as<const double&>;
};

template <class F>
concept HasFamilyTypes = requires {
  typename F::Likelihood;
  typename F::Prior;
  typename F::Predictive;
  typename F::Statistics;
};

template <class F>
concept HasName = requires {
  { F::name } -> std::convertible_to<std::string_view>;
};
template <class F>
concept HasNeeds = requires {
  { F::needs } -> std::convertible_to<std::string_view>;
};
template <class F>
concept HasAccepts = requires(const typename F::Statistics::value_type& datum) {
  { F::accepts(datum) } -> std::same_as<bool>;
};
template <class F>
concept HasDefaultPrior = requires {
  { F{}.prior } -> std::convertible_to<PriorRule<typename F::Prior>>;
};
template <class F>
concept HasAutomatic = requires(const typename F::Statistics& seen) {
  { F::automatic(Automatic::unit, seen) } -> std::same_as<typename F::Prior>;
};
template <class F>
concept HasPosterior = requires(const typename F::Prior& prior,
                                const typename F::Statistics& seen) {
  { posterior(prior, seen) } -> std::same_as<typename F::Prior>;
};
template <class F>
concept HasLogEvidence = requires(const typename F::Prior& prior,
                                  const typename F::Statistics& seen) {
  { log_evidence(prior, seen) } -> std::same_as<double>;
};
template <class F>
concept HasMaximumLikelihood = requires(const typename F::Statistics& seen) {
  { F::maximum_likelihood(seen) } -> std::same_as<typename F::Likelihood>;
}
|| requires(const typename F::Prior& prior, const typename F::Statistics& seen) {
  { F::maximum_likelihood(prior, seen) } -> std::same_as<typename F::Likelihood>;
};
template <class F>
concept HasMaximumAPosteriori = requires(const typename F::Prior& prior) {
  { F::maximum_a_posteriori(prior) } -> std::same_as<typename F::Likelihood>;
};
template <class F>
concept HasPosteriorMean = requires(const typename F::Prior& prior) {
  { F::posterior_mean(prior) } -> std::same_as<typename F::Likelihood>;
};
template <class F>
concept HasPredictive = requires(const typename F::Prior& prior) {
  { F::predictive(prior) } -> std::same_as<typename F::Predictive>;
};
template <class F>
concept HasParameters = requires(const typename F::Likelihood& likelihood) {
  { F::parameters(likelihood) } -> std::same_as<typename F::Prior::value_type>;
};
template <class F>
concept HasLikelihoodAt = requires(const typename F::Prior::value_type& parameters) {
  { F::likelihood(parameters) } -> std::same_as<typename F::Likelihood>;
}
|| requires(const typename F::Prior& prior, const typename F::Prior::value_type& parameters) {
  { F::likelihood(prior, parameters) } -> std::same_as<typename F::Likelihood>;
};
template <class F>
concept HasInterval = requires(const typename F::Prior& prior) {
  credible_interval(prior, 0.9);
};

}  // namespace credence::detail
