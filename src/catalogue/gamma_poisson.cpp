// Counts of events, in the catalogue.
#include "catalogue/gamma_poisson_kernels.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::GammaPoisson>();
