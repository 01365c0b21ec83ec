// Separated text to tables: whole files, texts and streams.
#include <credence/data/csv.hpp>

#include <istream>
#include <memory>
#include <utility>

#include "data/csv/csv_blocks.hpp"
#include "data/csv/csv_head.hpp"
#include "data/csv/csv_rows.hpp"
#include "data/csv/csv_text.hpp"
#include "data/csv/file_cells.hpp"

namespace credence {

namespace {

// The text is made complete before anyone shares it.
[[nodiscard]] Table read_text(const std::shared_ptr<CsvText>& text) {
  const CsvCensus census(*text);
  text->settle_separator();
  text->add_marks(census.marks());
  text->find_last_begin();
  CsvHead head = read_head(*text);
  text->keep_names_by_place(std::move(head.by_place));
  const bool is_empty = text->bytes().empty();
  if (head.names.empty()) throw nothing_read(text->name(), is_empty, false);
  Table table = read_rows(text, head.names, census.blocks_from(head.end));
  if (table.rows() == 0) throw nothing_read(text->name(), is_empty, text->options().header);
  return table;
}

}  // namespace

Table read_csv_text(std::string_view text, const std::string& name, const CsvOptions& options) {
  return read_text(std::make_shared<CsvText>(std::string(text), name, options));
}

Table read_csv(const std::string& path, const CsvOptions& options) {
  return read_text(std::make_shared<CsvText>(path, options));
}

Table read_csv(std::istream& input, const std::string& name, const CsvOptions& options) {
  if (!input)
    throw Error(ErrorCode::io, "cannot read '" + name + "'; check that it exists and is open",
                Location{.file = name});
  std::string text;
  std::vector<char> chunk(std::size_t{1} << 16);
  while (input.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || input.gcount() > 0)
    text.append(chunk.data(), static_cast<std::size_t>(input.gcount()));
  if (input.bad())
    throw Error(ErrorCode::io, "cannot read '" + name + "' to its end; check its source",
                Location{.file = name});
  return read_text(std::make_shared<CsvText>(std::move(text), name, options));
}

namespace {

// The text that a table was read from, if it was.
[[nodiscard]] const CsvText* text_of(const Table& table) {
  for (const Column& column : table.columns())
    if (const auto* cells = std::get_if<FileColumn>(&column.cells))
      return cells->state().text.get();
  return nullptr;
}

}  // namespace

std::optional<char> separator_of(const Table& table) {
  const CsvText* text = text_of(table);
  return text == nullptr ? std::nullopt : text->options().separator;
}

std::vector<std::string> names_by_place(const Table& table) {
  const CsvText* text = text_of(table);
  return text == nullptr ? std::vector<std::string>{} : text->names_by_place();
}

std::string csv_field(std::string_view text, char separator) {
  const std::string special{separator, '"', '\n', '\r'};
  if (text.find_first_of(special) == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field.push_back('"');
    field.push_back(c);
  }
  field.push_back('"');
  return field;
}

}  // namespace credence
