#pragma once
// What a table's columns are: plain data, without knowing any family's type.
#include <credence/base/index.hpp>
#include <credence/base/members.hpp>
#include <credence/data/tying.hpp>
#include <credence/detail/data/missing_marks.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Which parents the features of a model have, beside the class.
enum class StructureKind {
  naive,   ///< none
  tan,     ///< one each but for roots: by information, or the forest with the largest evidence
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
  std::vector<std::string> parents = {};  ///< the most informative first

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
  /// Rows that a level of a parent must have been seen in to be used when rows are scored; 1: any
  /// row, whatever it weighs.
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
  /// they are found in rows (study/structured.hpp).
  std::vector<double> model_weights = {};
  std::vector<ParentsOf> given = {};  ///< of given, and of a structure that is frozen
  std::vector<ParentEdges> edges = {};

  friend bool operator==(const Structure&, const Structure&) = default;
};

/// How people name it: "tan", "kdb:2", "aode".
[[nodiscard]] std::string name_of(const Structure& structure);

/// A prior as a schema states it: a word ("auto"), or named numbers, or one of these for each
/// class. All empty: the family's default.
struct PriorSpec {
  std::string word = {};
  Fields values = {};
  std::vector<std::pair<std::string, PriorSpec>> by_class = {};

  [[nodiscard]] bool empty() const { return word.empty() && values.empty() && by_class.empty(); }
  friend bool operator==(const PriorSpec&, const PriorSpec&) = default;
};

/// Returns the prior as a flag says it: "auto", or "mean=40,n=5".
[[nodiscard]] std::string to_text(const PriorSpec& prior);

/// What to do with a category that the training data lacks.
enum class Unseen {
  missing,  ///< its term is dropped, and the report counts it
  reserve,  ///< one more level, without data, holds prior mass for it
  error,    ///< scoring ends with Error{schema}
};

/// Returns the policy's word in schemas.
[[nodiscard]] std::string_view to_string(Unseen policy);

/// One feature: its family by name, its prior, and how its cells are read.
struct ColumnSchema {
  std::string name = {};
  std::string family = {};  ///< "none" for a column that is not used
  PriorSpec prior = {};
  /// Listed levels: then no others join. Empty: learned from the data.
  std::vector<std::string> levels = {};
  /// Of listed levels: the one as which every level counts that is not listed, in learning and in
  /// scoring; it joins `levels`. Empty: none does.
  std::string others = {};
  Unseen unseen = Unseen::missing;
  bool missing_is_level = false;  ///< a missing cell is a level of its own, called "missing"
  std::string exposure = {};      ///< column that holds the exposure of a count; empty: 1
  /// Columns of a block of counts, or of tied numbers. Empty: the column `name`.
  std::vector<std::string> columns = {};
  /// Of a block of normal columns: which cells share a variance.
  std::optional<Tying> tied = {};
  /// Of a block of normal columns: whether they have a full covariance.
  Covariance covariance = Covariance::diagonal;

  friend bool operator==(const ColumnSchema&, const ColumnSchema&) = default;
};

/// How the probability of a class before its features is found.
struct ClassPrior {
  /// Where class probabilities come from.
  enum class Kind {
    learned,      ///< Dirichlet prior on class frequencies; each estimator has its own estimate
    uniform,      ///< 1 / classes
    frequencies,  ///< maximum likelihood, whatever the estimator
    given,        ///< fixed numbers
  };
  Kind kind = Kind::learned;
  double each = 1;                   ///< learned: pseudo-count of each class
  std::vector<double> weights = {};  ///< learned: one pseudo-count per class instead
  std::vector<std::pair<std::string, double>> given = {};  ///< given: class and its probability

  friend bool operator==(const ClassPrior&, const ClassPrior&) = default;
};

/// Label, classes and features of a table.
struct Schema {
  std::string label = {};
  /// Listed classes: then no others join. Empty: learned from the data.
  std::vector<std::string> classes = {};
  ClassPrior class_prior = {};
  /// Of the features that have none of their own and whose family knows its words and keys. A model
  /// writes it into them.
  PriorSpec prior = {};
  /// Missing-value strings. They say how data are read, and are no part of what a merge compares.
  std::vector<std::string> missing = default_missing();
  std::vector<ColumnSchema> columns = {};
  /// Which features depend on which others.
  Structure structure = {};

  /// Returns the feature of that name, or null.
  [[nodiscard]] const ColumnSchema* find(std::string_view name) const;
  [[nodiscard]] ColumnSchema* find(std::string_view name);
  friend bool operator==(const Schema&, const Schema&) = default;
};

/// Reads a schema from its JSON text (docs/reference/schema.md).
/// in      name: stands for the file in messages
/// throws  Error{parse} with file:line:column for text that is no JSON;
///         Error{schema} naming the key that is unknown, twice there, missing, of a wrong type, or
///         in contradiction to another;  Error{limit} for more than 64 levels of nesting
[[nodiscard]] Schema schema_from_json(std::string_view text, const std::string& name);

/// Returns the schema as indented JSON, which schema_from_json reads back as an equal schema.
/// throws  Error{schema} for a name or level that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const Schema& schema);

}  // namespace credence
