// Numbers with a normal density, in the catalogue.
#include "catalogue/normal_inverse_gamma_kernels.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::NormalInverseGammaNormal>();
