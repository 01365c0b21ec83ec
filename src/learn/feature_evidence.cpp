// The evidence of one feature.
#include <credence/learn/feature_evidence.hpp>

#include <fmt/format.h>

#include <credence/base/error.hpp>

namespace credence {

void detail::no_such_feature(std::string_view feature, std::span<const std::string> known) {
  std::string names;
  for (const std::string& name : known)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  throw Error(ErrorCode::schema,
              fmt::format("the posterior has no feature '{}'; its features are {}", feature,
                          names.empty() ? "none" : names));
}

double log_evidence(const Posterior<Model>& posterior, std::string_view feature) {
  std::vector<std::string> known;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) {
      known.push_back(block->feature(j).name);
      if (known.back() == feature) return block->log_evidence(j, posterior.label.classes);
    }
  detail::no_such_feature(feature, known);
}

}  // namespace credence
