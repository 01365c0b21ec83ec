#include <credence/detail/study/studied_family.hpp>

#include <credence/learn/family_type.hpp>

#include "base/names.hpp"

namespace credence {

bool detail::asks_for(std::span<const std::string> asked, const std::string& feature) {
  return asked.empty() || detail::among(asked, feature);
}

const StudiedFamily& studied(const FamilyType& family) {
  return dynamic_cast<const StudiedFamily&>(family);
}

}  // namespace credence
