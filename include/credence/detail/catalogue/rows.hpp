#pragma once
// What typed rows need that is the same for every type of row.
#include <credence/detail/family/datum_kind.hpp>
#include <credence/learn/family_type.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace credence::detail {

/// What a family is called, and what its data must be.
struct NamedNeeds {
  std::string_view family;
  std::string_view needs;
};
/// What a member is, and how many codes, words or numbers there are.
struct MemberRange {
  DatumKind kind = DatumKind::number;
  Index levels = 0;
};

/// Throws Error{domain}: a member that its family does not accept.
/// in  value: as text, empty for one of several numbers
[[noreturn]] void member_outside_support(const std::string& feature, NamedNeeds named,
                                         const std::string& value, MemberRange range, Index row);

/// Returns the numbers of rows from 1: a column for those of a model without features.
[[nodiscard]] std::vector<double> row_numbers(std::size_t rows);
/// Returns "0", "1", ..., `count` of them: what the levels of a feature are called, or its words.
/// throws  Error{limit} for more than a file may have (ReadLimits): levels, or columns where words
///         are counted
[[nodiscard]] std::vector<std::string> numbered_levels(const std::string& feature, Index count);
[[nodiscard]] std::vector<std::string> numbered_words(const std::string& feature, Index count);
/// What the columns of a member that holds several numbers are called in a table; throws as
/// numbered_words.
[[nodiscard]] std::vector<std::string> numbered_columns(const std::string& feature, Index count);
/// What the exposure of a count is called in a table.
[[nodiscard]] std::string exposure_column(const std::string& feature);

/// Throws Error{domain} for a classifier of no classes, which was moved from.
void check_not_moved_from(std::span<const std::string> classes);
/// Throws Error{shape} naming both lengths.
void check_rows_and_labels(std::size_t rows, std::size_t labels);
/// Returns the number of the row after `rows` of them; 2^53 where doubles count no further.
[[nodiscard]] inline Index next_row(double rows) {
  return rows < 0x1p53 ? static_cast<Index>(rows) + 1 : Index{1} << 53;
}
/// Returns the model over columns; throws Error{schema} where two families answer to one word.
/// in  families: one for each column
[[nodiscard]] Model column_model(const std::vector<std::string>& classes, const ClassPrior& prior,
                                 std::vector<ColumnSchema> columns,
                                 std::span<const FamilyType* const> families);

/// Returns the label of rows whose classes stand at these positions.
[[nodiscard]] Column label_of_rows(const std::vector<std::string>& classes,
                                   std::span<const Index> positions,
                                   std::span<const ColumnSchema> features);

/// Throws Error{version}: two posteriors of rows that differ in classes, names or priors.
[[noreturn]] void other_row_model();
/// Throws Error{version} saying what is otherwise: a posterior that the row model is no front of.
/// in  rows: the model over the columns of the row model;  given: the posterior's
[[noreturn]] void not_of_row_model(const Model& rows, const Model& given);
/// Returns the place of the block of a family.
[[nodiscard]] std::size_t block_of(const Posterior<Model>& posterior, const std::type_info& family);
/// Answers whose class i is class order[i] of others, and what is answered where all are impossible.
[[nodiscard]] Predictions in_order(const Predictions& others, std::span<const Index> order,
                                   Index most_frequent);

}  // namespace credence::detail
