// Where the cell of a feature within a class stands in a posterior, and what is said where there is none.
#include <credence/learn/typed_block.hpp>

#include <fmt/format.h>

#include <credence/base/error.hpp>

#include "learn/structure/feature_places.hpp"

namespace credence::detail {

ClassCell class_cell(const Posterior<Model>& posterior, std::string_view feature,
                     std::string_view klass) {
  const Index at = class_position(posterior.label.classes, klass);
  const FeaturePlace place = place_of_feature(posterior, feature);
  return {.block = &*posterior.blocks[place.block], .feature = place.feature, .klass = at};
}

void cell_of_another(const ClassCell& place, std::string_view family) {
  const FeatureFacts feature = place.block->feature(place.feature);
  const std::string_view own = place.block->family().facts().name;
  throw Error(ErrorCode::schema,
              fmt::format("feature '{}' is of family '{}' and not '{}'; name the type of '{}'",
                          feature.name, own, family, own));
}

}  // namespace credence::detail
