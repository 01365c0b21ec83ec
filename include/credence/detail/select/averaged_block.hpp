#pragma once
// The densities of one block, averaged over which of its features depend on the class.
#include <algorithm>
#include <credence/base/parallel.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/cell_reader.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <credence/detail/select/block_relevance.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/select/averaged.hpp>
#include <limits>
#include <span>
#include <vector>

namespace credence::detail {

/// The features of one block, each with a density for every class and one for all together.
template <ConjugateFamily F>
struct AveragedBlock {
  ScoreTable<F> table;                         ///< predictive
  std::vector<typename F::Predictive> pooled;  ///< one for each feature
  std::vector<double> weights;                 ///< that the feature depends on the class
};

/// Returns the density of a feature if the class makes no difference.
template <ConjugateFamily F>
[[nodiscard]] typename F::Predictive pooled_predictive(const Block<F>& block, Index j,
                                                       std::span<const std::string> classes,
                                                       BlockPriors<F>& found) {
  const typename F::Prior prior = common_prior(block, j, classes, found);
  const typename F::Statistics seen = with_reserved(block.pooled(j), block.feature(j));
  if constexpr (TiedFamily<F>)
    return F::predictive(
        CellReader<F>(block.feature(j).tied, std::span(&seen, 1), {prior}).posterior(0));
  else
    return F::predictive(posterior_of(prior, seen));
}

template <ConjugateFamily F>
[[nodiscard]] AveragedBlock<F> averaged_block(const Block<F>& block, ScoreTable<F> table,
                                              std::span<const std::string> classes,
                                              const RelevanceOptions& options,
                                              std::vector<Relevance>& inclusion) {
  AveragedBlock<F> averaged{.table = std::move(table), .pooled = {}, .weights = {}};
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    inclusion.push_back(relevance_of(block, j, classes, options, found));
    if (!inclusion.back().undefined.empty()) continue;
    averaged.pooled.push_back(pooled_predictive(block, j, classes, found));
    averaged.weights.push_back(inclusion.back().probability);
  }
  return averaged;
}

/// Adds the log densities of a datum, one for each class, each averaged with that of all classes.
template <ConjugateFamily F>
void add_averaged(const AveragedBlock<F>& block, Index j, const typename Block<F>::Datum& datum,
                  std::span<double> joint) {
  const auto at = static_cast<std::size_t>(j);
  const double pooled = log_density(block.pooled[at], datum);
  block.table.visit([&](const auto& densities) {
    for (std::size_t c = 0; c < joint.size(); ++c)
      if (joint[c] != -std::numeric_limits<double>::infinity())
        joint[c] += log_mixture(block.weights[at],
                                log_density(densities[at * joint.size() + c], datum), pooled);
  });
}

/// Adds what one feature says of all rows that are asked for.
template <ConjugateFamily F>
void add_feature_rows(const AveragedBlock<F>& block, Index j, const AveragedRows& asked,
                      Predictions& out) {
  constexpr Index chunk_rows = 256;
  const std::size_t classes = out.classes.size();
  const RowSpan rows = asked.rows;
  const auto& cells = asked.block.of<DatumOf<F>>().feature(j);
  const Slots slots = slots_of(block.table.feature(j), cells);
  if constexpr (Block<F>::levelled)
    out.unseen_cells +=
        count_unseen(cells, block.table.feature(j), slots, rows, *asked.bound.table);
  credence::for_each_chunk((rows.count + chunk_rows - 1) / chunk_rows, [&](Index chunk) {
    DatumOf<F> datum{};
    const Index end = std::min(rows.count, (chunk + 1) * chunk_rows);
    for (Index i = chunk * chunk_rows; i < end; ++i) {
      if (!cells.read(rows[i], slots, datum)) continue;
      if (!F::accepts(datum))
        outside_support(*asked.bound.table, asked.schema, asked.block,
                        {.row = rows[i], .column = j});
      add_averaged(
          block, j, datum,
          std::span(out.log_joint).subspan(static_cast<std::size_t>(i) * classes, classes));
    }
  });
}

}  // namespace credence::detail
