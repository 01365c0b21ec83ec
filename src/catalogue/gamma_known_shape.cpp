// Positive numbers of a known shape, in the catalogue.
#include <credence/family/gamma_known_shape.hpp>

#include "catalogue/ship.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::GammaKnownShape>();
