// Blocks of numbers that share variances, in the catalogue.
#include <credence/family/tied_normal.hpp>

#include "catalogue/ship.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::TiedNormalInverseGammaNormal>();
