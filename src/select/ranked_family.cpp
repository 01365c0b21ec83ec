#include <credence/detail/select/ranked_family.hpp>

namespace credence {

const RankedFamily& ranked(const FamilyType& family) {
  return dynamic_cast<const RankedFamily&>(family);
}

}  // namespace credence
