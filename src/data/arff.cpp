// ARFF files to tables: whole files, texts and streams.
#include <credence/data/arff.hpp>

#include <utility>

#include "data/arff_head.hpp"
#include "data/arff_rows.hpp"
#include "data/file_cells.hpp"
#include "data/line_chunks.hpp"

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
  State(const std::string& path, const ReadLimits& limits, std::uint64_t chunk_bytes)
      : options{.limits = limits}, chunks(path, limits, chunk_bytes) {}

  CsvOptions options;
  LineChunks chunks;
  bool has_rows = false;
  std::optional<ArffHead> head = {};

  [[nodiscard]] bool next(Table& table, Index least_rows);
  [[nodiscard]] std::optional<Table> table_of(const std::shared_ptr<const CsvText>& text);
};

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
  while (!chunks.done()) {
    const bool at_begin = !head;
    const std::uint64_t line = chunks.line();
    const auto text =
        std::make_shared<const CsvText>(chunks.take(), chunks.source().name(), options, line);
    std::optional<Table> found = table_of(text);
    if (!chunks.at_end() && (!found || found->rows() < least_rows)) {
      chunks.give_back(text->bytes());
      if (at_begin) head.reset();
      continue;
    }
    if (!found || found->rows() == 0) continue;
    has_rows = true;
    table = std::move(*found);
    return true;
  }
  if (!has_rows) throw no_arff_rows(chunks.source().name(), head.has_value());
  return false;
}

ArffStream::ArffStream(const std::string& path, ReadLimits limits, std::uint64_t chunk_bytes)
    : state_(std::make_unique<State>(path, limits, chunk_bytes)) {}
ArffStream::ArffStream(ArffStream&&) noexcept = default;
ArffStream& ArffStream::operator=(ArffStream&&) noexcept = default;
ArffStream::~ArffStream() = default;

bool ArffStream::next(Table& table, Index least_rows) { return state_->next(table, least_rows); }
std::uint64_t ArffStream::position() const { return state_->chunks.source().position(); }
std::uint64_t ArffStream::size() const { return state_->chunks.source().size(); }

}  // namespace credence
