// One row of counters for each level: a row of the table adds 1 at every later level that it holds.
#include "learn/structure/pair_counts.hpp"

#include <algorithm>
#include <credence/base/parallel.hpp>
#include <credence/data/levels.hpp>
#include <credence/detail/learn/block.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/learn/typed_block.hpp>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "learn/levels/level_codes.hpp"
#include "learn/structure/contexts.hpp"

namespace credence::detail {
namespace {

constexpr Index pair_tile_rows = 256;

bool has_level_blocks(const Posterior<Model>& children) {
  return std::all_of(children.blocks.begin(), children.blocks.end(),
                     [](const Box<AnyBlock>& block) {
                       return typed_if<BetaBernoulli>(*block) != nullptr ||
                              typed_if<DirichletCategorical>(*block) != nullptr;
                     });
}

// Adds a row to the counters of its class.
// in  places: where the levels of the row stand among those of all columns
void add_pairs_of_row(const std::uint32_t* places, const Index* widths, const Index* shifts,
                      Index columns, std::uint32_t* counts) {
  for (Index a = 0; a < columns; ++a) {
    std::uint32_t* const row = counts + (shifts[a] + widths[a] * static_cast<Index>(places[a]));
    Index b = a;
    for (; b + 4 <= columns; b += 4) {
      const std::size_t first = places[b], second = places[b + 1];
      const std::size_t third = places[b + 2], fourth = places[b + 3];
      ++row[first];
      ++row[second];
      ++row[third];
      ++row[fourth];
    }
    for (; b < columns; ++b) ++row[places[b]];
  }
}

}  // namespace

std::optional<PairCounts> PairCounts::of(const Posterior<Model>& posterior, const BoundTable& bound,
                                         Index rows) {
  const bool plain = posterior.summation == Summation::rounded && bound.weights.empty() &&
                     !bound.label.codes.empty() && !posterior.contexts.empty() &&
                     bound.contexts.size() == posterior.contexts.size();
  PairCounts made;
  made.classes_ = std::ssize(bound.label.levels);
  if (!plain || !made.take_columns(bound, posterior) || !made.pays(rows)) return std::nullopt;
  made.lay_out();
  made.counts_.assign(static_cast<std::size_t>(made.size_ * made.classes_), 0);
  return made;
}

bool PairCounts::take_columns(const BoundTable& bound, const Posterior<Model>& posterior) {
  std::unordered_map<std::string_view, std::size_t> known;
  for (std::size_t b = 0; b < bound.blocks.size(); ++b)
    for (Index j = 0; j < bound.blocks[b].size(); ++j) {
      const Index levels = levels_in_data(bound.blocks[b], j);
      if (levels == 0) return false;
      known.emplace(bound.blocks[b].names[static_cast<std::size_t>(j)], columns_.size());
      columns_.push_back({.block = b, .place = j, .levels = levels});
    }
  for (const ContextPosterior& context : posterior.contexts) {
    const Posterior<Model>& children = context.children;
    if (context.parents.size() != 1 || !has_level_blocks(children)) return false;
    Context& of = contexts_.emplace_back(Context{.parent = known.at(context.parents.front())});
    for (const Box<AnyBlock>& block : children.blocks) {
      std::vector<std::size_t>& columns = of.children.emplace_back();
      for (Index j = 0; j < block->size(); ++j) columns.push_back(known.at(block->feature(j).name));
    }
  }
  return true;
}

bool PairCounts::pays(Index rows) const {
  constexpr Index few_counters = Index{1} << 16;
  constexpr Index most_counters = Index{1} << 24;
  const auto columns = std::ssize(columns_);
  Index asked = 0;
  for (const Context& context : contexts_)
    for (const auto& block : context.children) asked += std::ssize(block);
  Index size = 0, levels = 0;
  for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {
    levels += column->levels + 1;
    size += (column->levels + 1) * levels;
  }
  const Index counters = size * classes_;
  const Index pairs = columns * (columns + 1) / 2;
  return 4 * asked >= columns * (columns - 1) && counters <= most_counters &&
         counters <= few_counters + rows * pairs &&
         rows <= std::numeric_limits<std::uint32_t>::max();
}

void PairCounts::lay_out() {
  for (const PairColumn& column : columns_) levels_ += column.levels + 1;
  std::uint32_t first = 0;
  for (PairColumn& column : columns_) {
    column.first = first;
    column.width = levels_ - first;
    column.shift = size_ - first - column.width * static_cast<Index>(first);
    size_ += column.width * (column.levels + 1);
    first += static_cast<std::uint32_t>(column.levels + 1);
  }
}

// in  codes: room for a column of rows;  places: rows x columns
void PairCounts::place_rows(const BoundTable& bound, RowSpan rows, std::span<Code> codes,
                            std::span<std::uint32_t> places) const {
  const std::size_t width = columns_.size();
  for (std::size_t a = 0; a < width; ++a) {
    const PairColumn& column = columns_[a];
    read_codes(bound.blocks[column.block], column.place, rows, codes);
    for (std::size_t i = 0; i < codes.size(); ++i)
      places[i * width + a] = column.first + static_cast<std::uint32_t>(codes[i]);
  }
}

void PairCounts::count_rows(const BoundTable& bound, RowSpan rows,
                            std::vector<std::uint32_t>& counts) const {
  const auto columns = std::ssize(columns_);
  std::vector<Index> widths, shifts;
  for (const PairColumn& column : columns_) {
    widths.push_back(column.width);
    shifts.push_back(column.shift);
  }
  std::vector<Code> codes(static_cast<std::size_t>(pair_tile_rows));
  std::vector<std::uint32_t> places(static_cast<std::size_t>(pair_tile_rows * columns));
  for (Index first = 0; first < rows.count; first += pair_tile_rows) {
    const RowSpan tile = rows.part(first, std::min(pair_tile_rows, rows.count - first));
    place_rows(bound, tile, std::span(codes).first(static_cast<std::size_t>(tile.count)), places);
    for (Index i = 0; i < tile.count; ++i) {
      const Code klass = bound.label.codes[static_cast<std::size_t>(tile[i])];
      if (klass >= 0)
        add_pairs_of_row(places.data() + i * columns, widths.data(), shifts.data(), columns,
                         counts.data() + klass * size_);
    }
  }
}

void PairCounts::count_tiles(const BoundTable& bound, RowSpan rows,
                             std::vector<std::uint32_t>& counts) const {
  if (!PairTiles::pay(columns_, classes_, rows.count)) return count_rows(bound, rows, counts);
  PairTiles tiles(columns_, classes_);
  for (Index first = 0; first < rows.count; first += PairTiles::most_rows)
    tiles.add(bound, rows.part(first, std::min(PairTiles::most_rows, rows.count - first)), size_,
              counts.data());
}

void PairCounts::add(const BoundTable& bound, RowSpan rows) {
  constexpr Index least_rows = 16384;  // worth a thread and a table of its own
  const Index least = std::max(least_rows, classes_ * size_ / 8);
  const Index parts = std::clamp<Index>(rows.count / least, 1, threads_in_use());
  if (parts == 1) return count_tiles(bound, rows, counts_);
  // Whole counts: the same sums for any number of parts.
  std::vector<std::vector<std::uint32_t>> counts(static_cast<std::size_t>(parts));
  credence::for_each_chunk(parts, [&](Index part) {
    const Index begin = rows.count * part / parts;
    const Index end = rows.count * (part + 1) / parts;
    std::vector<std::uint32_t>& own = counts[static_cast<std::size_t>(part)];
    own.assign(counts_.size(), 0);
    count_tiles(bound, rows.part(begin, end - begin), own);
  });
  for (const std::vector<std::uint32_t>& own : counts)
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += own[i];
}

void PairCounts::merge(const PairCounts& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

void PairCounts::take_back(const PairCounts& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] -= other.counts_[i];
}

void PairCounts::merge_into(const BoundTable& bound, Posterior<Model>& posterior) const {
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    const auto at = static_cast<Index>(i);
    Posterior<Model>& children = posterior.contexts[at].children;
    const Destination to = merge_label(bound, contexts_[i], bound.contexts[at].levels(), children);
    for (std::size_t b = 0; b < children.blocks.size(); ++b) {
      if (typed_if<BetaBernoulli>(*children.blocks[b]) != nullptr)
        merge_block<BetaBernoulli>(bound, to, b, children);
      else
        merge_block<DirichletCategorical>(bound, to, b, children);
    }
  }
}

