// Positive numbers with a log-normal density, in the catalogue.
#include "catalogue/log_normal_kernels.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::NormalInverseGammaLogNormal>();
