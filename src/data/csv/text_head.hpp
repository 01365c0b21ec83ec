#pragma once
// Heads of separated texts, and the rows of parts behind them.
#include <credence/data/csv.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/byte_range.hpp"

namespace credence {

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

}  // namespace credence
