#pragma once
// What prediction asks of a family, answered by the templates over one. Include it where the object
// of a family is made (catalogue/family_of.hpp), nowhere else.
#include <credence/detail/predict/linear_terms.hpp>
#include <credence/detail/predict/moving_of.hpp>
#include <credence/detail/predict/row_terms_of.hpp>
#include <credence/detail/predict/table_of.hpp>
#include <credence/learn/typed_block.hpp>

namespace credence {

/// Returns a family as prediction sees it.
/// in  Scores: has the expressions of ReferenceScores;  Moving: those of ReferenceMovingCells
template <ConjugateFamily F, class Scores, class Moving>
class ScoredFamilyOf : public ScoredFamily {
 public:
  [[nodiscard]] bool known_to_scikit_learn() const final { return KnownToScikitLearn<F>; }

  [[nodiscard]] double largest_variance([[maybe_unused]] const AnyBlock& any) const final {
    double largest = 0;
    if constexpr (KnownToScikitLearn<F>) {
      if constexpr (requires(const typename F::Statistics& seen) { seen.variance(); }) {
        const Block<F>& block = typed<F>(any);
        for (Index j = 0; j < block.size(); ++j) {
          const auto pooled = block.pooled(j);
          if (pooled.count() > 0) largest = std::max(largest, pooled.variance());
        }
      }
    }
    return largest;
  }
  [[nodiscard]] std::unique_ptr<AnyTable> table(const AnyBlock& block,
                                                const EstimateContext& context,
                                                std::vector<UndefinedCell>& undefined) const final {
    return make_table<F>(block.family(), ScoreTable<F>(typed<F>(block), context, undefined));
  }
  [[nodiscard]] std::unique_ptr<AnyScores> scores(
      const AnyTable& table, std::span<const double> log_class_probabilities) const final {
    return std::make_unique<ScoresOf<F, Scores>>(typed_table<F>(table), log_class_probabilities);
  }
  [[nodiscard]] std::unique_ptr<AnyBeliefs> beliefs(
      const AnyBlock& block, const std::vector<std::string>& classes) const final {
    return std::make_unique<BeliefsOf<F>>(block.family(),
                                          detail::block_beliefs(typed<F>(block), classes));
  }
  [[nodiscard]] std::unique_ptr<detail::AnyMoving> moving(
      const AnyBlock& block, const EstimateContext& context) const final {
    return std::make_unique<detail::MovingOf<F, Moving>>(typed<F>(block), context);
  }
  void add_row_terms(detail::RowTerms& row, const detail::CellPlace& place, const AnyTable& table,
                     Index feature, const BoundBlock& cells,
                     const AnyBeliefs* beliefs) const final {
    detail::add_feature<F>(row, place, typed_table<F>(table), feature,
                           cells.of<DatumOf<F>>().feature(feature),
                           beliefs == nullptr ? nullptr : &typed_beliefs<F>(*beliefs));
  }
  void add_linear_terms(LinearForm& form, const AnyTable& any, Index negative,
                        Index positive) const final {
    const ScoreTable<F>& table = typed_table<F>(any);
    table.visit([&](const auto& densities) {
      const Index classes = table.size() == 0 ? 0 : std::ssize(densities) / table.size();
      for (Index j = 0; j < table.size(); ++j)
        detail::add_linear_feature<F>(form, table.feature(j),
                                      densities[static_cast<std::size_t>(classes * j + negative)],
                                      densities[static_cast<std::size_t>(classes * j + positive)]);
    });
  }
};

}  // namespace credence
