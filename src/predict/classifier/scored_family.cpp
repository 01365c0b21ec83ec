// From a family without its type to what prediction asks of it.
#include <credence/detail/predict/scored_family.hpp>

#include <credence/learn/family_type.hpp>

namespace credence {

const ScoredFamily& scored(const FamilyType& family) {
  return dynamic_cast<const ScoredFamily&>(family);
}

}  // namespace credence
