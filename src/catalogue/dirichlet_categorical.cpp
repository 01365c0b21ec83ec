// Categories, in the catalogue.
#include "catalogue/dirichlet_categorical_kernels.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::DirichletCategorical>();
