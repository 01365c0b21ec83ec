#pragma once
// A first guess at what the columns of a table are; shown, and open to be overridden.
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>

namespace credence {

/// What to settle before guessing.
struct InferOptions {
  std::string label = {};
  std::vector<std::string> drop = {};                              ///< columns to leave out
  std::vector<std::pair<std::string, std::string>> families = {};  ///< column, family: not guessed
};

/// A schema and what its reader should be told.
struct Inference {
  Schema schema = {};
  std::vector<std::string> warnings = {};
  /// Columns for which no family was guessed, and why: "is constant and is not used".
  std::vector<std::pair<std::string, std::string>> unused = {};
};

/// Guesses a family for every column but the label.
/// All non-missing cells numbers: only 0 and 1 is `bernoulli`, one distinct value is `none`, else
/// `normal`. Otherwise one distinct value is `none`, else `categorical`; more than 100 levels and
/// more than half of the rows distinct is `none`. A column of codes is never taken for numbers.
/// Every column that gets `none` by guess is named in the warnings, and so is one whose numbers
/// have blanks around them, which makes them no numbers. Dropped columns get `none` silently.
/// Levels and classes are listed where an ARFF file declares them; priors are left empty.
/// throws  Error{schema} when the label or a column of the options is not there, or is named twice;
///         Error{parse} quoting the first other cell when at least 95 % of a column are numbers, or
///         when its other cells are all of the kind `nan`, `inf`, `1e400`
/// cost    one pass over the cells
[[nodiscard]] Inference infer_schema(const Table& table, const InferOptions& options);

/// Whether the cells that are not missing hold one value, and there are some.
/// cost    one pass over the cells; of numbers, until there are three
[[nodiscard]] bool is_constant(const Column& column);

}  // namespace credence
