// ARFF files to tables: whole files, texts and streams.
#include <credence/data/arff.hpp>

#include <algorithm>
#include <utility>

#include "data/arff_head.hpp"
#include "data/arff_rows.hpp"
#include "data/beyond_limit.hpp"
#include "data/byte_source.hpp"
#include "data/file_cells.hpp"

namespace credence {

namespace {

[[nodiscard]] Table read_text(const std::shared_ptr<const CsvText>& text) {
  const std::optional<ArffHead> head = read_arff_head(*text);
  if (!head) throw no_arff_rows(text->name(), false);
  Table table = read_arff_rows(text, *head, head->end);
  if (table.rows() == 0) throw no_arff_rows(text->name(), true);
  return table;
}

}  // namespace

Table read_arff(const std::string& path, const ReadLimits& limits) {
  return read_text(std::make_shared<const CsvText>(path, CsvOptions{.limits = limits}));
}

Table read_arff_text(std::string_view text, const std::string& name, const ReadLimits& limits) {
  return read_text(
      std::make_shared<const CsvText>(std::string(text), name, CsvOptions{.limits = limits}));
}

std::vector<std::string> declared_levels(const Column& column) {
  const auto* cells = std::get_if<FileColumn>(&column.cells);
  if (cells == nullptr || !cells->state().is_declared) return {};
  const auto& texts = cells->state().texts->texts;
  return {texts.begin(), texts.end() - 1};  // the last is the missing cell
}

struct ArffStream::State {
  State(const std::string& path, ReadLimits most, std::uint64_t chunk)
      : options{.limits = most},
        chunk_bytes(std::max<std::uint64_t>(chunk, 1)),
        source(path, options.limits) {}

  CsvOptions options;
  std::uint64_t chunk_bytes;
  ByteSource source;
  std::string bytes = {};  // read, but not handed on
  std::uint64_t line = 1;  // at which they begin
  bool at_end = false;
  bool has_rows = false;
  std::optional<ArffHead> head = {};

  [[nodiscard]] bool next(Table& table, Index least_rows);
  [[nodiscard]] std::size_t read_lines(std::size_t least);
  [[nodiscard]] std::optional<Table> table_of(const std::shared_ptr<const CsvText>& text);
};

// Reads at least so many bytes, and then to the end of a line; returns where that is.
std::size_t ArffStream::State::read_lines(std::size_t least) {
  for (std::size_t wanted = least;; wanted = 2 * bytes.size()) {
    at_end = at_end || !source.fill(bytes, wanted);
    if (at_end) return bytes.size();
    const std::size_t end = bytes.rfind('\n') + 1;  // npos + 1 is 0
    if (end > 0) return end;
    if (bytes.size() > std::max(options.limits.line, chunk_bytes))
      throw beyond_limit("a line longer than " + std::to_string(options.limits.line) + " bytes",
                         {.file = source.name(), .line = line, .column = 1}, "line");
  }
}

// None while the header is not whole.
std::optional<Table> ArffStream::State::table_of(const std::shared_ptr<const CsvText>& text) {
  if (head) return read_arff_rows(text, *head, text->begin());
  std::optional<ArffHead> found = read_arff_head(*text);
  if (!found) return std::nullopt;
  Table table = read_arff_rows(text, *found, found->end);
  head = std::move(found);
  return table;
}

bool ArffStream::State::next(Table& table, Index least_rows) {
  std::size_t least = chunk_bytes;
  while (!at_end || !bytes.empty()) {
    const std::size_t end = read_lines(least);
    std::string rest = bytes.substr(end);
    bytes.resize(end);
    const bool at_begin = !head;
    const auto text =
        std::make_shared<const CsvText>(std::move(bytes), source.name(), options, line);
    bytes = std::move(rest);
    std::optional<Table> found = table_of(text);
    if (!at_end && (!found || found->rows() < least_rows)) {
      bytes.insert(0, text->bytes());
      if (at_begin) head.reset();
      least = 2 * bytes.size();
      continue;
    }
    line +=
        static_cast<std::uint64_t>(std::count(text->bytes().begin(), text->bytes().end(), '\n'));
    if (!found || found->rows() == 0) continue;
    has_rows = true;
    table = std::move(*found);
    return true;
  }
  if (!has_rows) throw no_arff_rows(source.name(), head.has_value());
  return false;
}

ArffStream::ArffStream(const std::string& path, ReadLimits limits, std::uint64_t chunk_bytes)
    : state_(std::make_unique<State>(path, limits, chunk_bytes)) {}
ArffStream::ArffStream(ArffStream&&) noexcept = default;
ArffStream& ArffStream::operator=(ArffStream&&) noexcept = default;
ArffStream::~ArffStream() = default;

bool ArffStream::next(Table& table, Index least_rows) { return state_->next(table, least_rows); }
std::uint64_t ArffStream::position() const { return state_->source.position(); }
std::uint64_t ArffStream::size() const { return state_->source.size(); }

}  // namespace credence
