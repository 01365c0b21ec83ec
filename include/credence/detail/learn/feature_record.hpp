#pragma once
// The statistics of one feature as plain data.
#include <credence/base/members.hpp>
#include <string>
#include <vector>

namespace credence {

/// What a posterior file holds of one feature.
struct FeatureRecord {
  std::string name{};
  std::vector<std::string> levels;
  std::vector<Fields> statistics = {};               ///< one per class
  std::vector<std::vector<std::string>> exact = {};  ///< one per class; none unless kept exactly

  friend bool operator==(const FeatureRecord&, const FeatureRecord&) = default;
};

}  // namespace credence
