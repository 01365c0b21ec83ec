#pragma once
// A posterior with a structure, cut into posteriors of naive Bayes: one for each level of the
// parents of a group of features.
#include <credence/detail/predict/estimate.hpp>
#include <credence/detail/predict/structure_plan.hpp>
#include <credence/learn/found_structure.hpp>

namespace credence::detail {

/// The levels of a context as posteriors whose classes are those of the model, in their order.
/// Their names are those of the contexts, which they are learned and forgotten as.
struct StructurePosteriors {
  StructurePlan plan = {};
  Posterior<Model> naive = {};  ///< without its structure, priors as the structure says
  /// Of each group and level; behind the levels one that has seen nothing. A group of the class
  /// alone has one.
  std::vector<Nested<Posterior<Model>>> cells = {};
  std::vector<std::vector<std::string>> parents = {};  ///< of each group

  [[nodiscard]] const Posterior<Model>& of(Index group, Index level) const {
    return cells[static_cast<std::size_t>(group)][level];
  }
};

/// How a plan is laid out.
enum class Grouping {
  together,  ///< features of the same parents in one group
  apart,     ///< one group for each feature, for explanations and weights of features
};

/// throws  Error{undefined} where a prior has no meaning for the data
[[nodiscard]] StructurePosteriors structure_posteriors(const Posterior<Model>& posterior,
                                                       const FoundStructure& found,
                                                       Grouping grouping = Grouping::together);

/// Names cells in a level of a group by class, parents and levels: "ill, smoker = no"; those of a
/// level that was never seen: "ill, smoker = (not in the training rows)".
void name_contexts(const StructurePosteriors& structure, Index group, Index level,
                   std::vector<UndefinedCell>& cells);

/// What the levels of a feature are called, answers included.
[[nodiscard]] std::vector<std::string> names_of_levels(const FeatureFacts& feature,
                                                       const ColumnSchema& column);

/// How many of the levels that a group's parents take together have, with their pseudo-count, less
/// than 1 row in a class.
[[nodiscard]] double levels_below_one(const StructurePosteriors& structure, Index group,
                                      Index klass);

/// Whether the distribution of the levels that parents take together lacks a mode where so many of
/// them have less than 1: of two, both must.
[[nodiscard]] bool lacks_mode(const OwnTerms& own, double below_one);

/// What is said of a class in which it does.
[[nodiscard]] UndefinedCell levels_without_mode(const StructurePosteriors& structure, Index group,
                                                Index klass);

}  // namespace credence::detail
