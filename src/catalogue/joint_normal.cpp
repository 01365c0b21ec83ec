// Blocks of numbers with a full covariance, in the catalogue.
#include "catalogue/joint_normal_kernels.hpp"

template const credence::FamilyType&
credence::detail::shipped_type<credence::NormalInverseWishartNormal>();
