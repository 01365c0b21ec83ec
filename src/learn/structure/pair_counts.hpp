#pragma once
// How often the levels of two columns met in each class: what structures of single parents learn from
// columns of levels, counted for all contexts in one pass.
#include <credence/learn/model_posterior.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "learn/levels/pair_tiles.hpp"

namespace credence::detail {

/// Counts of rows of weight 1, of pairs of levels x classes, where levels and classes are those of the
/// data. Each pair of columns is counted once, whichever of them is the parent; a missing cell is a
/// level behind the others.
class PairCounts {
 public:
  /// Nothing where contexts are counted in another way: of several parents, of numbers or words, with
  /// weights, added up exactly, with so many levels that counts of all pairs would be sparse, or where
  /// few pairs of columns are asked for.
  /// in      rows: how many will be counted
  [[nodiscard]] static std::optional<PairCounts> of(const Posterior<Model>& posterior,
                                                    const BoundTable& bound, Index rows);

  [[nodiscard]] std::size_t bytes() const { return counts_.size() * sizeof(counts_.front()); }

  /// Counts rows of the table; those without a class are skipped.
  /// cost    half of the square of the columns: about a cycle each
  void add(const BoundTable& bound, RowSpan rows);
  /// Adds, or takes away, counts of rows of the same table.
  void merge(const PairCounts& other);
  void take_back(const PairCounts& other);

  /// Adds what was counted to the contexts of the posterior. Levels and contexts that occurred join.
  void merge_into(const BoundTable& bound, Posterior<Model>& posterior) const;

 private:
  // A context: its parent, and its children in the order of its blocks.
  struct Context {
    std::size_t parent = 0;
    std::vector<std::vector<std::size_t>> children = {};
  };
  // What one context adds to: where each class and level stand among its contexts, -1 for none.
  struct Destination {
    const Context& of;
    std::vector<Index> places;
  };

  [[nodiscard]] bool take_columns(const BoundTable& bound, const Posterior<Model>& posterior);
  [[nodiscard]] bool pays(Index rows) const;
  void lay_out();
  void count_rows(const BoundTable& bound, RowSpan rows, std::vector<std::uint32_t>& counts) const;
  void count_tiles(const BoundTable& bound, RowSpan rows, std::vector<std::uint32_t>& counts) const;
  void place_rows(const BoundTable& bound, RowSpan rows, std::span<Code> codes,
                  std::span<std::uint32_t> places) const;
  [[nodiscard]] Index at(Index klass, std::size_t a, Index level_a, std::size_t b,
                         Index level_b) const {
    return klass * size_ + (a <= b ? columns_[a].counter(level_a, columns_[b], level_b)
                                   : columns_[b].counter(level_b, columns_[a], level_a));
  }
  [[nodiscard]] double count(Index klass, std::size_t a, Index level_a, std::size_t b,
                             Index level_b) const {
    return counts_[static_cast<std::size_t>(at(klass, a, level_a, b, level_b))];
  }
  // The rows of a level in a class: the counter of the level with itself.
  [[nodiscard]] double count(Index klass, std::size_t column, Index level) const {
    return count(klass, column, level, column, level);
  }
  [[nodiscard]] Destination merge_label(const BoundTable& bound, const Context& of,
                                        const std::vector<std::string>& levels,
                                        Posterior<Model>& children) const;
  template <class F>
  void merge_block(const BoundTable& bound, const Destination& to, std::size_t b,
                   Posterior<Model>& children) const;
  template <class Add>
  void for_each_cell(const Destination& to, Add&& add) const;
  [[nodiscard]] std::vector<std::string> levels_seen(const BoundTable& bound,
                                                     std::size_t column) const;

  Index classes_ = 0;
  std::vector<PairColumn> columns_;
  std::vector<Context> contexts_;
  Index levels_ = 0;  // of all columns, those of missing cells among them
  Index size_ = 0;    // counters of a class
  std::vector<std::uint32_t> counts_;
};

}  // namespace credence::detail
