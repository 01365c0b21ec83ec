#pragma once
// Strict reading of separated text (RFC 4180, with the dialect as options).
#include <credence/detail/data/limits.hpp>
#include <credence/detail/data/missing_marks.hpp>
#include <credence/detail/data/table_stream.hpp>
#include <iosfwd>
#include <optional>

namespace credence {

/// How a separated file is written.
struct CsvOptions {
  /// None: , ; tab or |, whichever the header and the row below it agree on (see separator_of);
  /// no tab where tabs are trimmed.
  std::optional<char> separator = {};
  std::optional<char> quote = '"';      ///< none: quotes are plain characters
  bool header = true;                   ///< the first line holds the names
  std::vector<std::string> names = {};  ///< names to use where there is no header; else c1, c2, ...
  bool trim = false;                    ///< drop blanks around unquoted fields
  std::optional<char> comment = {};     ///< lines that begin with it are skipped
  char decimal = '.';                   ///< '.' or ',': what stands before the decimals of a number
  std::vector<std::string> missing = default_missing();  ///< missing-value strings, quoted or not
  ReadLimits limits = {};
  std::uint64_t block = std::uint64_t{1}
                        << 19;  ///< bytes read at a time; does not change the table

  friend bool operator==(const CsvOptions&, const CsvOptions&) = default;
};

/// Reads a whole file ("-": standard input). A long file is mapped while a column of it lives: until
/// then it may be replaced, but neither cut short nor written over. Byte-order mark and CRLF are
/// understood; a line with nothing in it is skipped where the table has more than one column
/// (docs/reference/data.md).
/// throws  Error{io} when the file cannot be read, with the system's reason;
///         Error{parse} with file:line:column for a ragged row, a quote that is not closed or
///         stands inside a field, a NUL byte, a lone carriage return, a name that stands twice, a header
///         without any name;
///         Error{parse} with the file for one without rows;
///         Error{domain} for a dialect in which one character has two roles;
///         Error{limit} for more than one of `limits` allows
/// cost    linear in the file's size, on several threads; memory: the file, eight bytes for each
///         row and for each cell of a column of numbers, four for one of texts
[[nodiscard]] Table read_csv(const std::string& path, const CsvOptions& options = {});

/// Returns the same from text; `name` stands for the file in messages.
[[nodiscard]] Table read_csv_text(std::string_view text, const std::string& name,
                                  const CsvOptions& options = {});

/// Returns the same from a stream that is read to its end.
[[nodiscard]] Table read_csv(std::istream& input, const std::string& name,
                             const CsvOptions& options = {});

/// What stands between the fields of the separated text that a table was read from; none for a table
/// from elsewhere.
[[nodiscard]] std::optional<char> separator_of(const Table& table);

/// Returns the names of the columns that the header of this text leaves without one: each is called c
/// and its place, as without a header ("c1" for the first). None for a table from elsewhere, and for
/// the later chunks of a stream.
[[nodiscard]] std::vector<std::string> names_by_place(const Table& table);

/// Reads separated text in chunks.
///
///     CsvStream stream("visits.csv");
///     for (Table chunk; stream.next(chunk);) observe(posterior, chunk);
class CsvStream : public TableStream {
 public:
  /// "-" is standard input. `chunk_bytes`: how much is read at a time; a longer record is read whole.
  /// throws  Error{io} when the file cannot be opened, Error{domain} as read_csv
  explicit CsvStream(const std::string& path, CsvOptions options = {},
                     std::uint64_t chunk_bytes = std::uint64_t{1} << 24);
};

/// Returns one field as RFC 4180 writes it: quoted only where it must be.
[[nodiscard]] std::string csv_field(std::string_view text, char separator = ',');

}  // namespace credence
