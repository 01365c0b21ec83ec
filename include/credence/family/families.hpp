#pragma once
// THE list of families. A new family is a file of its own, its include in shipped.hpp and one line
// here; names, prior flags, mixed models, files, reports and every law follow from the list.
#include <credence/detail/family/family_list.hpp>
#include <credence/family/shipped.hpp>

namespace credence {

// clang-format off
using Families = FamilyList<
      BetaBernoulli
    , BetaGeometric
    , DirichletCategorical
    , DirichletMultinomial
    , NormalInverseGammaNormal
    , NormalInverseGammaLogNormal
    , GammaPoisson
    , GammaExponential
    , TiedNormalInverseGammaNormal
    , NormalKnownVariance
    , NormalKnownMean
    , BetaNegativeBinomial
    , GammaKnownShape
    , VonMisesKnownConcentration
    , DirichletHistogram
    , NormalInverseWishartNormal
    , PolyaTreeNumbers
    , KernelNumbers
    >;
// clang-format on

}  // namespace credence
