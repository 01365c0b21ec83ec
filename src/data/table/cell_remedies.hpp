#pragma once
// What messages advise on the cells of a column that should be numbers, and on names that are some.
#include <credence/data/table.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Returns the option that gives a column a family, as a shell takes it where it becomes a flag:
/// "InferOptions::families = age=normal".
[[nodiscard]] std::string family_set(const std::string& column, std::string_view family);

/// Returns the option that leaves a column out, in the same way.
[[nodiscard]] std::string column_dropped(const std::string& column);

/// Returns what to do with a cell that is no number, as the format of its column allows.
[[nodiscard]] std::string remedy_for_cell(const Column& column, std::string_view text);

/// Returns what helps where none of `names` is this name, but one differs from it by blanks or is near:
/// "; did you mean 'Fare'?"; empty for any other.
[[nodiscard]] std::string remedy_for_name(std::string_view name,
                                          const std::vector<std::string_view>& names);

/// Returns what helps where a text file has no header, since a column is called by a number, or another
/// separator, since its only column has a name of several words: ", or ..."; empty for any other.
[[nodiscard]] std::string remedy_for_header(const std::vector<Column>& columns);

/// As numbers_of, with a remedy of its own for a cell that is no number.
[[nodiscard]] RealColumn numbers_or(const Table& table, const Column& column,
                                    std::string_view remedy);

/// As numbers_of, of a column that is a part of a feature, so that a family of its own does not help.
/// in  instead: the remedy beside that of the cell
[[nodiscard]] RealColumn numbers_of_part(const Table& table, const Column& column,
                                         std::string_view instead);

}  // namespace credence
