#pragma once
// One pass over rows of a bound table: tiles into chunks, chunks on several threads, merged in order.
#include <credence/learn/any_block.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/learn/label_column.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace credence::detail {

/// What was gathered of some rows, and room for the tile at hand.
struct Gathered {
  /// The sums of one block, and the family that they are of.
  struct Place {
    const FamilyType* family = nullptr;
    std::unique_ptr<AnySums> sums;
  };
  std::vector<Place> blocks;
  std::vector<double> class_weights;  ///< one for each class of the data
  std::vector<Code> classes;          // of the tile
  std::vector<double> weights;        // of the tile
  std::optional<Entry> fault;         // the first that a family does not accept
  std::size_t fault_block = 0;
};

/// A copy of all statistics of a posterior, without names and levels, for the case that adding to them
/// runs out of memory. Its memory is used again.
class StatisticsBefore {
 public:
  /// Calls `add`, which adds to the statistics but lets no class and no level join. When it throws,
  /// nothing has been added.
  template <class Add>
  void guard(LabelColumn& label, std::vector<Box<AnyBlock>>& blocks, Add add) {
    if (!adding_allocates(blocks)) return add();
    keep(label, blocks);
    try {
      add();
    } catch (...) {
      give_back(label, blocks);
      throw;
    }
  }

 private:
  [[nodiscard]] static bool adding_allocates(const std::vector<Box<AnyBlock>>& blocks);
  void keep(const LabelColumn& label, const std::vector<Box<AnyBlock>>& blocks);
  void give_back(LabelColumn& label, std::vector<Box<AnyBlock>>& blocks) noexcept;

  CategoricalCounts label_;
  std::vector<Box<AnyBlock>> blocks_;
};

/// What LearningWorkspace holds.
struct LearningRoom {
  Gathered total;
  StatisticsBefore before;
  std::vector<Gathered> chunks;
};

/// Where rows are cut: it depends on the shape of the data alone, never on the threads.
struct Cuts {
  Index tile_rows = 1024;
  Index chunk_rows = 1024;
};

/// in      cells: features of all blocks;  tile_rows: the most that a block asks for
[[nodiscard]] Cuts cuts_of(Index cells, Index classes, Index tile_rows);
[[nodiscard]] Cuts cuts_of(const BoundTable& bound);

/// Returns the tile's classes and weights; rows without a label or of weight 0 get class -1. Views
/// of the table where nothing has to be gathered.
[[nodiscard]] Tile tile_of(RowSpan rows, const CodeColumn& label, std::span<const double> weights,
                           std::vector<Code>& class_room, std::vector<double>& weight_room);
/// out     how many rows are skipped
[[nodiscard]] Index add_class_weights(const Tile& tile, std::span<double> class_weights);

/// Adds the weights of classes to `counts`, those of the label's classes.
/// out     the place of each class of the data in the label; -1 for one that did not occur
std::vector<Index> count_classes(const Gathered& sums, const CodeColumn& data,
                                 const LabelColumn& label, CategoricalCounts& counts);

/// Gathers the statistics of rows in the classes and levels of the data.
/// throws  Error{domain} with the place of the first cell that its family does not accept
/// cost    one pass: rows x features. The same bits for any number of threads.
[[nodiscard]] const Gathered& gather(const BoundTable& bound, RowSpan rows, const Schema& schema,
                                     LearningRoom& work);

}  // namespace credence::detail
