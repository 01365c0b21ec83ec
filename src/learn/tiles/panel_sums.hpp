#pragma once
// A kernel's sums for each panel of a block.
#include <algorithm>
#include <credence/detail/learn/block_cells.hpp>
#include <optional>
#include <vector>

namespace credence::detail {

/// One kernel's sums for each panel of a block.
template <class Sums>
class PanelSums {
 public:
  /// Calls `reset(sums, run)` for each panel.
  template <class Datum, class Reset>
  void reset(const BlockCells<Datum>& cells, Reset&& reset) {
    if (sums_.size() < cells.panels.size()) sums_.resize(cells.panels.size());
    panels_ = cells.panels.size();
    firsts_.clear();
    for (std::size_t p = 0; p < panels_; ++p) {
      firsts_.push_back(cells.panels[p].first());
      reset(sums_[p], cells.panels[p]);
    }
  }
  void merge(const PanelSums& other) {
    for (std::size_t p = 0; p < panels_; ++p) sums_[p].merge(other.sums_[p]);
  }
  [[nodiscard]] Sums& operator[](std::size_t panel) { return sums_[panel]; }

  struct Place {
    const Sums* sums;
    Index column;
  };
  /// Where a feature of the block is summed.
  [[nodiscard]] Place of(Index feature) const {
    const auto behind = std::upper_bound(firsts_.begin(), firsts_.end(), feature);
    const auto p = static_cast<std::size_t>(behind - firsts_.begin()) - 1;
    return {&sums_[p], feature - firsts_[p]};
  }

 private:
  std::vector<Sums> sums_;  // perhaps more than there are panels: what was allocated is kept
  std::size_t panels_ = 0;
  std::vector<Index> firsts_;
};

/// What the sums of a block have in common whose panels are summed by a kernel.
template <class Sums>
class PanelBlockSums {
 public:
  template <class Datum>
  [[nodiscard]] std::optional<Entry> add(const BlockCells<Datum>& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const PanelBlockSums& other) { sums_.merge(other.sums_); }

 protected:
  PanelSums<Sums> sums_;
};

/// Sums of families without levels.
struct UnlevelledSums {
  [[nodiscard]] static std::vector<bool> seen(Index) { return {}; }
};

}  // namespace credence::detail
