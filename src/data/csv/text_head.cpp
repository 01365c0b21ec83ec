// The heads of separated texts.
#include "data/csv/text_head.hpp"

#include <credence/base/error.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>

#include "data/bytes/beyond_limit.hpp"
#include "data/bytes/byte_source.hpp"
#include "data/csv/csv_head.hpp"
#include "data/csv/csv_text.hpp"

namespace credence {

TextHead read_text_head(const std::string& path, const CsvOptions& options) {
  ByteSource source(path, options.limits);
  std::string bytes;
  for (std::size_t size = std::size_t{1} << 16;; size *= 2) {
    const bool at_end = !source.fill(bytes, size) || source.has_nul();  // which no text has
    const std::size_t end = at_end ? bytes.size() : end_of_records(bytes, options);
    if (!at_end && end == 0 && bytes.size() > options.limits.line)
      throw beyond_limit(
          "a row longer than " + detail::counted(options.limits.line, "byte", "bytes"),
          {.file = source.name(), .line = 1, .column = 1}, "line", "is a closing quote missing?");
    if (end == 0 && !at_end) continue;
    CsvText text(bytes.substr(0, end), source.name(), options);
    const bool is_settled = text.settle_separator();
    CsvHead head = read_head(text);
    if (!at_end && (!is_settled || head.names.empty())) continue;
    if (head.names.empty()) throw nothing_read(source.name(), bytes.empty(), false);
    return {.names = std::move(head.names),
            .end = head.end,
            .separator = text.options().separator,
            .by_place = std::move(head.by_place)};
  }
}

void check_same_columns(const std::vector<std::string>& first, const std::string& first_file,
                        const std::vector<std::string>& other, const std::string& other_file) {
  if (first == other) return;
  const std::string remedy = "; give files of the same columns, in the same order";
  for (std::size_t i = 0; i < std::min(first.size(), other.size()); ++i)
    if (first[i] != other[i])
      throw Error(ErrorCode::schema,
                  "column " + std::to_string(i + 1) + " is '" + first[i] + "' in '" + first_file +
                      "' and '" + other[i] + "' in '" + other_file + "'" + remedy,
                  {.file = other_file});
  const bool is_longer = first.size() > other.size();
  throw Error(ErrorCode::schema,
              "column '" + (is_longer ? first[other.size()] : other[first.size()]) + "' is in '" +
                  (is_longer ? first_file : other_file) + "' and not in '" +
                  (is_longer ? other_file : first_file) + "'" + remedy,
              {.file = other_file});
}

}  // namespace credence
