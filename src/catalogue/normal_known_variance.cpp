// Numbers of a known variance, in the catalogue.
#include <credence/family/normal_known_variance.hpp>

#include "catalogue/ship.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::NormalKnownVariance>();
