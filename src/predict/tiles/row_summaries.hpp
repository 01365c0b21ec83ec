#pragma once
// What the log joints of a tile come to, row by row, without a probability for each class.
#include <credence/detail/predict/score_tile.hpp>
#include <credence/predict/prediction.hpp>
#include <span>

namespace credence {

/// Of one row; sums are relative to the term of the most probable class.
struct JointSummary {
  double best = 0;     ///< the largest log joint; -inf where every class is impossible
  Index label = -1;    ///< the lowest class that has it; -1: none
  double rest = 0;     ///< sum of exp(log joint - best) over the other classes
  double squares = 0;  ///< sum of the squares of these terms
};

/// Writes one summary for each row.
/// in  to: as many as the tile has rows
void summarise_joints(const ScoreTile& tile, JointSummary* to);

/// Puts what a row's joints come to among the summaries of all rows; of an impossible row only that
/// it is so.
/// in  own: the true class, and its log joint
void put_summary(const JointSummary& row, Index own, double own_joint, std::size_t at,
                 RowSummaries& to);

/// Returns what predictions come to: the same bits as where they are summarised without being kept.
/// in  truth: one a row, the position of its class
[[nodiscard]] RowSummaries summaries_of(const Predictions& predictions,
                                        std::span<const Index> truth);

}  // namespace credence
