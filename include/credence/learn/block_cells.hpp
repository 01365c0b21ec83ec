#pragma once
// The data of one block: every feature's cells, and the same numbers as kernels read them.
#include <credence/family/family.hpp>
#include <credence/learn/cells.hpp>

namespace credence {

/// The cells of the features of one family, in the order of the block. The table must outlive them.
template <ConjugateFamily F>
struct BlockCells {
  using Family = F;
  using Datum = typename F::Statistics::value_type;

  std::vector<Cells<Datum>> features;
  std::vector<PanelRun> panels;  ///< empty where the data are no numbers (words)
  bool viewed = false;  ///< some cells were not checked yet: the table only views their memory

  /// Adds what follows from the features; call it when all of them are there.
  void settle() {
    if constexpr (requires { features.front().numbers(); }) {
      std::vector<Numbers> columns;
      for (const auto& feature : features) {
        columns.push_back(feature.numbers());
        viewed = viewed || feature.viewed();
      }
      panels = PanelRun::of(columns);
    } else if constexpr (TiedFamily<F>) {
      for (const auto& feature : features) viewed = viewed || feature.viewed();
    }
  }
};

/// Adds to each panel of a block: `add(panel)` gives the first entry at fault, if there is one.
/// out     that entry, its column a position among the features of the block
template <ConjugateFamily F, class Add>
[[nodiscard]] std::optional<Entry> add_panels(const BlockCells<F>& cells, Add&& add) {
  for (std::size_t p = 0; p < cells.panels.size(); ++p) {
    const PanelRun& run = cells.panels[p];
    std::optional<Entry> fault = run.visit([&](const auto& panel) { return add(p, panel); });
    if (!fault) continue;
    fault->column += run.first();
    return fault;
  }
  return std::nullopt;
}

}  // namespace credence
