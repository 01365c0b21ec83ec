// Binary answers, in the catalogue.
#include "catalogue/beta_bernoulli_kernels.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::BetaBernoulli>();
