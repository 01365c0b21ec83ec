#pragma once
// Attribute-relation files, as Weka writes them.
#include <credence/detail/data/limits.hpp>
#include <credence/detail/data/table_stream.hpp>

namespace credence {

/// Reads a whole ARFF file, compressed or not ("-": standard input); docs/reference/input.md has
/// the details.
/// Rows may be dense or sparse, `{3 1.5, 7 yes}`, where what is left out is 0 or the first level. A
/// `?` that is not quoted is missing.
/// out     numbers for numeric, real and integer attributes; categories with all declared levels,
///         whether they occur or not, for nominal ones; texts for string and date
/// throws  Error{io} when the file cannot be read; Error{parse} with file:line:column for anything
///         that is no such file, a level that is not declared, text in the place of a number, a
///         number that is not finite, a relational attribute, the weight of a row, or a sparse row
///         that leaves out a text;
///         Error{limit} for more than one of `limits` allows
/// cost    linear in the file's size; memory: the file, eight bytes for each row and each number,
///         four for each other cell
[[nodiscard]] Table read_arff(const std::string& path, const ReadLimits& limits = {});

/// Returns the same from text; `name` stands for the file in messages.
[[nodiscard]] Table read_arff_text(std::string_view text, const std::string& name,
                                   const ReadLimits& limits = {});

/// Returns the levels that an ARFF file declares for a column, in that order; none for other
/// columns.
[[nodiscard]] std::vector<std::string> declared_levels(const Column& column);

/// Reads an ARFF file in chunks.
class ArffStream : public TableStream {
 public:
  /// throws  Error{io} when the file cannot be opened
  explicit ArffStream(const std::string& path, ReadLimits limits = {},
                      std::uint64_t chunk_bytes = std::uint64_t{1} << 24);
};

}  // namespace credence
