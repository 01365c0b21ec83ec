// Documents of words, in the catalogue.
#include "catalogue/dirichlet_multinomial_kernels.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::DirichletMultinomial>();
