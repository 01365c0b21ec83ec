#pragma once
// What the ranking of features asks of a family: information, relevance, and densities averaged over
// relevance.
#include <credence/base/box.hpp>
#include <credence/detail/predict/scored_family.hpp>
#include <credence/learn/any_block.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/prediction.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace credence {

namespace detail {
struct InformationContext;  // detail/select/information_context.hpp

/// Where a feature, or a part of one, stands in a posterior.
struct PartPlace {
  std::size_t block = 0;
  Index feature = 0;
  Index member = -1;  ///< -1: the whole feature
};

/// What is ranked: features, or the words of texts and the columns of blocks, each alone.
enum class Granularity { features, parts };

/// What the densities of a feature, or of a part of one, say about the class.
struct PartValue {
  PartPlace place = {};
  double value = 0;  ///< nats
  bool undefined = false;
};

/// The rows of a bound table that are asked for, as one block reads them.
struct AveragedRows {
  const BoundTable& bound;
  const BoundBlock& block;
  const Schema& schema;  ///< of the model that was bound
  RowSpan rows;
};
}  // namespace detail

/// The features of one block, each with a density for every class and one for all together, and the
/// probability that it depends on the class. One call a block and table.
class AnyAveraged {
 public:
  virtual ~AnyAveraged() = default;
  [[nodiscard]] virtual std::unique_ptr<AnyAveraged> clone() const = 0;
  /// Adds to the log joints of all rows, and to the count of unseen cells; the same bits for any
  /// number of threads.
  /// throws  as Classifier::predict does
  virtual void add(const detail::AveragedRows& asked, Predictions& out) const = 0;
};

/// A family as the ranking of features sees it.
class RankedFamily {
 public:
  virtual ~RankedFamily() = default;

  /// Adds what each feature says about the class: of texts each word, of tied blocks each column.
  /// in  table: under the estimator of the context; null where no class has a probability
  virtual void add_information(const AnyBlock& block, const AnyTable* table,
                               const detail::InformationContext& context,
                               std::vector<FeatureInformation>& all) const = 0;
  /// Adds the plug-in values alone, of the same features and parts in the same order; blocks are not
  /// numbered.
  virtual void add_values(const AnyBlock& block, const AnyTable* table,
                          const detail::InformationContext& context,
                          std::vector<detail::PartValue>& all) const = 0;
  /// Adds the evidence of the dependence on the class of each feature, or of its parts.
  virtual void add_relevances(const AnyBlock& block, std::span<const std::string> classes,
                              detail::Granularity granularity, const RelevanceOptions& options,
                              std::vector<Relevance>& all) const = 0;
  /// Returns the densities of a block, averaged.
  /// in   table: predictive
  /// out  the relevance of each feature is appended to `inclusion`; where one is undefined, what is
  ///      returned is of no use
  [[nodiscard]] virtual std::unique_ptr<AnyAveraged> averaged(
      const AnyBlock& block, const AnyTable& table, std::span<const std::string> classes,
      const RelevanceOptions& options, std::vector<Relevance>& inclusion) const = 0;
};

/// Returns a family as the ranking of features sees it. Every FamilyOf is one.
[[nodiscard]] const RankedFamily& ranked(const FamilyType& family);

}  // namespace credence
