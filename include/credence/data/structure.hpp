#pragma once
// Which features depend on which others, beside the class: plain data of a schema.
#include <credence/base/index.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Which parents the features of a model have, beside the class.
enum class StructureKind {
  naive,   ///< none
  tan,     ///< one each but for the root: the most informative tree, or the forest with the largest evidence
  kdb,     ///< up to k each
  aode,    ///< the average over all models in which one feature is the parent of all others
  a2de,    ///< the same with two parents
  lookup,  ///< whole rows: how often each row was seen with each class
  given,   ///< those that `Structure::given` lists
};

/// "naive", "tan", "kdb", "aode", "a2de", "lookup" or "given".
[[nodiscard]] std::string_view to_string(StructureKind kind);

/// What a tree is chosen by.
enum class TreeScore {
  information,  ///< mutual information given the class; every feature but the root has a parent
  evidence,     ///< log evidence; arcs that gain nothing are left out
};

/// "information" or "evidence".
[[nodiscard]] std::string_view to_string(TreeScore score);

/// How an average weighs its models.
enum class ModelWeights {
  uniform,      ///< alike
  evidence,     ///< by the evidence of all columns, which is seldom good for telling the classes
  stacked,      ///< so that the classes of the rows, each left out, become most probable
  information,  ///< by the mutual information of the parent and the class
};

/// "uniform", "evidence", "stacked" or "information".
[[nodiscard]] std::string_view to_string(ModelWeights weights);

/// The prior of a feature's cells in a context, which is a class and levels of the parents.
struct ContextPrior {
  enum class Kind {
    each,      ///< pseudo-count of each level
    rows,      ///< imagined rows of each class, spread over all columns at once
    back_off,  ///< so many times the posterior mean of the feature given the class alone
  };
  Kind kind = Kind::each;
  double strength = 1;

  friend bool operator==(const ContextPrior&, const ContextPrior&) = default;
};

/// "each", "rows" or "back_off".
[[nodiscard]] std::string_view to_string(ContextPrior::Kind kind);

/// The parents of one feature.
struct ParentsOf {
  std::string feature = {};
  std::vector<std::string> parents = {};  ///< that with the most to say first

  friend bool operator==(const ParentsOf&, const ParentsOf&) = default;
};

/// Where a column of numbers is cut to be a parent: a number is in the first bin whose upper edge it
/// does not exceed.
struct ParentEdges {
  std::string column = {};
  std::vector<double> edges = {};  ///< inner edges, rising; k of them make k + 1 bins

  friend bool operator==(const ParentEdges&, const ParentEdges&) = default;
};

/// What a row that was never seen is looked up as.
enum class LookupCentre {
  classes,  ///< the probabilities of the classes
  naive,    ///< what naive Bayes says of it
};

/// "classes" or "naive".
[[nodiscard]] std::string_view to_string(LookupCentre centre);

/// Which features depend on which others. A schema has one; naive Bayes unless it says more.
///
///     model = with_structure(model, {.kind = StructureKind::tan});
///     model = with_structure(model, {.kind = StructureKind::given,
///                                    .given = {{.feature = "visits", .parents = {"smoker"}}}});
///
/// source  docs/explanation/structures.md
struct Structure {
  StructureKind kind = StructureKind::naive;
  Index most_parents = 1;                        ///< of kdb: k
  bool select = false;                           ///< of kdb: features and k by leaving rows out
  TreeScore tree = TreeScore::information;       ///< of tan
  ModelWeights average = ModelWeights::uniform;  ///< of aode and a2de
  /// Rows that a level of a parent must have been seen in to be used when rows are scored.
  double least_rows = 1;
  ContextPrior prior = {};
  /// Features that may be parents; empty: all that can.
  std::vector<std::string> may_be_parents = {};
  bool like_weka =
      false;  ///< aode: one prior for class and parent together, missing parents left out
  LookupCentre centre = LookupCentre::classes;  ///< of lookup
  double centre_rows = 1;                       ///< of lookup: rows that the centre is worth
  /// aode: a level that implies another in more rows than this makes the other silent; 0: never.
  double subsumption_rows = 0;
  double gigabytes = 1;  ///< that the counts of all contexts may take
  /// Of an average that is stacked: the weight of each model, in the order of the parents; empty until
  /// they are found in rows (study/stacked.hpp).
  std::vector<double> model_weights = {};
  std::vector<ParentsOf> given = {};  ///< of given, and of a structure that is frozen
  std::vector<ParentEdges> edges = {};

  friend bool operator==(const Structure&, const Structure&) = default;
};

/// How people name it: "tan", "kdb:2", "aode".
[[nodiscard]] std::string name_of(const Structure& structure);

}  // namespace credence
