#pragma once
// The rows of a database: where they come from, and what their cells are to a model.
#include <credence/sql/sql.hpp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sql/writer.hpp"

namespace credence::sql {

/// A number that a feature reads of a row.
struct NumberCell {
  std::string value;     ///< NULL where it is missing
  std::string accepted;  ///< a condition on @, under which the family takes it
};

/// The cells of rows as SQL, in the names of a schema.
class Rows {
 public:
  /// throws  Error{schema} for a source without rows or with two, and for a name of it that the model
  ///         does not read
  Rows(const Schema& schema, const Source& source, Writer writer);

  [[nodiscard]] const Writer& writer() const { return writer_; }
  [[nodiscard]] const Schema& schema() const { return schema_; }
  /// " FROM rows WHERE condition".
  [[nodiscard]] std::string from() const;
  /// The column of that name.
  [[nodiscard]] std::string column(std::string_view name) const;
  /// A cell as text, NULL where it is missing.
  [[nodiscard]] std::string text_cell(std::string_view name) const;
  /// A level: the same, or the one of all that are not listed.
  [[nodiscard]] std::string level(const ColumnSchema& feature) const;
  /// A category: a level, or the one of missing cells.
  [[nodiscard]] std::string category(const ColumnSchema& feature) const;
  /// An answer: 1, 0, NULL, or a number that is neither.
  [[nodiscard]] NumberCell answer(const ColumnSchema& feature) const;
  /// A number of a family.
  [[nodiscard]] NumberCell number(std::string_view name, std::string_view family) const;
  [[nodiscard]] bool weighted() const { return !source_.weight.empty(); }
  [[nodiscard]] std::string weight() const;

 private:
  [[nodiscard]] std::string without_marks(const std::string& text, const std::string& value) const;
  [[nodiscard]] std::string real(std::string_view name) const;

  const Schema& schema_;
  const Source& source_;
  Writer writer_;
  std::unordered_map<std::string_view, std::string_view> renamed_;
  std::unordered_set<std::string_view> from_text_;
  std::string marks_;  // a list of the texts that stand for a missing cell
};

/// Returns a condition with an expression in the place of each @.
[[nodiscard]] std::string about(std::string condition, const std::string& value);

/// Throws Error{schema} for a model that SQL has no place for, naming the feature.
void check_sql_model(const Model& model);

}  // namespace credence::sql
