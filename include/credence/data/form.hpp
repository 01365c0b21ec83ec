#pragma once
// The table of input formats: a row holds all that the library and its tool know about a format by
// name.
#include <array>
#include <credence/data/csv.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

struct ByteRange;  // src/data/bytes/byte_range.hpp

/// Options of the readers of all formats. Each uses those that apply to its format.
struct ReadOptions {
  CsvOptions text = {};  ///< the dialect of separated text; for others, names and limits alone
  std::string label = "label";  ///< the column of the labels that rows bring without a name

  friend bool operator==(const ReadOptions&, const ReadOptions&) = default;
};

/// A format of input.
///
///     const Form& form = form_of("clicks.svm.gz");
///     const Table clicks = form.read("clicks.svm.gz", {.label = "clicked"});
struct Form {
  std::string_view name;                          ///< as `--input-format` says it
  std::array<std::string_view, 3> suffixes = {};  ///< ends of file names; empty ones say nothing
  std::string_view shown = {};                    ///< for help; empty where another row says it
  bool has_dialect = false;                       ///< separated text, which alone has one
  /// What stands between fields unless the options say otherwise; none: the header tells.
  std::optional<char> separator = {};
  bool names_columns = true;  ///< a file says what its columns are called, or may do so
  bool labels_rows = false;   ///< rows bring labels of their own, and columns are documents
  /// Reads a whole file; "-" is standard input.
  /// throws  Error as the reader of the format
  Table (*read)(const std::string& path, const ReadOptions& options) = nullptr;
  /// Reads several files, laid end to end, as one table; cells of text keep their places.
  /// throws  Error as the reader of one; Error{schema} for a file of other columns than the first;
  ///         Error{shape} for no file
  Table (*read_several)(const std::vector<std::string>& paths,
                        const ReadOptions& options) = nullptr;
  /// Reads a file in chunks of so many bytes; null where a file is seen where it is.
  TableStream (*stream)(const std::string& path, const ReadOptions& options,
                        std::uint64_t chunk_bytes) = nullptr;
  /// Reads the rows of a part of a file, which may be none, for shards; null: `stream` reads the file
  /// in the shard of its first byte. For the folder data alone.
  TableStream (*part)(const std::string& path, const ReadOptions& options, const ByteRange& range,
                      std::uint64_t chunk_bytes) = nullptr;
  bool is_cut = false;  ///< a part may begin with any line, so that shards cut a file between lines
};

/// Returns all formats, in the order in which help and messages name them.
[[nodiscard]] std::span<const Form> forms();

/// Returns the format that the end of a file's name says, but for that of a compression: else
/// separated text, whose header tells the separator.
[[nodiscard]] const Form& form_of(std::string_view path);

/// What a file that is read as a stream may be compressed by: "gzip or zstd".
[[nodiscard]] std::string compression_names();

}  // namespace credence
