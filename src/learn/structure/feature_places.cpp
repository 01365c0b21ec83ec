// Features by their names: all of a posterior, and those of its contexts by where they stand in it.
#include "learn/structure/feature_places.hpp"

#include <credence/learn/evidence.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace credence::detail {
namespace {

bool stands_at(const Posterior<Model>& posterior, FeaturePlace at, std::string_view name) {
  return at.block < posterior.blocks.size() && at.feature < posterior.blocks[at.block]->size() &&
         posterior.blocks[at.block]->feature(at.feature).name == name;
}

std::optional<FeaturePlace> search(const Posterior<Model>& posterior, std::string_view name) {
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    for (Index j = 0; j < posterior.blocks[b]->size(); ++j)
      if (stands_at(posterior, {.block = b, .feature = j}, name))
        return FeaturePlace{.block = b, .feature = j};
  return std::nullopt;
}

}  // namespace

FeaturePlace place_of_feature(const Posterior<Model>& posterior, std::string_view name) {
  if (const auto found = search(posterior, name)) return *found;
  std::vector<std::string> known;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) known.push_back(block->feature(j).name);
  no_such_feature(name, known);
}

FeaturePlaces::FeaturePlaces(const Posterior<Model>& posterior) : posterior_(posterior) {
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    for (Index j = 0; j < posterior.blocks[b]->size(); ++j)
      places_.emplace(posterior.blocks[b]->feature(j).name, FeaturePlace{.block = b, .feature = j});
}

FeaturePlace FeaturePlaces::of(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? place_of_feature(posterior_, name) : found->second;
}

// Children stand in the order of the posterior. Where only the parents are not among them, each is as
// many places further in front as there are parents before it, and its block as many as have no child.
std::optional<FeaturePlace> FeaturePlaces::find(const Posterior<Model>& children,
                                                std::string_view name) const {
  constexpr std::size_t most_parents = 2;
  const auto all = places_.find(name);
  if (all == places_.end()) return std::nullopt;
  for (std::size_t gone = 0; gone <= std::min(most_parents, all->second.block); ++gone)
    for (std::size_t parents = 0; parents <= most_parents; ++parents) {
      const FeaturePlace at{.block = all->second.block - gone,
                            .feature = all->second.feature - static_cast<Index>(parents)};
      if (at.feature >= 0 && stands_at(children, at, name)) return at;
    }
  return search(children, name);
}

FeaturePlace FeaturePlaces::within(const Posterior<Model>& children, std::string_view name) const {
  const auto found = find(children, name);
  return found ? *found : place_of_feature(children, name);
}

}  // namespace credence::detail
