// Separated text in chunks that end with a record.
#include <credence/data/csv_stream.hpp>

#include <algorithm>
#include <utility>

#include "data/beyond_limit.hpp"
#include "data/byte_source.hpp"
#include "data/csv_blocks.hpp"
#include "data/csv_head.hpp"
#include "data/csv_rows.hpp"
#include "data/csv_text.hpp"

namespace credence {

namespace {

// Twice as much as long as that is little.
[[nodiscard]] std::size_t more_than(std::size_t size) {
  constexpr std::size_t most = std::size_t{1} << 26;
  return size + std::min(size, most);
}

// The byte behind the last record that is whole for sure; 0 where there is none.
[[nodiscard]] std::size_t end_of_records(std::string_view bytes, const CsvOptions& options) {
  if (!options.quote || bytes.find(*options.quote) == std::string_view::npos)
    return bytes.rfind('\n') + 1;  // npos + 1 is 0
  std::size_t end = 0;
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t line_end = bytes.find('\n'); line_end != std::string_view::npos;
       line_end = bytes.find('\n', begin)) {
    const std::string_view line = bytes.substr(begin, line_end - begin);
    const bool is_comment = !in_quotes && options.comment && line.starts_with(*options.comment);
    if (!is_comment && std::count(line.begin(), line.end(), *options.quote) % 2 == 1)
      in_quotes = !in_quotes;
    begin = line_end + 1;
    if (!in_quotes) end = begin;
  }
  return end;
}

}  // namespace

struct CsvStream::State {
  State(const std::string& path, CsvOptions dialect, std::uint64_t chunk)
      : options(std::move(dialect)),
        chunk_bytes(std::max<std::uint64_t>(chunk, 1)),
        source(path, options.limits),
        name(source.name()) {
    static_cast<void>(CsvText(std::string(), name, options));  // for the dialect
  }

  CsvOptions options;
  std::uint64_t chunk_bytes;
  ByteSource source;
  std::string name;
  std::string bytes = {};  // read, but not handed on
  std::uint64_t line = 1;  // at which they begin
  bool at_end = false;
  bool is_empty = true;
  bool has_rows = false;
  std::vector<std::string> names = {};

  [[nodiscard]] bool next(Table& table, Index least_rows);
  [[nodiscard]] std::size_t read_records(std::size_t least);
  void check_rest(std::size_t end) const;
  [[nodiscard]] Table rows_of(std::shared_ptr<CsvText> text);
};

// Reads at least so many bytes, and then to the end of a record; returns where that is.
std::size_t CsvStream::State::read_records(std::size_t least) {
  for (std::size_t wanted = least;; wanted = more_than(bytes.size())) {
    at_end = !source.fill(bytes, wanted) || at_end;
    is_empty = is_empty && bytes.empty();
    const std::size_t end = at_end ? bytes.size() : end_of_records(bytes, options);
    check_rest(end);
    if (at_end || end > 0) return end;
  }
}

// A row that does not end is refused before all of the file is in memory.
void CsvStream::State::check_rest(std::size_t end) const {
  if (bytes.size() - end <= std::max(options.limits.line, chunk_bytes)) return;
  const std::string_view before = std::string_view(bytes).substr(0, end);
  const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  throw beyond_limit("a row longer than " + std::to_string(options.limits.line) + " bytes",
                     {.file = name, .line = line + lines, .column = 1}, "line",
                     "is a closing quote missing?");
}

Table CsvStream::State::rows_of(std::shared_ptr<CsvText> text) {
  const CsvCensus census(*text);
  text->add_marks(census.marks());
  std::uint64_t begin = text->begin();
  if (names.empty()) {
    CsvHead head = read_head(*text);
    names = std::move(head.names);
    begin = head.end;
  }
  if (names.empty()) return Table(name);
  Table table = read_rows(text, names, census.blocks_from(begin));
  line += census.line_feeds();
  return table;
}

bool CsvStream::State::next(Table& table, Index least_rows) {
  std::size_t least = chunk_bytes;
  while (!at_end || !bytes.empty()) {
    const std::size_t end = read_records(least);
    std::string rest = bytes.substr(end);
    bytes.resize(end);
    const auto text = std::make_shared<CsvText>(std::move(bytes), name, options, line);
    bytes = std::move(rest);
    const std::uint64_t first_line = line;
    const bool at_begin = names.empty();
    Table found = rows_of(text);
    // Without a record yet the lines before it may be rows.
    if (!at_end && (names.empty() || found.rows() < least_rows)) {
      bytes.insert(0, text->bytes());
      line = first_line;
      if (at_begin) names.clear();
      least = more_than(bytes.size());
      continue;
    }
    if (found.rows() == 0) continue;
    has_rows = true;
    table = std::move(found);
    return true;
  }
  if (!has_rows) throw nothing_read(name, is_empty, options.header && !names.empty());
  return false;
}

CsvStream::CsvStream(const std::string& path, CsvOptions options, std::uint64_t chunk_bytes)
    : state_(std::make_unique<State>(path, std::move(options), chunk_bytes)) {}
CsvStream::CsvStream(CsvStream&&) noexcept = default;
CsvStream& CsvStream::operator=(CsvStream&&) noexcept = default;
CsvStream::~CsvStream() = default;

bool CsvStream::next(Table& table, Index least_rows) { return state_->next(table, least_rows); }
std::uint64_t CsvStream::position() const { return state_->source.position(); }
std::uint64_t CsvStream::size() const { return state_->source.size(); }

}  // namespace credence
