// Counts of failures before a success, in the catalogue.
#include "catalogue/beta_geometric_kernels.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::BetaGeometric>();
