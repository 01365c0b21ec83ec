// Counts of failures before several successes, in the catalogue.
#include <credence/family/beta_negative_binomial.hpp>

#include "catalogue/ship.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::BetaNegativeBinomial>();
