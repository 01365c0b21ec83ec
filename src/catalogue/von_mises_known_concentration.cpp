// Directions, in the catalogue.
#include <credence/family/von_mises_known_concentration.hpp>

#include "catalogue/ship.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::VonMisesKnownConcentration>();
