#pragma once
// What a posterior knows of one feature, whatever its family.
#include <credence/base/error.hpp>
#include <credence/data/levels.hpp>
#include <credence/data/schema.hpp>
#include <string>
#include <vector>

namespace credence {

/// One feature of a block, but for its prior and its statistics.
struct FeatureFacts {
  std::string name = {};
  std::vector<std::string> levels;  ///< empty for data without; of several numbers: columns
  bool listed = false;              ///< the schema lists the levels: no others join
  Unseen unseen = Unseen::missing;
  Tying tied = Tying::free;  ///< of several normal columns: which cells share a variance

  /// Levels kept for categories that the training data lack: 0 or 1.
  [[nodiscard]] Index reserved() const { return unseen == Unseen::reserve ? 1 : 0; }
  friend bool operator==(const FeatureFacts&, const FeatureFacts&) = default;
};

namespace detail {
/// Returns the same error, which says first of which column it is.
[[nodiscard]] inline Error of_column(const std::string& column, const Error& error) {
  return Error(error.code(), "column '" + column + "': " + error.what(), error.where());
}
}  // namespace detail

}  // namespace credence
