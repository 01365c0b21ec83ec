#pragma once
// What a table's columns are: plain data, without knowing any family's type.
#include <credence/base/members.hpp>
#include <credence/data/structure.hpp>
#include <credence/data/tying.hpp>
#include <credence/detail/data/missing_marks.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

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
