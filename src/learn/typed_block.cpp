// Where the cell of a feature within a class stands in a posterior, and what is said where there is none.
#include <credence/learn/typed_block.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/family_type.hpp>

namespace credence::detail {

ClassCell class_cell(const Posterior<Model>& posterior, std::string_view feature,
                     std::string_view klass) {
  const std::vector<std::string>& classes = posterior.label.classes;
  const auto at = std::find(classes.begin(), classes.end(), klass);
  if (at == classes.end())
    throw Error(ErrorCode::schema,
                fmt::format("the posterior has no class '{}'; its classes are '{}'", klass,
                            fmt::join(classes, "', '")));
  std::vector<std::string> known;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) {
      known.push_back(block->feature(j).name);
      if (known.back() == feature)
        return {.block = &*block, .feature = j, .klass = at - classes.begin()};
    }
  no_such_feature(feature, known);
}

void cell_of_another(const ClassCell& place, std::string_view family) {
  throw Error(ErrorCode::schema,
              fmt::format("feature '{}' is of family '{}' and not '{}'; ask for a cell of its own",
                          place.block->feature(place.feature).name,
                          place.block->family().facts().name, family));
}

}  // namespace credence::detail
