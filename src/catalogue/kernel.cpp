// Numbers around those that were seen, in the catalogue.
#include "catalogue/kernel_kernels.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::KernelNumbers>();
