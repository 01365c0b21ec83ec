// Waiting times, in the catalogue.
#include "catalogue/gamma_exponential_kernels.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::GammaExponential>();
