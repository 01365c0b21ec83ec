#pragma once
// What a posterior knows of one feature, whatever its family.
#include <credence/data/levels.hpp>
#include <credence/data/schema.hpp>
#include <credence/detail/learn/cells.hpp>
#include <string>
#include <vector>

namespace credence {

/// One feature of a block, but for its prior and its statistics.
struct FeatureFacts {
  std::string name = {};
  std::vector<std::string> levels = {};  ///< empty for data without; of several numbers: columns
  bool listed = false;                   ///< the schema lists the levels: no others join
  Unseen unseen = Unseen::missing;
  Tying tied = Tying::free;  ///< of several normal columns: which cells share a variance

  /// Levels kept for categories that the training data lack: 0 or 1.
  [[nodiscard]] Index reserved() const { return unseen == Unseen::reserve ? 1 : 0; }
  friend bool operator==(const FeatureFacts&, const FeatureFacts&) = default;
};

/// Where the levels of the data stand in a feature; nothing for data without levels.
template <class Datum>
[[nodiscard]] Slots slots_of(const FeatureFacts& feature, const Cells<Datum>& data) {
  if constexpr (!has_levels(kind_of_datum<Datum>)) {
    return {};
  } else {
    Slots slots{.of = positions_in(data.levels(), feature.levels),
                .reserved = feature.reserved() == 1 ? std::ssize(feature.levels) : -1};
    slots.same = true;
    for (std::size_t level = 0; level < slots.of.size(); ++level)
      slots.same = slots.same && slots.of[level] == static_cast<Index>(level);
    return slots;
  }
}

}  // namespace credence
