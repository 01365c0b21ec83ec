#include <credence/learn/feature_evidence.hpp>

#include <fmt/format.h>

namespace credence::detail {

void no_such_feature(std::string_view feature, std::span<const std::string> known) {
  std::string names;
  for (const std::string& name : known)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  throw Error(ErrorCode::schema,
              fmt::format("the posterior has no feature '{}'; its features are {}", feature,
                          names.empty() ? "none" : names));
}

}  // namespace credence::detail
