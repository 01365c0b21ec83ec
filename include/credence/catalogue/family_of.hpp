#pragma once
// A family as the object that models, classifiers, rankings and studies ask: THE one template over a
// family. A family of your own needs it in one file; all others get along without.
#include <credence/detail/catalogue/family_type.hpp>
#include <credence/detail/family/family_check.hpp>
#include <credence/detail/learn/block_sums.hpp>
#include <credence/detail/learn/family_type_of.hpp>
#include <credence/detail/predict/block_scores.hpp>
#include <credence/detail/predict/moving_of.hpp>
#include <credence/detail/predict/scored_family_of.hpp>
#include <credence/detail/select/ranked_family_of.hpp>
#include <credence/detail/study/studied_family_of.hpp>

namespace credence {

/// What a family is learned and scored with: here the plain references, which serve any family. Those
/// of the library name faster ones, each in its file in src/catalogue.
template <ConjugateFamily F>
struct ReferenceKernels {
  using Sums = ReferenceSums<F>;
  using Scores = ReferenceScores<F>;
  using Moving = DefaultMoving<F>;
};

/// A family behind the interfaces of all folders.
template <ConjugateFamily F, class Kernels = ReferenceKernels<F>>
class FamilyOf final : public FamilyTypeOf<F, typename Kernels::Sums>,
                       public ScoredFamilyOf<F, typename Kernels::Scores, typename Kernels::Moving>,
                       public RankedFamilyOf<F>,
                       public StudiedFamilyOf<F> {};

/// Returns the object of a family; the same one wherever it is asked for.
///
///     const Model model{schema, shipped_families().with(family_type<sea::GammaRayleigh>())};
///
/// cost  of a family of your own its compilation: some ten seconds, in each file that says this
template <class F>
[[nodiscard]] const FamilyType& family_type() {
  static_assert(detail::Said<detail::ModelFamilyCheck<F>>::done);
  if constexpr (detail::ModelFamily<F> && !detail::ShippedFamily<F>) {
    static const FamilyOf<F> type;
    return type;
  } else {
    return detail::shipped_type_of(typeid(F));
  }
}

}  // namespace credence
