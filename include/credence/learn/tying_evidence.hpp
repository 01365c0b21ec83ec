#pragma once
// Which cells of a block should share a variance: the evidence of each answer.
#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/learn/model_posterior.hpp>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace credence {

/// How probable the data of a block are where its variances are tied in one way.
struct TyingEvidence {
  Tying tying = Tying::free;
  double log_evidence = 0;  ///< nats, of the cells of all classes as they stand in the table

  friend bool operator==(const TyingEvidence&, const TyingEvidence&) = default;
};

namespace detail {
/// The log evidence of a feature, were it tied so.
template <TiedFamily F>
[[nodiscard]] double log_evidence_if(Block<F>& block, Index j, Tying tying,
                                     std::span<const std::string> classes) {
  Feature<F>& feature = block.feature(j);
  if (ties_classes(tying) && !feature.prior.by_class.empty())
    throw Error(ErrorCode::undefined,
                "the prior differs by class, so that classes cannot share a variance; give one");
  feature.tied = tying;
  return F::tied_log_evidence(tying, priors(block, j, classes), cells_of(block, j));
}
}  // namespace detail

/// The log evidence of a feature of a block under each tying that its prior allows, in the order of
/// all_tyings. Differences are log Bayes factors: the statistics are the same, only the question is
/// another. The prior is that of the block throughout, a word standing for the same numbers.
/// out     empty where none has an evidence, as with `auto` in a constant column
template <TiedFamily F>
[[nodiscard]] std::vector<TyingEvidence> tying_evidence(Block<F> block, Index j,
                                                        std::span<const std::string> classes) {
  std::vector<TyingEvidence> all;
  for (const Tying tying : all_tyings) try {
      all.push_back({tying, detail::log_evidence_if(block, j, tying, classes)});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::undefined && error.code() != ErrorCode::shape) throw;
    }
  return all;
}

/// The largest of them; -inf of none.
[[nodiscard]] inline double best_evidence(std::span<const TyingEvidence> all) {
  double best = -std::numeric_limits<double>::infinity();
  for (const TyingEvidence& each : all) best = std::max(best, each.log_evidence);
  return best;
}

/// The same for the block of that name in a posterior.
///
///     for (const auto& [tying, evidence] : tying_evidence(posterior, "sizes"))
///       std::cout << to_string(tying) << ' ' << evidence << '\n';
/// throws  Error{schema} when no tied block has that name
template <class List>
[[nodiscard]] std::vector<TyingEvidence> tying_evidence(
    const Posterior<BasicModel<List>>& posterior, std::string_view feature) {
  std::optional<std::vector<TyingEvidence>> found;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    if constexpr (TiedFamily<F>)
      for (Index j = 0; j < block.size(); ++j)
        if (block.feature(j).name == feature)
          found = tying_evidence(block, j, posterior.label.classes);
  });
  if (!found)
    throw Error(ErrorCode::schema, "no tied block is called '" + std::string(feature) +
                                       "'; name a block whose schema has `tied`");
  return *found;
}

}  // namespace credence
