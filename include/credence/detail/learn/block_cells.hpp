#pragma once
// The data of one block: every feature's cells, and the same numbers as kernels read them.
#include <credence/detail/learn/cells.hpp>
#include <credence/family/family_facts.hpp>
#include <string>
#include <variant>
#include <vector>

namespace credence {

/// The cells of the features of one block, in its order, whose data are all of one type. The table
/// must outlive them.
template <class Datum>
struct BlockCells {
  std::vector<Cells<Datum>> features;
  std::vector<PanelRun> panels;  ///< empty where the data are no numbers (words)
  bool viewed = false;  ///< some cells were not checked yet: the table only views their memory

  [[nodiscard]] const Cells<Datum>& feature(Index j) const {
    return features[static_cast<std::size_t>(j)];
  }
  /// Adds what follows from the features; call it when all of them are there.
  void settle() {
    panels.clear();
    viewed = false;
    if constexpr (requires { features.front().numbers(); }) {
      std::vector<Numbers> columns;
      for (const auto& feature : features) {
        columns.push_back(feature.numbers());
        viewed = viewed || feature.viewed();
      }
      panels = PanelRun::of(columns);
    } else if constexpr (kind_of_datum<Datum> == DatumKind::numbers) {
      for (const auto& feature : features) viewed = viewed || feature.viewed();
    }
  }
};

/// The type of one datum of a family.
template <ConjugateFamily F>
using DatumOf = typename F::Statistics::value_type;

/// The cells that a block of a family reads.
template <ConjugateFamily F>
using CellsOf = BlockCells<DatumOf<F>>;

/// Adds to each panel of a block: `add(p, panel)` gives the first entry at fault, if there is one.
/// out     that entry, its column a position among the features of the block
template <class Datum, class Add>
[[nodiscard]] std::optional<Entry> add_panels(const BlockCells<Datum>& cells, Add&& add) {
  for (std::size_t p = 0; p < cells.panels.size(); ++p) {
    const PanelRun& run = cells.panels[p];
    std::optional<Entry> fault = run.visit([&](const auto& panel) { return add(p, panel); });
    if (!fault) continue;
    fault->column += run.first();
    return fault;
  }
  return std::nullopt;
}

/// The cells of a block whose family is not known here: a variant of the six kinds of data.
using AnyCells =
    std::variant<BlockCells<bool>, BlockCells<Code>, BlockCells<double>, BlockCells<Count>,
                 BlockCells<WordCounts>, BlockCells<std::vector<double>>>;

class FamilyType;  // learn/family_type.hpp

/// The columns of a table that one block reads: which features, and their cells.
struct BoundBlock {
  const FamilyType* family = nullptr;
  std::vector<std::string> names;  ///< of the features, in the order of the block
  AnyCells cells = {};

  [[nodiscard]] Index size() const { return std::ssize(names); }
  /// Returns the cells of a block whose data are of this type.
  template <class Datum>
  [[nodiscard]] const BlockCells<Datum>& of() const {
    return std::get<BlockCells<Datum>>(cells);
  }
  /// Calls `f(cells)` with the BlockCells of whatever kind they are.
  template <class Visitor>
  decltype(auto) visit(Visitor&& f) const {
    return std::visit(f, cells);
  }
};

}  // namespace credence
