#pragma once
// A posterior with a structure, cut into posteriors of naive Bayes: one for each level of the parents of
// a group of features.
#include <credence/detail/predict/estimate.hpp>
#include <credence/detail/predict/structure_plan.hpp>
#include <credence/learn/found_structure.hpp>

namespace credence::detail {

/// Whether a parent's own term is 0 in a class that never has its level: under maximum likelihood, and under
/// the mode.
struct OwnZero {
  bool frequency = false;
  bool mode = false;
};

/// The levels of a context as posteriors whose classes are those of the model, in their order. Their
/// names are those of the contexts, which they are learned and forgotten as.
struct StructurePosteriors {
  StructurePlan plan = {};
  Posterior<Model> naive = {};  ///< without its structure, priors as the structure says
  /// Of each group and level; behind the levels one that has seen nothing. A group of the class
  /// alone has one.
  std::vector<Nested<Posterior<Model>>> cells = {};
  std::vector<std::vector<std::string>> parents = {};  ///< of each group
  std::vector<std::vector<OwnZero>> zeros = {};        ///< of each group's parents

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

/// Whether the own term of a group's parent is 0 in a class that never has its level, whichever cell a row
/// reads it from.
/// in  parent: its place among the group's parents
[[nodiscard]] bool is_own_term_zero(const StructurePosteriors& structure, Index group,
                                    std::size_t parent, Estimator estimator);

/// Of each class whether its cells in a level of a group's parents are not evaluated, because the level
/// has probability 0 given the class.
[[nodiscard]] std::vector<bool> impossible_classes(const StructurePosteriors& structure,
                                                   Index group, const std::string& level,
                                                   Estimator estimator);

/// Names cells of a group by class, parents and levels: "ill, smoker = no".
void name_contexts(const StructurePosteriors& structure, Index group,
                   std::vector<UndefinedCell>& cells);

/// What the levels of a feature are called, answers included.
[[nodiscard]] std::vector<std::string> names_of_levels(const FeatureFacts& feature,
                                                       const ColumnSchema& column);

/// Whether a level of the group's parents has probability 0 where nothing was seen of it.
[[nodiscard]] bool zero_at_nothing(const StructurePosteriors& structure, Index group,
                                   Estimator estimator);

/// Whether the levels that a group's parents take together lack a mode in a class: their pseudo-count is
/// below 1, and one of them was never seen.
[[nodiscard]] bool lacks_mode(const StructurePosteriors& structure, Index group, Index klass);

/// What is said of a class in which they do.
[[nodiscard]] UndefinedCell levels_without_mode(const StructurePosteriors& structure, Index group,
                                                Index klass);

}  // namespace credence::detail
