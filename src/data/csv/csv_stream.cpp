// Separated text in chunks that end with a record.
#include <credence/data/csv.hpp>

#include <algorithm>
#include <utility>

#include "data/csv/csv_blocks.hpp"
#include "data/csv/csv_head.hpp"
#include "data/csv/csv_rows.hpp"
#include "data/csv/table_stream.hpp"
#include "data/csv/text_head.hpp"

namespace credence {

namespace {

// A comment may hold a single quote, so that lines are looked at from the first one on.
[[nodiscard]] std::size_t end_among_comments(std::string_view bytes, const CsvOptions& options) {
  std::size_t end = 0;
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t line_end = bytes.find('\n'); line_end != std::string_view::npos;
       line_end = bytes.find('\n', begin)) {
    std::string_view line = bytes.substr(begin, line_end - begin);
    if (begin == 0 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    const bool is_comment = !in_quotes && line.starts_with(*options.comment);
    if (!is_comment && std::count(line.begin(), line.end(), *options.quote) % 2 == 1)
      in_quotes = !in_quotes;
    begin = line_end + 1;
    if (!in_quotes) end = begin;
  }
  return end;
}

}  // namespace

std::size_t end_of_records(std::string_view bytes, const CsvOptions& options) {
  std::size_t end = bytes.rfind('\n') + 1;  // npos + 1 is 0
  if (!options.quote || bytes.find(*options.quote) == std::string_view::npos) return end;
  if (options.comment) return end_among_comments(bytes, options);
  // A line feed behind an odd number of quotes stands in quotes: go back to one that does not.
  bool in_quotes = occurrences(bytes.substr(0, end), *options.quote) % 2 == 1;
  while (in_quotes && end > 0) {
    const std::size_t begin = bytes.substr(0, end - 1).rfind('\n') + 1;
    in_quotes = occurrences(bytes.substr(begin, end - begin), *options.quote) % 2 == 0;
    end = begin;
  }
  return end;
}

namespace {

struct CsvReader {
  CsvOptions options;
  std::vector<std::string> names = {};
  std::vector<std::string> by_place = {};  // those of the names that the header lacks
  bool is_settled = false;  // whether more rows would not change what separates the names

  [[nodiscard]] bool has_head() const { return !names.empty() && is_settled; }
  void forget_head() { names.clear(); }
  // A head may name no column by the separator that it shows alone.
  [[nodiscard]] bool can_read(CsvText& text) const {
    return !names.empty() || text.settle_separator();
  }
  [[nodiscard]] Table read(const std::shared_ptr<CsvText>& text, std::uint64_t& line_feeds) {
    const CsvCensus census(*text);
    line_feeds = census.line_feeds();
    text->add_marks(census.marks());
    text->find_last_begin();
    std::uint64_t begin = text->begin();
    if (names.empty()) {
      is_settled = text->settle_separator();
      CsvHead head = read_head(*text);
      if (is_settled) options.separator = text->options().separator;
      names = std::move(head.names);
      by_place = std::move(head.by_place);
      begin = head.end;
    }
    if (names.empty()) return Table(text->name());
    text->keep_names_by_place(by_place);
    return read_rows(text, names, census.blocks_from(begin));
  }
  [[nodiscard]] Error nothing_read(const LineChunks& chunks) const {
    return credence::nothing_read(chunks.source().name(), chunks.is_empty(),
                                  options.header && !names.empty());
  }
};

[[nodiscard]] ChunkEnd record_end(const CsvOptions& options) {
  return {.of = [options](std::string_view bytes) { return end_of_records(bytes, options); },
          .name = "row",
          .remedy = "is a closing quote missing?",
          .quote = options.quote};
}

}  // namespace

CsvStream::CsvStream(const std::string& path, CsvOptions options, std::uint64_t chunk_bytes)
    : TableStream(std::unique_ptr<State>(
          new State{.chunks = {path, options.limits, chunk_bytes, record_end(options)},
                    .next = RowsBelowHead<CsvReader>{.reader = {.options = options}}})) {
  static_cast<void>(CsvText(std::string(), path, options));  // its dialect
}

TableStream csv_part(const std::string& path, const CsvOptions& options, TextHead head,
                     ByteRange range, std::uint64_t chunk_bytes) {
  const bool is_settled = !head.names.empty();
  return TableStream(std::unique_ptr<TableStream::State>(new TableStream::State{
      .chunks = {path, options.limits, chunk_bytes, record_end(options), range},
      .next = RowsBelowHead<CsvReader>{.reader = {.options = options,
                                                  .names = std::move(head.names),
                                                  .by_place = std::move(head.by_place),
                                                  .is_settled = is_settled},
                                       .has_rows = true}}));
}

}  // namespace credence
