// Cutting rows into tiles, and what every tile needs whatever its families.
#include "learn/tiles/gather.hpp"

#include <algorithm>
#include <array>
#include <credence/base/parallel.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/learn/model_posterior.hpp>
#include <cstdint>
#include <functional>
#include <numeric>

#include "learn/tiles/class_bytes.hpp"

namespace credence {

LearningWorkspace::LearningWorkspace() : room_(std::make_unique<detail::LearningRoom>()) {}
LearningWorkspace::LearningWorkspace(const LearningWorkspace&) : LearningWorkspace() {}
LearningWorkspace::LearningWorkspace(LearningWorkspace&&) noexcept = default;
LearningWorkspace& LearningWorkspace::operator=(const LearningWorkspace&) { return *this; }
LearningWorkspace& LearningWorkspace::operator=(LearningWorkspace&&) noexcept = default;
LearningWorkspace::~LearningWorkspace() = default;

detail::LearningRoom& LearningWorkspace::room() {
  if (room_ == nullptr) room_ = std::make_unique<detail::LearningRoom>();  // moved from
  return *room_;
}

namespace detail {

Cuts cuts_of(Index cells, Index classes, Index tile_rows) {
  // A chunk is what a thread takes at a time: some 16 MB of doubles, long enough that merging the
  // statistics of a chunk costs little beside gathering them.
  constexpr Index chunk_cells = Index{1} << 21;
  constexpr Index rows_a_class = 256;
  const Index rows = std::max(chunk_cells / std::max<Index>(cells, 1), rows_a_class * classes);
  // Documents ask for longer tiles, which must not make chunks of columns beside them longer.
  constexpr Index usual_tile = 16384;
  constexpr Index least_tile = 2048;
  if (tile_rows > usual_tile) tile_rows = std::clamp(rows, least_tile, tile_rows);
  const Index tiles = std::max<Index>(1, (rows + tile_rows - 1) / tile_rows);
  return {.tile_rows = tile_rows, .chunk_rows = tiles * tile_rows};
}

Cuts cuts_of(const BoundTable& bound) {
  const auto classes = std::ssize(bound.label.levels);
  Index features = 0;
  Index tile_rows = 1;
  for (const BoundBlock& block : bound.blocks) {
    features += block.size();
    tile_rows = std::max(tile_rows, block.family->tile_rows(block.size(), classes));
  }
  return cuts_of(features, classes, tile_rows);
}

Tile tile_of(RowSpan rows, const CodeColumn& label, std::span<const double> weights,
             std::vector<Code>& class_room, std::vector<double>& weight_room) {
  Tile tile{.rows = rows};
  if (rows.list == nullptr && weights.empty()) {
    tile.classes = label.codes.data() + rows.first;
    return tile;
  }
  class_room.resize(static_cast<std::size_t>(rows.count));
  weight_room.resize(weights.empty() ? 0 : static_cast<std::size_t>(rows.count));
  for (Index i = 0; i < rows.count; ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    const auto at = static_cast<std::size_t>(i);
    class_room[at] = label.codes[row];
    if (weights.empty()) continue;
    weight_room[at] = weights[row];
    if (!(weights[row] > 0)) class_room[at] = missing_code;
  }
  tile.classes = class_room.data();
  if (!weights.empty()) tile.weights = weight_room.data();
  return tile;
}

namespace {

using Counted = ClassBytes<2>;
constexpr std::size_t most_counted = 64;

// These return how many rows are skipped.
Index add_few_classes(const Tile& tile, std::span<double> class_weights) {
  const ClassCounter<2> counter;
  std::array<Index, Counted::most_classes> counts{};
  for (Index first = 0; first < tile.size(); first += Counted::most_rows) {
    const Index rows = std::min(Counted::most_rows, tile.size() - first);
    const Counted found = counter.count(tile.classes + first, rows);
    for (std::size_t klass = 0; klass < class_weights.size(); ++klass)
      counts[klass] += found.of(klass);
  }
  for (std::size_t klass = 0; klass < class_weights.size(); ++klass)
    class_weights[klass] += static_cast<double>(counts[klass]);
  return std::accumulate(counts.begin(), counts.end(), tile.size(), std::minus());
}

Index add_many_classes(const Tile& tile, std::span<double> class_weights) {
  // Four tables in turn: neighbouring rows of one class would wait for each other's counter. The
  // first counter is that of class -1.
  std::array<std::array<std::uint32_t, most_counted>, 4> counts{};
  for (Index i = 0; i < tile.size(); ++i)
    ++counts[static_cast<std::size_t>(i) % 4][static_cast<std::size_t>(tile.classes[i] + 1)];
  Index passed = 0;
  for (const auto& table : counts) {
    passed += table[0];
    for (std::size_t klass = 0; klass < class_weights.size(); ++klass)
      class_weights[klass] += table[klass + 1];
  }
  return passed;
}

Index add_any_classes(const Tile& tile, std::span<double> class_weights) {
  Index passed = 0;
  for (Index i = 0; i < tile.size(); ++i)
    if (tile.classes[i] >= 0)
      class_weights[static_cast<std::size_t>(tile.classes[i])] += tile.weight(i);
    else
      ++passed;
  return passed;
}

}  // namespace

Index add_class_weights(const Tile& tile, std::span<double> class_weights) {
  const std::size_t classes = class_weights.size();
  if (tile.weights != nullptr) return add_any_classes(tile, class_weights);
  if (classes <= Counted::most_classes) return add_few_classes(tile, class_weights);
  if (classes < most_counted) return add_many_classes(tile, class_weights);
  return add_any_classes(tile, class_weights);
}

std::vector<Index> count_classes(const Gathered& sums, const CodeColumn& data,
                                 const LabelColumn& label, CategoricalCounts& counts) {
  std::vector<Index> klass = positions_in(data.levels, label.classes);
  for (std::size_t c = 0; c < klass.size(); ++c) {
    if (!(sums.class_weights[c] > 0))
      klass[c] = -1;
    else
      counts.observe(static_cast<Code>(klass[c]), sums.class_weights[c]);
  }
  return klass;
}

bool StatisticsBefore::adding_allocates(const std::vector<Box<AnyBlock>>& blocks) {
  return std::any_of(blocks.begin(), blocks.end(),
                     [](const Box<AnyBlock>& block) { return block->adding_allocates(); });
}

void StatisticsBefore::keep(const LabelColumn& label, const std::vector<Box<AnyBlock>>& blocks) {
  label_ = label.counts;
  blocks_.resize(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b)
    if (blocks_[b] && blocks_[b]->family_id() == blocks[b]->family_id())
      blocks_[b]->copy_statistics(*blocks[b]);
    else
      blocks_[b] = blocks[b];
}

void StatisticsBefore::give_back(LabelColumn& label, std::vector<Box<AnyBlock>>& blocks) noexcept {
  std::swap(label.counts, label_);
  for (std::size_t b = 0; b < blocks.size(); ++b) blocks[b]->swap_statistics(*blocks_[b]);
}

namespace {

void reset(Gathered& sums, const BoundTable& bound) {
  sums.class_weights.assign(bound.label.levels.size(), 0.0);
  sums.fault.reset();
  sums.blocks.resize(bound.blocks.size());
  for (std::size_t b = 0; b < bound.blocks.size(); ++b) {
    Gathered::Place& place = sums.blocks[b];
    const BoundBlock& cells = bound.blocks[b];
    if (place.family != cells.family)
      place = {.family = cells.family, .sums = cells.family->sums()};
    place.sums->reset(cells, std::ssize(bound.label.levels), !bound.weights.empty());
  }
}

void add_tile(Gathered& sums, const BoundTable& bound, const Tile& tile) {
  const Index passed = add_class_weights(tile, sums.class_weights);
  for (std::size_t b = 0; b < bound.blocks.size() && !sums.fault; ++b) {
    sums.fault = sums.blocks[b].sums->add(bound.blocks[b], tile, passed);
    sums.fault_block = b;
  }
}

void add_rows(Gathered& sums, const BoundTable& bound, RowSpan rows, Index tile_rows) {
  for (Index first = 0; first < rows.count && !sums.fault; first += tile_rows)
    add_tile(sums, bound,
             tile_of(rows.part(first, std::min(tile_rows, rows.count - first)), bound.label,
                     bound.weights, sums.classes, sums.weights));
}

void merge(Gathered& sums, const Gathered& more) {
  for (std::size_t c = 0; c < sums.class_weights.size(); ++c)
    sums.class_weights[c] += more.class_weights[c];
  for (std::size_t b = 0; b < sums.blocks.size(); ++b)
    sums.blocks[b].sums->merge(*more.blocks[b].sums);
}

// Throws Error{domain} naming the cell, where a family refused one.
void check_fault(const Gathered& sums, const BoundTable& bound, const Schema& schema) {
  if (sums.fault)
    outside_support(*bound.table, schema, bound.blocks[sums.fault_block], *sums.fault);
}

}  // namespace

const Gathered& gather(const BoundTable& bound, RowSpan rows, const Schema& schema,
                       LearningRoom& work) {
  const Cuts cuts = cuts_of(bound);
  const Index chunks = (rows.count + cuts.chunk_rows - 1) / cuts.chunk_rows;
  Gathered& total = work.total;
  reset(total, bound);
  if (bound.label.codes.empty()) return total;
  if (chunks <= 1) {
    add_rows(total, bound, rows, cuts.tile_rows);
    check_fault(total, bound, schema);
    return total;
  }
  const Index slots =
      std::min(chunks, threads_in_use() == 1 ? Index{1} : Index{2} * threads_in_use());
  work.chunks.resize(static_cast<std::size_t>(slots));
  credence::for_each_chunk_in_order(
      chunks, slots,
      [&](Index chunk, Index slot) {
        Gathered& sums = work.chunks[static_cast<std::size_t>(slot)];
        reset(sums, bound);
        const Index first = chunk * cuts.chunk_rows;
        add_rows(sums, bound, rows.part(first, std::min(cuts.chunk_rows, rows.count - first)),
                 cuts.tile_rows);
      },
      [&](Index, Index slot) {
        const Gathered& sums = work.chunks[static_cast<std::size_t>(slot)];
        check_fault(sums, bound, schema);
        merge(total, sums);
      });
  return total;
}

}  // namespace detail
}  // namespace credence
