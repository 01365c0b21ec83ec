// Numbers in the leaves of a tree, in the catalogue.
#include "catalogue/polya_tree_kernels.hpp"

template const credence::FamilyType& credence::detail::shipped_type<credence::PolyaTreeNumbers>();
