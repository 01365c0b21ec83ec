// Numbers in bins, in the catalogue.
#include "catalogue/histogram_kernels.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::DirichletHistogram>();
