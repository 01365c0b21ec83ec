#pragma once
// A family as the ranking of features sees it, written once for all. Included by catalogue alone.
#include <credence/detail/predict/typed_table.hpp>
#include <credence/detail/select/averaged_block.hpp>
#include <credence/detail/select/block_information.hpp>
#include <credence/detail/select/block_relevance.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <utility>

namespace credence {

namespace detail {
/// The averaged densities of a block whose family is known.
template <ConjugateFamily F>
class AveragedBlockOf final : public AnyAveraged {
 public:
  explicit AveragedBlockOf(AveragedBlock<F> block) : block_(std::move(block)) {}

  [[nodiscard]] std::unique_ptr<AnyAveraged> clone() const override {
    return std::make_unique<AveragedBlockOf>(*this);
  }
  void add(const AveragedRows& asked, Predictions& out) const override {
    for (Index j = 0; j < block_.table.size(); ++j) add_feature_rows(block_, j, asked, out);
  }

 private:
  AveragedBlock<F> block_;
};
}  // namespace detail

/// What the ranking of features asks of the family `F`.
template <ConjugateFamily F>
class RankedFamilyOf : public RankedFamily {
 public:
  void add_information(const AnyBlock& block, const AnyTable* table,
                       const detail::InformationContext& context,
                       std::vector<FeatureInformation>& all) const override {
    if (table == nullptr)
      detail::add_block(all, typed<F>(block), ScoreTable<F>{}, context);
    else
      detail::add_block(all, typed<F>(block), typed_table<F>(*table), context);
  }
  void add_values(const AnyBlock& block, const AnyTable* table,
                  const detail::InformationContext& context,
                  std::vector<detail::PartValue>& all) const override {
    if (table == nullptr)
      detail::add_values(all, typed<F>(block), ScoreTable<F>{}, context);
    else
      detail::add_values(all, typed<F>(block), typed_table<F>(*table), context);
  }
  void add_relevances(const AnyBlock& block, std::span<const std::string> classes,
                      detail::Granularity granularity, const RelevanceOptions& options,
                      std::vector<Relevance>& all) const override {
    detail::add_relevances<F>(block, classes, granularity, options, all);
  }
  [[nodiscard]] std::unique_ptr<AnyAveraged> averaged(
      const AnyBlock& block, const AnyTable& table, std::span<const std::string> classes,
      const RelevanceOptions& options, std::vector<Relevance>& inclusion) const override {
    return std::make_unique<detail::AveragedBlockOf<F>>(detail::averaged_block(
        typed<F>(block), typed_table<F>(table), classes, options, inclusion));
  }
};

}  // namespace credence