// Lets the contexts that occurred join, and adds their rows.
PairCounts::Destination PairCounts::merge_label(const BoundTable& bound, const Context& of,
                                                const std::vector<std::string>& levels,
                                                Posterior<Model>& children) const {
  Destination to{.of = of, .places = {}};
  std::vector<std::string> names;
  std::vector<double> rows;
  for (Index klass = 0; klass < classes_; ++klass)
    for (Index level = 0; level < std::ssize(levels); ++level) {
      const double seen = count(klass, of.parent, level);
      to.places.push_back(seen > 0 ? std::ssize(names) : -1);
      if (seen == 0) continue;
      names.push_back(context_name(bound.label.levels[static_cast<std::size_t>(klass)],
                                   levels[static_cast<std::size_t>(level)]));
      rows.push_back(seen);
    }
  join_classes(children, names);
  const std::vector<Index> found = positions_in(names, children.label.classes);
  for (Index& place : to.places) {
    if (place < 0) continue;
    const auto name = static_cast<std::size_t>(place);
    place = found[name];
    children.label.counts.observe(static_cast<Code>(place), rows[name]);
  }
  return to;
}

// Calls `add(context, klass, level)` for each context that occurred.
template <class Add>
void PairCounts::for_each_cell(const Destination& to, Add&& add) const {
  const Index levels = columns_[to.of.parent].levels + 1;
  for (Index klass = 0; klass < classes_; ++klass)
    for (Index level = 0; level < levels; ++level)
      if (const Index context = to.places[static_cast<std::size_t>(klass * levels + level)];
          context >= 0)
        add(context, klass, level);
}

