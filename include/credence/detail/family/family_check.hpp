#pragma once
// What a type that should be a family lacks, said in one line by the compiler. Instantiated only where
// something is missing, so that families that are whole cost nothing.
#include <concepts>
#include <credence/base/members.hpp>
#include <credence/detail/family/datum_kind.hpp>
#include <credence/family/family.hpp>
#include <type_traits>

namespace credence {

struct Bernoulli;
struct Categorical;
struct Exponential;
struct Gamma;
struct Geometric;
struct Histogram;
struct IndependentNormals;
struct Kernel;
struct LogNormal;
struct Multinomial;
struct MultivariateNormal;
struct Normal;
struct Pascal;
struct Poisson;
struct PolyaTree;
struct VonMises;

namespace detail {

template <class D>
struct DensityCheck {
  static_assert(std::regular<D>,
                "a density of the family cannot be default-made, copied and compared: add "
                "operator==(const D&, const D&) = default (docs/how_to/add_distribution.md)");
  static_assert(HasDatumType<D>,
                "a density of the family lacks `value_type`, the type of what it is a density of "
                "(docs/how_to/add_distribution.md)");
  static_assert(!HasDatumType<D> || HasLogDensity<D>,
                "a density of the family lacks the function log_density(density, x), a double "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasCheck<D>,
                "a density of the family lacks the function check(density), which throws for "
                "parameters out of range (docs/how_to/add_distribution.md)");
  static_assert(!HasDatumType<D> || HasDraw<D>,
                "a density of the family lacks the function draw(density, random), a `value_type` "
                "(docs/how_to/add_distribution.md)");
  static constexpr bool done = true;
};

template <class S>
struct StatisticsCheck {
  static_assert(std::regular<S>,
                "the family's Statistics cannot be default-made, copied and compared: add "
                "operator==(const S&, const S&) = default (docs/how_to/add_distribution.md)");
  static_assert(HasDatumType<S>,
                "the family's Statistics lack `value_type`, the type of one datum "
                "(docs/how_to/add_distribution.md)");
  static_assert(!HasDatumType<S> || HasObserve<S>,
                "the family's Statistics lack observe(datum, weight) "
                "(docs/how_to/add_distribution.md)");
  static_assert(!HasDatumType<S> || HasForget<S>,
                "the family's Statistics lack forget(datum, weight), which undoes observe "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasMerge<S>,
                "the family's Statistics lack merge(other), which adds those of other data "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasCount<S>,
                "the family's Statistics lack count() const, the total weight as a double "
                "(docs/how_to/add_distribution.md)");
  static constexpr bool done = true;
};

template <class F>
struct MemberCheck {
  static_assert(HasName<F>,
                "the family lacks `name`, a static constexpr std::string_view: its word in schemas "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasNeeds<F>,
                "the family lacks `needs`, a static constexpr std::string_view: what its data must "
                "be, for messages (docs/how_to/add_distribution.md)");
  static_assert(HasAccepts<F>,
                "the family lacks static bool accepts(datum): whether a datum lies in the support "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasDefaultPrior<F>,
                "the family lacks the member `PriorRule<Prior> prior`, its default prior "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasAutomatic<F>,
                "the family lacks static Prior automatic(Automatic, pooled statistics) "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasPosterior<F>,
                "the family lacks the function posterior(prior, statistics), a Prior, beside its "
                "types (docs/how_to/add_distribution.md)");
  static_assert(HasLogEvidence<F>,
                "the family lacks the function log_evidence(prior, statistics), a double, beside "
                "its types (docs/how_to/add_distribution.md)");
  static_assert(HasMaximumLikelihood<F>,
                "the family lacks static Likelihood maximum_likelihood(statistics) "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasMaximumAPosteriori<F>,
                "the family lacks static Likelihood maximum_a_posteriori(posterior) "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasPosteriorMean<F>,
                "the family lacks static Likelihood posterior_mean(posterior) "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasPredictive<F>,
                "the family lacks static Predictive predictive(posterior) "
                "(docs/how_to/add_distribution.md)");
  static_assert(HasParameters<F>,
                "the family lacks static parameters(likelihood), the point at which its prior's "
                "density is taken (docs/how_to/add_distribution.md)");
  static_assert(HasLikelihoodAt<F>,
                "the family lacks static Likelihood likelihood(parameters), the reverse of "
                "parameters (docs/how_to/add_distribution.md)");
  static_assert(HasInterval<F>,
                "the family's Prior lacks the function credible_interval(prior, mass) "
                "(docs/how_to/add_distribution.md)");
  static constexpr bool done = true;
};

struct NothingToCheck {
  static constexpr bool done = true;
};

/// Names what a type lacks to be a family. `FamilyCheck<F>::done` is true once all is there, and does
/// not compile before.
template <class F>
struct FamilyCheck {
  static_assert(HasFamilyTypes<F>,
                "this type is neither a family nor a model: a family has the types Likelihood, "
                "Prior, Predictive and Statistics (docs/how_to/add_distribution.md)");
  static constexpr bool done = true;
};

template <HasFamilyTypes F>
struct FamilyCheck<F> {
  static_assert(DensityCheck<typename F::Likelihood>::done);
  static_assert(DensityCheck<typename F::Prior>::done);
  static_assert(DensityCheck<typename F::Predictive>::done);
  static_assert(StatisticsCheck<typename F::Statistics>::done);
  // Without types of data nearly all members would be said to be missing.
  static constexpr bool has_data =
      HasDatumType<typename F::Statistics> && HasDatumType<typename F::Prior>;
  static_assert(std::conditional_t<has_data, MemberCheck<F>, NothingToCheck>::done);
  static constexpr bool done = true;
};

/// A likelihood (or prior) where its family is meant.
template <Density D>
struct FamilyCheck<D> {
  template <class... Named>
  static constexpr bool is_none_of = (!std::same_as<D, Named> && ...);

