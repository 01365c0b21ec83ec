#pragma once
// What several parts of one computation found undefined, listed once.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimate.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace credence::detail {

/// An estimate that one part found missing: the positions of the block, feature and class.
struct FoundUndefined {
  std::size_t block = 0;
  Index feature = 0;
  Index klass = 0;
  std::string why = {};
};

/// Adds the cells that are not listed yet, in the order of the parts.
template <class List>
void add_found(const std::vector<std::vector<FoundUndefined>>& found,
               const Posterior<BasicModel<List>>& posterior,
               std::vector<UndefinedCell>& undefined) {
  std::set<std::pair<std::string, std::string>> listed;
  for (const UndefinedCell& cell : undefined) listed.emplace(cell.feature, cell.klass);
  for (const auto& part : found)
    for (const FoundUndefined& cell : part) {
      const std::string& klass = posterior.label.classes[static_cast<std::size_t>(cell.klass)];
      std::visit(
          [&](const auto& block) {
            const std::string& feature = block.feature(cell.feature).name;
            if (listed.emplace(feature, klass).second)
              undefined.push_back({.feature = feature, .klass = klass, .why = cell.why});
          },
          posterior.blocks[cell.block]);
    }
}

}  // namespace credence::detail
