// Numbers of a known mean, in the catalogue.
#include <credence/family/normal_known_mean.hpp>

#include "catalogue/ship.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::NormalKnownMean>();
