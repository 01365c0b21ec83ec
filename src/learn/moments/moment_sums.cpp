// The order of work on a tile, and what is too rare to be worth a kernel.
#include "learn/moments/moment_sums.hpp"

#include <algorithm>
#include <cassert>
#include <credence/base/sum.hpp>

#include "learn/moments/moment_cell.hpp"
#include "learn/moments/moment_task.hpp"
#include "learn/moments/total_sums.hpp"

namespace credence {

using detail::MomentArrays;
using detail::MomentKind;
using detail::MomentTask;

namespace {

// Rows of a class whose mean is its first shift: so many that few cells are looked at a second
// time, and so few that they do not spill.
constexpr Index shift_rows = 15;
static_assert(shift_rows < detail::fewest_rows_to_spill);

}  // namespace

void MomentSums::reset(Index columns, Index classes, Scale scale) {
  reset(columns, classes, scale == Scale::plain ? MomentKind::plain : MomentKind::logarithm);
}

void MomentSums::reset(Index columns, Index classes, MomentKind kind) {
  assert(columns >= 0 && classes >= 0);
  kind_ = kind;
  columns_ = columns;
  padded_ = (columns + 7) / 8 * 8;
  classes_ = unseen_ = classes;
  constexpr Index block = MomentArrays::block_parts;
  constexpr Index tile = MomentArrays::tile_parts;
  constexpr Index total = MomentArrays::total_parts;
  const Index lines = (block + tile + total) * classes * (padded_ / 8);
  numbers_.resize(static_cast<std::size_t>(lines));
  cleared_ = false;
  counts_.clear();
  const auto size = static_cast<std::size_t>(classes);
  seen_.assign(size, 0);
  in_tile_.assign(size, 0);
  rows_.assign(size, 0);
  rows_before_.assign(size, 0);
  until_spill_.resize(size);
  queue_.resize(MomentArrays::queue_size * size);
}

// Before any use but the first tile's class by class, which clears what it needs.
void MomentSums::clear_numbers() {
  if (!cleared_) std::fill(numbers_.begin(), numbers_.end(), Line{});
  cleared_ = true;
}

Index MomentSums::tile_rows(Index columns, Index classes) {
  constexpr Index cells = Index{1} << 23;
  constexpr Index least = 2048;
  constexpr Index usual = 16384;
  constexpr Index most = 262144;
  constexpr Index rows_a_class = 256;
  const Index rows = std::clamp(cells / std::max<Index>(columns, 1), least, usual);
  return std::clamp(rows_a_class * classes, rows, most);
}

// A view of numbers that are this object's own: who has it const only reads.
// Inlined: moments() asks for each cell, and needs few of these.
[[gnu::always_inline]] inline MomentArrays MomentSums::arrays() const {
  auto& self = const_cast<MomentSums&>(*this);
  MomentArrays result;
  result.kind = kind_;
  result.columns = columns_;
  result.padded = padded_;
  result.classes = classes_;
  result.blocks = numbers_.empty() ? nullptr : self.numbers_.data()->values.data();
  result.tiles = result.blocks + MomentArrays::block_parts * classes_ * padded_;
  result.totals = result.tiles + MomentArrays::tile_parts * classes_ * padded_;
  result.counts = counts_.empty() ? nullptr : self.counts_.data()->values.data();
  result.rows = self.rows_.data();
  result.queue = self.queue_.data();
  result.seen = self.seen_.data();
  result.in_tile = self.in_tile_.data();
  return result;
}

// The rows that give classes their first shifts: at most `most` of each class without rows so far.
// Weighs them in in_tile_; the class of all others is -1.
Index MomentSums::mark_first_rows(const detail::Tile& tile, Index most) {
  std::fill(in_tile_.begin(), in_tile_.end(), 0.0);
  std::fill(rows_.begin(), rows_.end(), 0);
  first_classes_.resize(static_cast<std::size_t>(tile.size()));
  Index left = most * unseen_;
  Index end = 0;
  for (; end < tile.size() && left > 0; ++end) {
    const Code klass = tile.classes[end];
    const auto c = static_cast<std::size_t>(klass);
    const bool first = klass >= 0 && !(seen_[c] > 0) && rows_[c] < most;
    first_classes_[static_cast<std::size_t>(end)] = first ? klass : missing_code;
    if (!first) continue;
    ++rows_[c];
    in_tile_[c] += tile.weight(end);
    --left;
  }
  return left == most * unseen_ ? 0 : end;
}

// Whether to go through a tile class by class: where the sums of so many classes would be fetched
// from beyond the second cache and written back for every row, and the rows are so wide that any
// order reads them well.
template <class T>
bool MomentSums::pays_by_class(const MomentTask<T>& task) const {
  constexpr Index near = 1024 * 1024 / sizeof(double);
  constexpr Index row_bytes = 512;
  constexpr Index rows_a_class = 8;
  if (!std::is_floating_point_v<T> || kind_ != MomentKind::plain || !counts_.empty()) return false;
  return classes_ * padded_ * MomentArrays::block_parts > near &&
         columns_ * static_cast<Index>(sizeof(T)) >= row_bytes &&
         task.tile.size() >= rows_a_class * classes_ && task.tile.weights == nullptr &&
         task.panel.row_major();
}

void MomentSums::group_rows(const detail::Tile& tile) {
  rows_by_class_.list(tile, classes_);
  for (Index klass = 0; klass < classes_; ++klass)
    rows_[static_cast<std::size_t>(klass)] = rows_by_class_.size(klass);
}

template <class T>
void MomentSums::feed(const MomentTask<T>& task) {
  if (pays_by_class(task)) {
    group_rows(task.tile);
    return detail::MomentFeed<T>(task, arrays(), {}).add_by_class({rows_by_class_, rows_before_});
  }
  rows_by_class_.begins.clear();
  const std::span classes(task.tile.classes, static_cast<std::size_t>(task.tile.size()));
  detail::list_spills(classes, {rows_before_, rows_, until_spill_}, spills_);
  detail::MomentFeed<T>(task, arrays(), spills_).add();
}

// A class that was never seen gets the mean of its first rows as its shift, found by the kernels
// themselves: first one row, then the others about it, so that equal values give themselves.
template <class T>
void MomentSums::choose_shifts(const MomentTask<T>& task) {
  const MomentArrays all = arrays();
  for (const Index most : {Index{1}, shift_rows}) {
    const Index end = mark_first_rows(task.tile, most);
    if (end == 0) return;
    const detail::Tile head{.rows = task.tile.rows.part(0, end),
                            .classes = first_classes_.data(),
                            .weights = task.tile.weights};
    feed(MomentTask<T>{task.panel, head});
    detail::adopt_shifts(all);
  }
}

// The rows of a class in the first tile, from its cleared numbers to what they leave behind: the steps
// of sum_up and merge_tile. False where a sum is not finite.
template <class T>
bool MomentSums::add_first_rows(const MomentTask<T>& task, Index klass) {
  const MomentArrays all = arrays(), own = all.only(klass);
  const detail::MomentFeed<T> feed(task, all, {});
  const detail::MomentClasses classes{rows_by_class_, rows_before_};
  const Index size = rows_by_class_.size(klass);
  const auto add = [&](Index most) {
    *own.rows = std::min(size, most);
    *own.in_tile = static_cast<double>(*own.rows);
    feed.add_class(classes, klass, *own.rows);
  };
  for (const Index most : {Index{1}, shift_rows}) {
    add(most);
    detail::adopt_shifts(own);
  }
  add(size);
  if (!detail::settle_moments(own)) return false;
  merge_class(task, klass);
  return true;
}

// The first tile class by class, where that pays: the numbers of a class are in the nearest cache from
// their first row to their mean. False where a sum is not finite: then nothing was added.
template <class T>
bool MomentSums::add_at_once(const MomentTask<T>& task) {
  if (unseen_ < classes_ || !pays_by_class(task)) return false;
  group_rows(task.tile);
  far_.resize(static_cast<std::size_t>(padded_));
  const MomentArrays all = arrays();
  bool finite = true;
  for (Index klass = 0; klass < classes_ && finite; ++klass) {
    std::fill_n(all.block(klass), MomentArrays::block_parts * padded_, 0.0);
    std::fill_n(all.tile(klass), MomentArrays::tile_parts * padded_, 0.0);
    std::fill_n(all.total(klass), MomentArrays::total_parts * padded_, 0.0);
    if (rows_by_class_.size(klass) > 0) finite = add_first_rows(task, klass);
  }
  cleared_ = finite;
  if (finite) return true;
  std::fill(seen_.begin(), seen_.end(), 0.0);
  std::fill(rows_before_.begin(), rows_before_.end(), 0);
  unseen_ = classes_;
  return false;
}

// Sums of the tile, not merged yet. False where they are not finite.
template <class T>
bool MomentSums::sum_up(const MomentTask<T>& task) {
  const MomentArrays all = arrays();
  if (unseen_ > 0 && kind_ != MomentKind::total) choose_shifts(task);
  feed(task);
  return detail::settle_moments(all);
}

void MomentSums::weigh_classes(const detail::Tile& tile) {
  if (tile.weights == nullptr) {
    std::copy(rows_.begin(), rows_.end(), in_tile_.begin());
    return;
  }
  std::vector<CompensatedSum> sums(in_tile_.size());
  for (Index i = 0; i < tile.size(); ++i)
    if (tile.classes[i] >= 0) sums[static_cast<std::size_t>(tile.classes[i])].add(tile.weights[i]);
  std::transform(sums.begin(), sums.end(), in_tile_.begin(),
                 [](const CompensatedSum& sum) { return sum.value(); });
}

void MomentSums::see_class(Index klass) {
  const auto c = static_cast<std::size_t>(klass);
  if (seen_[c] == 0) --unseen_;
  seen_[c] += in_tile_[c];
  rows_before_[c] += rows_[c];
}

template <class T>
void MomentSums::merge_class(const MomentTask<T>& task, Index klass) {
  const MomentArrays all = arrays();
  const Index count = detail::merge_settled(all, klass, far_.data());
  if (count > 0 && rows_by_class_.begins.empty()) group_rows(task.tile);
  for (Index k = 0; k < count; ++k) {
    const Index column = far_[static_cast<std::size_t>(k)];
    const detail::LongMoments more =
        detail::in_two_passes(task, kind_, column, rows_by_class_.of(klass));
    const double seen = this->count(column, klass);
    detail::merge_cell(all, klass, column, counts_.empty() ? seen : seen - more.n, more);
  }
  see_class(klass);
}

template <class T>
void MomentSums::merge_tile(const MomentTask<T>& task) {
  weigh_classes(task.tile);
  far_.resize(static_cast<std::size_t>(padded_));
  for (Index klass = 0; klass < classes_; ++klass)
    if (rows_[static_cast<std::size_t>(klass)] != 0) merge_class(task, klass);
}

// The plain way, for tiles whose squares no double can hold. What comes out is as plain as it is
// with Moments::observe.
template <class T>
void MomentSums::add_one_by_one(const MomentTask<T>& task) {
  count_by_column();
  const MomentArrays all = arrays();
  group_rows(task.tile);
  for (Index column = 0; column < columns_; ++column) {
    for (Index klass = 0; klass < classes_; ++klass) {
      if (all.rows[klass] == 0) continue;
      double& seen = all.count(klass, MomentArrays::seen_count)[column];
      double& mean = all.block(klass, MomentArrays::shift)[column];
      double& squares = all.total(klass, MomentArrays::squares)[column];
      Moments total = kind_ == MomentKind::total ? Moments{} : moments(column, klass);
      double sum = kind_ == MomentKind::total ? mean : 0;
      Moments more;
      detail::for_each_value(task, kind_, column, rows_by_class_.of(klass),
                             [&](double x, double weight) {
                               more.observe(x, weight);
                               sum += weight * x;
                             });
      total.merge(more);
      seen += more.n;
      mean = kind_ == MomentKind::total ? sum : total.mean;
      squares = kind_ == MomentKind::total ? 0 : total.sum_of_squares;
      all.total(klass, MomentArrays::mean_low)[column] = 0;
      all.total(klass, MomentArrays::squares_low)[column] = 0;
    }
  }
  weigh_classes(task.tile);
  for (Index klass = 0; klass < classes_; ++klass)
    if (all.rows[klass] != 0) see_class(klass);
}

void MomentSums::discard_tile() {
  const MomentArrays all = arrays();
  for (Index klass = 0; klass < classes_; ++klass) {
    if (all.rows[klass] == 0) continue;
    std::fill_n(all.tile(klass), MomentArrays::tile_parts * padded_, 0.0);
    if (all.counts != nullptr)
      std::fill_n(all.count(klass), MomentArrays::seen_count * padded_, 0.0);
  }
}

void MomentSums::count_by_column() {
  if (!counts_.empty()) return;
  counts_.assign(static_cast<std::size_t>(MomentArrays::count_parts * classes_ * padded_ / 8),
                 Line{});
  const MomentArrays all = arrays();
  for (Index klass = 0; klass < classes_; ++klass)
    std::fill_n(all.count(klass, MomentArrays::seen_count), columns_, all.seen[klass]);
}

template <class T>
std::optional<Entry> MomentSums::add(const Panel<T>& panel, const detail::Tile& tile) {
  assert(panel.width() == columns_);
  const MomentTask<T> task{panel, tile};
  if (columns_ == 0 || tile.size() == 0 || add_at_once(task)) return std::nullopt;
  clear_numbers();
  bool finite = sum_up(task);
  if (!finite) {
    discard_tile();
    const detail::MomentSurvey seen = detail::survey(task, kind_);
    if (seen.fault) return seen.fault;
    if (seen.missing && counts_.empty()) {
      count_by_column();
      finite = sum_up(task);
      if (!finite) discard_tile();
    }
  }
  if (finite)
    merge_tile(task);
  else
    add_one_by_one(task);
  return std::nullopt;
}

template std::optional<Entry> MomentSums::add(const Panel<double>&, const detail::Tile&);
template std::optional<Entry> MomentSums::add(const Panel<float>&, const detail::Tile&);
template std::optional<Entry> MomentSums::add(const Panel<std::uint8_t>&, const detail::Tile&);
template std::optional<Entry> MomentSums::add(const Panel<std::int32_t>&, const detail::Tile&);
template std::optional<Entry> MomentSums::add(const Panel<std::int64_t>&, const detail::Tile&);

void MomentSums::merge(const MomentSums& other) {
  assert(columns_ == other.columns_ && classes_ == other.classes_ && kind_ == other.kind_);
  clear_numbers();
  if (counts_.empty() != other.counts_.empty()) {
    if (!counts_.empty()) {
      MomentSums by_column = other;
      by_column.count_by_column();
      return merge(by_column);
    }
    count_by_column();
  }
  for (Index klass = 0; klass < classes_; ++klass) {
    const double more = other.seen_[static_cast<std::size_t>(klass)];
    if (more == 0) continue;
    detail::merge_totals(arrays(), other.arrays(), klass);
    in_tile_[static_cast<std::size_t>(klass)] = more;
    rows_[static_cast<std::size_t>(klass)] = other.rows_before_[static_cast<std::size_t>(klass)];
    see_class(klass);
  }
}

double MomentSums::count(Index column, Index klass) const {
  if (counts_.empty()) return seen_[static_cast<std::size_t>(klass)];
  return arrays().count(klass, MomentArrays::seen_count)[column];
}

Moments MomentSums::moments(Index column, Index klass) const {
  assert(column >= 0 && column < columns_ && klass >= 0 && klass < classes_);
  Moments result;
  result.n = count(column, klass);
  if (result.n == 0) return result;
  const MomentArrays all = arrays();
  const double squares = all.total(klass, MomentArrays::squares)[column];
  const double low = all.total(klass, MomentArrays::squares_low)[column];
  const double mean = all.block(klass, MomentArrays::shift)[column];
  const double mean_low = all.total(klass, MomentArrays::mean_low)[column];
  result.mean = std::isfinite(mean_low) ? mean + mean_low : mean;
  result.sum_of_squares = std::isfinite(low) ? squares + low : squares;
  return result;
}

WaitingTotals TotalSums::totals(Index column, Index klass) const {
  const Moments seen = sums_.moments(column, klass);
  return {.n = seen.n, .total = seen.mean};
}

}  // namespace credence
