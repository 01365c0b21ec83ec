#pragma once
// Blocks of documents.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <optional>

#include "learn/words/word_sums.hpp"

namespace credence::detail {

/// Documents of words.
class WordBlockSums {
 public:
  using Statistics = WordTotals;
  using Cells = CellsOf<DirichletMultinomial>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return WordSums::tile_rows(); }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile);
  void merge(const WordBlockSums& other);
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    return sums_[static_cast<std::size_t>(feature)].totals(klass);
  }
  [[nodiscard]] std::vector<bool> seen(Index feature) const;

 private:
  std::vector<WordSums> sums_;  // one a feature
};

}  // namespace credence::detail
