#pragma once
// Parts of files: where they are read, and where rows begin in them.
#include <credence/data/csv.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/content_hash.hpp"

namespace credence {

/// A part of a file that is read.
struct ByteRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::optional<std::uint64_t> cut = {};  ///< of a part that ends with a line: where it was to end
  bool reads_on = false;                  ///< a row that goes on behind the cut is read to its end
  ContentHash* hash = nullptr;            ///< takes all that is read
};

/// Calls `use` with the bytes of a part of a file, some at a time, until it says false.
/// throws  Error{io}
void for_bytes_of(const std::string& path, std::uint64_t from, std::uint64_t to,
                  const std::function<bool(std::string_view)>& use);

/// Returns where the first row begins whose first byte lies at or behind a cut: behind the first line
/// feed at or after the byte before the cut, and not in the head, which ends at `head_end`.
[[nodiscard]] std::uint64_t row_at_or_after(const std::string& path, std::uint64_t cut,
                                            std::uint64_t head_end, std::uint64_t size);

/// The names of the columns of separated text, and where its rows begin.
struct TextHead {
  std::vector<std::string> names{};
  std::uint64_t end = 0;  ///< of what the file holds when it is not compressed
  std::optional<char> separator{};
  std::vector<std::string> by_place{};  ///< those of the names that the header lacks
};

/// Reads as much of a file as its head takes.
/// throws  Error as read_csv
[[nodiscard]] TextHead read_text_head(const std::string& path, const CsvOptions& options);

/// Throws Error{schema} unless two files have the same columns.
void check_same_columns(const std::vector<std::string>& first, const std::string& first_file,
                        const std::vector<std::string>& other, const std::string& other_file);

/// Returns the byte behind the last record that is whole for sure; 0 where there is none.
[[nodiscard]] std::size_t end_of_records(std::string_view bytes, const CsvOptions& options);

/// The rows of a part of separated text, which may be none.
/// in  head: that of the file, where the part begins behind it; then the options have a separator
[[nodiscard]] TableStream csv_part(const std::string& path, const CsvOptions& options,
                                   TextHead head, ByteRange range, std::uint64_t chunk_bytes);
/// The rows of an ARFF file, which may be none.
[[nodiscard]] TableStream arff_part(const std::string& path, const ReadLimits& limits,
                                    ByteRange range, std::uint64_t chunk_bytes);
/// The rows of a part of an svmlight file, which may be none.
[[nodiscard]] TableStream svmlight_part(const std::string& path, const std::string& label,
                                        const ReadLimits& limits, ByteRange range,
                                        std::uint64_t chunk_bytes);

/// Returns how many rows of an svmlight file that is not compressed begin before a byte at which a line
/// begins.
/// throws  Error{io}
/// cost    one pass over that much of the file
[[nodiscard]] Index svmlight_rows_before(const std::string& path, std::uint64_t end);

}  // namespace credence
