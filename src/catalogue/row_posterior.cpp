// What models composed in code have learned: faults, and where the blocks stand.
#include <credence/catalogue/row_posterior.hpp>

#include <algorithm>
#include <credence/base/error.hpp>

namespace credence::detail {

void other_row_model() {
  throw Error(ErrorCode::version,
              "posteriors of rows can be merged only when their models have the same classes, "
              "names and priors; observe the rows with one model");
}

void not_of_row_model() {
  throw Error(ErrorCode::version,
              "the posterior is of another model than that of the rows; give one whose classes, "
              "names, families and priors are the same");
}

std::size_t block_of(const Posterior<Model>& posterior, const std::type_info& family) {
  const auto found =
      std::find_if(posterior.blocks.begin(), posterior.blocks.end(),
                   [&](const Box<AnyBlock>& block) { return block->family_id() == family; });
  return static_cast<std::size_t>(found - posterior.blocks.begin());
}

}  // namespace credence::detail
