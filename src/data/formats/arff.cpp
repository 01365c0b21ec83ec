// ARFF files to tables: whole files, texts and streams.
#include <credence/data/arff.hpp>

#include <algorithm>
#include <utility>

#include "data/csv/file_cells.hpp"
#include "data/csv/joined_text.hpp"
#include "data/csv/several_files.hpp"
#include "data/csv/table_stream.hpp"
#include "data/csv/text_head.hpp"
#include "data/formats/arff_head.hpp"
#include "data/formats/arff_rows.hpp"
#include "data/formats/parts.hpp"

namespace credence {

namespace {

// Of the dialect an ARFF file takes the limits alone; numbers that are read again know its one mark, and
// nobody looks for names in its first line.
[[nodiscard]] CsvOptions options_of(const ReadLimits& limits) {
  return {.header = false, .missing = {"?"}, .limits = limits};
}

[[nodiscard]] Table read_text(const std::shared_ptr<const CsvText>& text) {
  const std::optional<ArffHead> head = read_arff_head(*text);
  if (!head) throw no_arff_rows(text->name(), false);
  Table table = read_arff_rows(text, *head, head->end);
  if (table.rows() == 0) throw no_arff_rows(text->name(), true);
  return table;
}

}  // namespace

Table read_arff(const std::string& path, const ReadLimits& limits) {
  return read_text(std::make_shared<const CsvText>(path, options_of(limits)));
}

Table read_arff_text(std::string_view text, const std::string& name, const ReadLimits& limits) {
  return read_text(std::make_shared<const CsvText>(std::string(text), name, options_of(limits)));
}

std::vector<DeclaredColumn> declared_columns(const Table& table) {
  std::vector<DeclaredColumn> declared;
  for (const Column& column : table.columns()) {
    const auto* cells = std::get_if<FileColumn>(&column.cells);
    if (cells == nullptr || !is_of_arff(*cells)) return {};
    declared.push_back({.name = column.name,
                        .is_number = cells->state().numbers != nullptr,
                        .levels = declared_levels(column)});
  }
  return declared;
}

void check_same_declarations(const std::vector<DeclaredColumn>& first,
                             const std::string& first_file,
                             const std::vector<DeclaredColumn>& other,
                             const std::string& other_file) {
  const auto names = [](const std::vector<DeclaredColumn>& columns) {
    std::vector<std::string> all;
    for (const DeclaredColumn& column : columns) all.push_back(column.name);
    return all;
  };
  check_same_columns(names(first), first_file, names(other), other_file);
  const auto [unlike, same] = std::mismatch(first.begin(), first.end(), other.begin());
  if (unlike == first.end()) return;
  throw Error(ErrorCode::schema,
              "attribute '" + unlike->name + "' is declared otherwise in '" + other_file +
                  "' than in '" + first_file +
                  "'; give files of the same types, with the same levels in the same order",
              {.file = other_file});
}

namespace {

std::vector<DeclaredColumn> declared_columns(const ArffHead& head) {
  std::vector<DeclaredColumn> declared;
  for (const ArffAttribute& attribute : head.attributes) {
    declared.push_back(
        {.name = attribute.name, .is_number = attribute.kind == ArffAttribute::Kind::number});
    if (!attribute.levels) continue;
    const auto& texts = attribute.levels->texts;
    declared.back().levels.assign(texts.begin(), texts.end() - 1);  // the last is the missing cell
  }
  return declared;
}

}  // namespace

// The first file with its head, and the rows of the others behind it.
Table read_arff_files(const std::vector<std::string>& paths, const ReadLimits& limits) {
  const std::string all = name_of_files(paths);  // throws where there is none
  JoinedText joined;
  const CsvText first(paths.front(), options_of(limits));
  const std::optional<ArffHead> head = read_arff_head(first);
  if (!head) throw no_arff_rows(first.name(), false);
  joined.add({}, first.bytes().substr(first.begin()), first.name());
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const CsvText other(paths[i], options_of(limits));
    const std::optional<ArffHead> other_head = read_arff_head(other);
    if (!other_head) throw no_arff_rows(other.name(), false);
    check_same_declarations(declared_columns(*head), first.name(), declared_columns(*other_head),
                            other.name());
    joined.add(other.bytes().substr(0, other_head->end), other.bytes().substr(other_head->end),
               other.name());
  }
  return read_text(std::make_shared<const CsvText>(std::move(joined.text), all, options_of(limits),
                                                   std::move(joined.starts)));
}

std::vector<std::string> declared_levels(const Column& column) {
  const auto* cells = std::get_if<FileColumn>(&column.cells);
  if (cells == nullptr || !cells->state().is_declared) return {};
  const auto& texts = cells->state().texts->texts;
  return {texts.begin(), texts.end() - 1};  // the last is the missing cell
}

namespace {

struct ArffReader {
  CsvOptions options;
  std::optional<ArffHead> head = {};

  [[nodiscard]] bool has_head() const { return head.has_value(); }
  void forget_head() { head.reset(); }
  [[nodiscard]] static bool can_read(const CsvText&) { return true; }
  [[nodiscard]] Table read(const std::shared_ptr<const CsvText>& text, std::uint64_t& feeds) {
    feeds = line_feeds(text->bytes());
    const bool has_begun = has_head();
    if (!has_begun) head = read_arff_head(*text);
    if (!head) return Table(text->name());
    return read_arff_rows(text, *head, has_begun ? text->begin() : head->end);
  }
  [[nodiscard]] Error nothing_read(const LineChunks& chunks) const {
    return no_arff_rows(chunks.source().name(), has_head());
  }
};

}  // namespace

ArffStream::ArffStream(const std::string& path, ReadLimits limits, std::uint64_t chunk_bytes)
    : TableStream(std::unique_ptr<State>(new State{
          .chunks = {path, limits, chunk_bytes},
          .next = RowsBelowHead<ArffReader>{.reader = {.options = options_of(limits)}}})) {}

TableStream arff_part(const std::string& path, const ReadLimits& limits, ByteRange range,
                      std::uint64_t chunk_bytes) {
  return TableStream(std::unique_ptr<TableStream::State>(new TableStream::State{
      .chunks = {path, limits, chunk_bytes, line_end(), range},
      .next =
          RowsBelowHead<ArffReader>{.reader = {.options = options_of(limits)}, .has_rows = true}}));
}

}  // namespace credence