  static_assert(
      is_none_of<Bernoulli>,
      "Bernoulli is a likelihood; a family also has a prior: did you mean BetaBernoulli?");
  static_assert(is_none_of<Categorical>,
                "Categorical is a likelihood; a family also has a prior: did you mean "
                "DirichletCategorical?");
  static_assert(is_none_of<Exponential>,
                "Exponential is a likelihood; a family also has a prior: did you mean "
                "GammaExponential?");
  static_assert(is_none_of<Gamma>,
                "Gamma is a density; a family has a likelihood and a prior: did you mean "
                "GammaKnownShape, or GammaPoisson or GammaExponential, which have it as prior?");
  static_assert(
      is_none_of<Geometric>,
      "Geometric is a likelihood; a family also has a prior: did you mean BetaGeometric?");
  static_assert(is_none_of<Histogram>,
                "Histogram is a likelihood; a family also has a prior: did you mean "
                "DirichletHistogram?");
  static_assert(is_none_of<IndependentNormals>,
                "IndependentNormals is a likelihood; a family also has a prior: did you mean "
                "TiedNormalInverseGammaNormal?");
  static_assert(is_none_of<Kernel>,
                "Kernel is a density; a family also has statistics: did you mean KernelNumbers?");
  static_assert(is_none_of<LogNormal>,
                "LogNormal is a likelihood; a family also has a prior: did you mean "
                "NormalInverseGammaLogNormal?");
  static_assert(is_none_of<Multinomial>,
                "Multinomial is a likelihood; a family also has a prior: did you mean "
                "DirichletMultinomial?");
  static_assert(is_none_of<MultivariateNormal>,
                "MultivariateNormal is a likelihood; a family also has a prior: did you mean "
                "NormalInverseWishartNormal?");
  static_assert(is_none_of<Normal>,
                "Normal is a likelihood; a family also has a prior: did you mean "
                "NormalInverseGammaNormal, NormalKnownVariance or NormalKnownMean?");
  static_assert(is_none_of<Pascal>,
                "Pascal is a likelihood; a family also has a prior: did you mean "
                "BetaNegativeBinomial?");
  static_assert(is_none_of<Poisson>,
                "Poisson is a likelihood; a family also has a prior: did you mean GammaPoisson?");
  static_assert(is_none_of<PolyaTree>,
                "PolyaTree is a likelihood; a family also has a prior: did you mean "
                "PolyaTreeNumbers?");
  static_assert(is_none_of<VonMises>,
                "VonMises is a likelihood; a family also has a prior: did you mean "
                "VonMisesKnownConcentration?");
  static_assert(
      !is_none_of<Bernoulli, Categorical, Exponential, Gamma, Geometric, Histogram,
                  IndependentNormals, Kernel, LogNormal, Multinomial, MultivariateNormal, Normal,
                  Pascal, Poisson, PolyaTree, VonMises>,
      "a density is no family: name a family, which has a likelihood and a prior, such as "
      "BetaBernoulli or GammaPoisson (docs/reference/families/index.md)");
  static constexpr bool done = true;
};

/// Statistics of data that columns of a table can be read as.
template <class S>
concept OfColumns = HasDatumType<S> && requires {
  KindOfDatum<typename S::value_type>::value;
};
/// The same, with levels of their own where the data have levels or words: they join in sorted order.
template <class S>
concept WithLevels = OfColumns<S> &&
    (LevelledStatistics<S> || !has_levels(kind_of_datum<typename S::value_type>));

/// A family whose numbers have names, as models ask.
template <class F>
concept ModelFamily = ConjugateFamily<F> && Described<typename F::Likelihood> &&
    Described<typename F::Prior> && Described<typename F::Predictive> &&
    Described<typename F::Statistics> && WithLevels<typename F::Statistics>;

/// Names what a type lacks to be a family of models.
template <class F>
struct ModelFamilyCheck {
  static_assert(FamilyCheck<F>::done);
  static constexpr bool done = true;
};
template <HasFamilyTypes F>
struct ModelFamilyCheck<F> {
  static_assert(FamilyCheck<F>::done);
  static_assert(Described<typename F::Likelihood>,
                "the family's Likelihood lacks `members`, the names of its parameters "
                "(docs/how_to/add_distribution.md)");
  static_assert(Described<typename F::Prior>,
                "the family's Prior lacks `members`, the names of its parameters "
                "(docs/how_to/add_distribution.md)");
  static_assert(Described<typename F::Predictive>,
                "the family's Predictive lacks `members`, the names of its parameters "
                "(docs/how_to/add_distribution.md)");
  static_assert(Described<typename F::Statistics>,
                "the family's Statistics lack `members`, the names of its numbers "
                "(docs/how_to/add_distribution.md)");
  static_assert(!HasDatumType<typename F::Statistics> || OfColumns<typename F::Statistics>,
                "no column holds data of the family's type: let `value_type` of its Statistics be "
                "bool, Code, double, Count, WordCounts or std::vector<double> "
                "(docs/how_to/add_distribution.md)");
  static_assert(!OfColumns<typename F::Statistics> || WithLevels<typename F::Statistics>,
                "the family's Statistics lack levels(), resize(n) and rearrange(to, n), which data "
                "of type Code or WordCounts need (docs/how_to/add_distribution.md)");
  static constexpr bool done = true;
};

/// What a function asserts to have a check said once: of a check itself, clang adds that it is
/// incomplete.
template <class Check>
struct Said {
  static_assert(Check::done);
  static constexpr bool done = true;
};

}  // namespace detail
}  // namespace credence
