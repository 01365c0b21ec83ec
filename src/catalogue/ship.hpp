#pragma once
// What the file of a shipped family needs: its kernels, where it has faster ones than the references,
// and the making of its object.
#include <credence/catalogue/family_of.hpp>

#include "catalogue/shipped_type.hpp"

namespace credence::detail {

/// The kernels of a shipped family; specialised in `<family>_kernels.hpp` where there are some.
template <ConjugateFamily F>
struct ShippedKernels : ReferenceKernels<F> {};

template <class F>
const FamilyType& shipped_type() {
  static_assert(ShippedFamily<F>, "a shipped family says `using Shipped =` its own name");
  static const FamilyOf<F, ShippedKernels<F>> type;
  return type;
}

}  // namespace credence::detail