template <class F>
void PairCounts::merge_block(const BoundTable& bound, const Destination& to, std::size_t b,
                             Posterior<Model>& children) const {
  Block<F>& block = typed<F>(*children.blocks[b]);
  for (Index j = 0; j < block.size(); ++j) {
    const std::size_t child = to.of.children[b][static_cast<std::size_t>(j)];
    if constexpr (std::is_same_v<F, BetaBernoulli>) {
      for_each_cell(to, [&](Index context, Index klass, Index level) {
        BernoulliCounts& cell = block.cell(j, context);
        cell.zeros += count(klass, to.of.parent, level, child, 0);
        cell.ones += count(klass, to.of.parent, level, child, 1);
      });
    } else {
      const PairColumn& column = columns_[child];
      const auto& cells = bound.blocks[column.block].of<Code>().feature(column.place);
      join_levels(block, j, levels_seen(bound, child));
      const std::vector<Index> slots = positions_in(cells.levels(), block.feature(j).levels);
      for_each_cell(to, [&](Index context, Index klass, Index level) {
        std::vector<double>& counts = block.cell(j, context).counts;
        for (std::size_t other = 0; other < slots.size(); ++other)
          if (slots[other] >= 0)
            counts[static_cast<std::size_t>(slots[other])] +=
                count(klass, to.of.parent, level, child, static_cast<Index>(other));
      });
    }
  }
}

std::vector<std::string> PairCounts::levels_seen(const BoundTable& bound,
                                                 std::size_t column) const {
  const PairColumn& of = columns_[column];
  const auto levels = bound.blocks[of.block].of<Code>().feature(of.place).levels();
  std::vector<std::string> names;
  for (Index level = 0; level < of.levels; ++level) {
    bool seen = false;
    for (Index klass = 0; klass < classes_ && !seen; ++klass)
      seen = count(klass, column, level) > 0;
    if (seen) names.push_back(levels[static_cast<std::size_t>(level)]);
  }
  return names;
}

}  // namespace credence::detail
