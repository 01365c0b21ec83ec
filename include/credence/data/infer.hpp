#pragma once
// Infers a family for each column of a table.
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>

namespace credence {

/// What is fixed before families are inferred.
struct InferOptions {
  std::string label = {};
  std::vector<std::string> drop = {};                              ///< columns to leave out
  std::vector<std::pair<std::string, std::string>> families = {};  ///< column, family: not guessed

  friend bool operator==(const InferOptions&, const InferOptions&) = default;
};

/// An inferred schema and its warnings.
struct Inference {
  Schema schema = {};
  std::vector<std::string> warnings;
  /// Columns for which no family was guessed, and why: "is constant and is not used".
  std::vector<std::pair<std::string, std::string>> unused;

  friend bool operator==(const Inference&, const Inference&) = default;
};

/// Guesses a family for every column but the label.
/// All non-missing cells numbers: only 0 and 1 is `bernoulli`, one distinct value is `none`, whole
/// numbers that number the rows (50 or more, all different, in any order, in a range of less than
/// twice as many, none missing) are `none`, else `normal`. Otherwise one distinct value is `none`,
/// else `categorical`; more than 100 levels and more than half of the rows distinct is `none`, but
/// `multinomial` where they are texts of three words or more on average and no other column is a
/// feature. A column of codes is never taken for numbers.
/// Every column that gets `none` by guess is named in the warnings, and so are one that is read as
/// words, one whose numbers have blanks around them and one whose numbers have decimal commas, which
/// makes them no numbers. Dropped columns get `none` silently.
/// Levels and classes are listed where an ARFF file declares them; priors are left empty.
/// throws  Error{schema} when the label or a column of the options is not there, or is named twice;
///         Error{parse} quoting the first other cell when at least 95 % of a column are numbers, or
///         when its other cells are all of the kind `nan`, `inf`, `1e400`
/// cost    one pass over the cells
[[nodiscard]] Inference infer_schema(const Table& table, const InferOptions& options);

/// Throws Error{schema} where no column of an inferred schema is a feature. It names each column and
/// why it is not one.
void check_features_left(const Table& table, const Inference& inference);

/// Cells that were read as missing because of a missing-value string that has letters, such as NA.
struct MissingWord {
  std::string column = {};
  std::string mark = {};
  Index cells = 0;

  friend bool operator==(const MissingWord&, const MissingWord&) = default;
};

/// Returns all of them in the label and the features of a schema, texts of words aside, which such
/// strings do not concern; column by column, in the order of the schema.
/// cost    one pass over the columns that have any
[[nodiscard]] std::vector<MissingWord> missing_words(const Table& table, const Schema& schema);

/// Returns whether a label looks like a measurement, of which classes make no sense: more than 20
/// classes, all of them numbers, and 100 rows or more of which the classes are more than a tenth.
[[nodiscard]] bool looks_like_measurement(std::span<const std::string> classes, double rows);

/// Returns whether the cells that are not missing hold one value, and there are some.
/// cost    one pass over the cells; of numbers, until there are three
[[nodiscard]] bool is_constant(const Column& column);

}  // namespace credence
