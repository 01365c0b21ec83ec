// Sums over the classes of each row, as many rows at once as fit in a vector.
#include "predict/tiles/row_summaries.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/tiles/row_summaries.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "predict/tiles/most_probable-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void summarise(const ScoreTile& tile, JointSummary* to) {
  const row_kernels::Doubles d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  for (Index row = 0; row < tile.rows; row += lanes) {
    const row_kernels::MostProbable most = row_kernels::most_probable(tile, row);
    HWY_ALIGN double of[4][HWY_MAX_BYTES / sizeof(double)];
    hn::Store(most.best, d, of[0]);
    hn::Store(most.label, d, of[1]);
    hn::Store(most.rest, d, of[2]);
    hn::Store(most.squares, d, of[3]);
    for (Index i = 0; i < std::min(lanes, tile.rows - row); ++i)
      to[row + i] = {.best = of[0][i],
                     .label = static_cast<Index>(of[1][i]),
                     .rest = of[2][i],
                     .squares = of[3][i]};
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(summarise);

void summarise_joints(const ScoreTile& tile, JointSummary* to) {
  HWY_DYNAMIC_DISPATCH(summarise)(tile, to);
}

void put_summary(const JointSummary& row, Index own, double own_joint, std::size_t at,
                 RowSummaries& to) {
  to.impossible[at] = row.label < 0;
  if (row.label < 0) return;
  const double total = 1 + row.rest;
  const double part = std::exp(own_joint - row.best);
  const double log_truth = std::min(own_joint - row.best - std::log1p(row.rest), 0.0);
  const double others = own == row.label ? row.squares : 1 + row.squares - part * part;
  const double miss = std::expm1(log_truth);
  to.label[at] = row.label;
  to.log_truth[at] = log_truth;
  to.largest[at] = 1 / total;
  to.brier[at] = others / total / total + miss * miss;
}

namespace {

// A row whose probabilities are those of a fallback.
void put_fallback(const Predictions& predictions, std::size_t row, Index own, RowSummaries& to) {
  const auto logs = predictions.log_probabilities(static_cast<Index>(row));
  const RowSummaries answer = summaries_of_equals(
      {.label = predictions.label[row], .log_class_probabilities = {logs.begin(), logs.end()}},
      std::span(&own, 1));
  to.label[row] = answer.label.front();
  to.log_truth[row] = answer.log_truth.front();
  to.largest[row] = answer.largest.front();
  to.brier[row] = answer.brier.front();
}

}  // namespace

RowSummaries summaries_of(const Predictions& predictions, std::span<const Index> truth) {
  const std::size_t rows = truth.size();
  const auto classes = std::ssize(predictions.classes);
  RowSummaries all{.label = std::vector<Index>(rows),
                   .impossible = std::vector<bool>(rows),
                   .log_truth = std::vector<double>(rows),
                   .largest = std::vector<double>(rows),
                   .brier = std::vector<double>(rows),
                   .unseen_cells = predictions.unseen_cells};
  constexpr std::size_t together = 32;
  std::array<JointSummary, together> found;
  detail::TileBuffer buffer(classes, together);
  for (std::size_t first = 0; first < rows; first += together) {
    const ScoreTile tile = buffer.tile(static_cast<Index>(std::min(together, rows - first)));
    for (Index i = 0; i < tile.rows; ++i) {
      const auto joints = predictions.log_joints(static_cast<Index>(first) + i);
      for (Index c = 0; c < classes; ++c) tile.at(c, i) = joints[static_cast<std::size_t>(c)];
    }
    summarise_joints(tile, found.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(tile.rows); ++i) {
      const std::size_t row = first + i;
      const Index own = truth[row];
      put_summary(found[i], own, tile.at(own, static_cast<Index>(i)), row, all);
      if (all.impossible[row]) put_fallback(predictions, row, own, all);
    }
  }
  return all;
}

}  // namespace credence
#endif  // HWY_ONCE
