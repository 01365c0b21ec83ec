// Tables: columns by name, places of cells, and parts of a table.
#include <credence/data/table.hpp>

#include <credence/base/random.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/place.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

#include "data/csv/file_cells.hpp"
#include "data/table/cell_remedies.hpp"

namespace credence {

namespace {

[[nodiscard]] std::string names_of(const std::vector<Column>& columns) {
  constexpr std::size_t shown = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(shown, columns.size()); ++i)
    names += (i == 0 ? "'" : ", '") + columns[i].name + "'";
  if (columns.size() > shown) names += " and " + std::to_string(columns.size() - shown) + " more";
  return names;
}

// What to do instead of naming an unknown column.
[[nodiscard]] std::string remedy_for(std::string_view name, const std::vector<Column>& columns) {
  if (columns.empty()) return "; it has no columns";
  std::vector<std::string_view> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  const std::string meant = remedy_for_name(name, names);
  if (!meant.empty()) return meant;
  return "; use one of its columns: " + names_of(columns) + remedy_for_header(columns);
}

void check_codes(const std::string& name, std::span<const std::string> names, Strided<Code> codes) {
  const auto levels = static_cast<Index>(names.size());
  for (Index row = 0; row < codes.size; ++row) {
    const Code code = codes[row];
    if (code >= missing_code && code < levels) continue;
    throw Error(ErrorCode::domain, "column '" + name + "', row " + std::to_string(row + 1) +
                                       " holds code " + std::to_string(code) +
                                       ", which stands for none of its " +
                                       detail::counted(levels, "level", "levels") + "; use 0 to " +
                                       std::to_string(levels - 1) + ", or -1 for a missing cell");
  }
}

void check_documents(const std::string& name, const DocumentView& documents) {
  for (Index row = 0; row < documents.rows; ++row) {
    const std::uint64_t begin = documents.offsets[row];
    const std::uint64_t end = documents.offsets[row + 1];
    bool good = begin <= end;
    for (std::uint64_t i = begin; i < end && good; ++i)
      good = documents.words[i] < documents.vocabulary.size();
    if (!good)
      throw Error(ErrorCode::domain,
                  "column '" + name + "', row " + std::to_string(row + 1) +
                      " names a word beyond its vocabulary of " +
                      detail::counted(documents.vocabulary.size(), "word", "words") +
                      ", or its offsets descend; give each word its "
                      "position in the vocabulary");
  }
}

// Documents that own what a view shows.
struct CopiedDocuments {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words = {};
  std::vector<double> counts = {};

  CopiedDocuments(const DocumentView& all, std::span<const Index> rows) {
    for (const Index row : rows) {
      const std::uint64_t begin = all.offsets[row];
      const std::uint64_t end = all.offsets[row + 1];
      words.insert(words.end(), all.words + begin, all.words + end);
      counts.insert(counts.end(), all.counts + begin, all.counts + end);
      offsets.push_back(words.size());
    }
  }
};

struct SelectRows {
  std::span<const Index> rows;
  Table& part;                                   // keeps copied documents
  std::shared_ptr<const std::uint64_t> of = {};  // the records of which `records` are a selection
  std::shared_ptr<const std::uint64_t> records = {};

  using Cells = decltype(Column::cells);

  Cells operator()(const RealColumn& column) const {
    const Strided<double> all = column.view();
    std::vector<double> numbers;
    numbers.reserve(rows.size());
    for (const Index row : rows) numbers.push_back(all[row]);
    return RealColumn{std::move(numbers)};
  }
  Cells operator()(const CodeColumn& column) const {
    std::vector<Code> codes;
    codes.reserve(rows.size());
    for (const Index row : rows) codes.push_back(column.codes[static_cast<std::size_t>(row)]);
    return CodeColumn{.levels = column.levels, .codes = std::move(codes)};
  }
  Cells operator()(const TextColumn& column) const {
    TextColumn texts;
    for (const Index row : rows)
      texts.push_back(column[row], column.missing(row), column.position(row));
    return texts;
  }
  // Parts own their numbers.
  Cells operator()(const NumberView& column) const {
    std::vector<double> numbers;
    numbers.reserve(rows.size());
    for (const Index row : rows) numbers.push_back(column[row]);
    return RealColumn{std::move(numbers)};
  }
  Cells operator()(const CodeView& column) const {
    std::vector<Code> codes;
    codes.reserve(rows.size());
    for (const Index row : rows) codes.push_back(column.codes[row]);
    return CodeColumn{.levels = column.levels, .codes = std::move(codes)};
  }
  Cells operator()(const DocumentView& documents) const {
    const auto copied = std::make_shared<const CopiedDocuments>(documents, rows);
    part.keep(copied);
    return DocumentView{.vocabulary = documents.vocabulary,
                        .offsets = copied->offsets.data(),
                        .words = copied->words.data(),
                        .counts = copied->counts.data(),
                        .rows = std::ssize(rows)};
  }
  // The columns of one file share their records.
  Cells operator()(const FileColumn& column) {
    if (column.state().records != of || !records) {
      of = column.state().records;
      records = selected_records(column, rows);
    }
    return selected(column, rows, records);
  }
};

}  // namespace

Table::Table() = default;
Table::Table(std::string file) : file_(std::move(file)) {}
Table::Table(const Table& other) = default;
Table::Table(Table&& other) noexcept = default;
Table& Table::operator=(const Table& other) = default;
Table& Table::operator=(Table&& other) noexcept = default;
Table::~Table() = default;

const Column* Table::find(std::string_view name) const {
  const auto place = positions_.find(name);
  return place == positions_.end() ? nullptr : &columns_[place->second];
}

const Column& Table::column(std::string_view name) const& {
  if (const Column* found = find(name)) return *found;
  const std::string source = file_.empty() ? "the table" : "'" + file_ + "'";
  throw Error(ErrorCode::schema,
              "no column '" + std::string(name) + "' in " + source + remedy_for(name, columns_),
              Location{.file = file_});
}

void Table::add(Column column) {
  if (column.name.empty())
    throw Error(ErrorCode::schema, "column " + std::to_string(columns_.size() + 1) +
                                       " of a table has no name; give it one");
  if (positions_.contains(column.name))
    throw Error(ErrorCode::schema,
                "column '" + column.name + "' is already in the table; choose another name");
  if (!columns_.empty() && column.size() != rows())
    throw Error(ErrorCode::shape, "column '" + column.name + "' is of length " +
                                      std::to_string(column.size()) + " in a table of length " +
                                      std::to_string(rows()) + "; give one cell for each row");
  if (const auto* codes = std::get_if<CodeColumn>(&column.cells))
    check_codes(column.name, codes->levels,
                {.data = codes->codes.data(), .size = static_cast<Index>(codes->codes.size())});
  if (const auto* codes = std::get_if<CodeView>(&column.cells))
    check_codes(column.name, codes->levels, codes->codes);
  if (const auto* documents = std::get_if<DocumentView>(&column.cells))
    check_documents(column.name, *documents);
  positions_.emplace(column.name, columns_.size());
  columns_.push_back(std::move(column));
}

void Table::add(std::string name, std::vector<double> numbers) {
  add(Column{.name = std::move(name), .cells = RealColumn{std::move(numbers)}});
}

void detail::beyond_doubles(const std::string& column, Index row, const std::string& value) {
  throw Error(ErrorCode::domain,
              "column '" + column + "', row " + std::to_string(row + 1) + " holds " + value +
                  ", which is beyond 2^53, where doubles count no further; scale "
                  "the column, or give its values as texts");
}

void Table::add(std::string name, const std::vector<std::optional<double>>& numbers) {
  std::vector<double> cells;
  for (const auto& number : numbers)
    cells.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
  add(std::move(name), std::move(cells));
}

void Table::add(std::string name, const std::vector<std::string>& texts) {
  TextColumn cells;
  for (const std::string& text : texts) cells.push_back(text, text.empty());
  add(Column{.name = std::move(name), .cells = std::move(cells)});
}

void Table::add(std::string name, Strided<double> numbers) {
  add(Column{.name = std::move(name), .cells = RealColumn{numbers}});
}

void Table::add(std::string name, NumberView numbers) {
  add(Column{.name = std::move(name), .cells = numbers});
}

void Table::add(std::string name, CodeView codes) {
  add(Column{.name = std::move(name), .cells = std::move(codes)});
}

void Table::add(std::string name, DocumentView documents) {
  add(Column{.name = std::move(name), .cells = std::move(documents)});
}

Location Table::where(const Column& column, Index row) const {
  static_cast<void>(detail::place_of("row", row, static_cast<std::size_t>(column.size())));
  const auto* cells = std::get_if<FileColumn>(&column.cells);
  return cells == nullptr ? Location{} : cells->where(row);
}

std::string Table::place(const Column& column, Index row) const {
  const Location found = where(column, row);
  return found.line == 0 ? "row " + std::to_string(row + 1) : to_string(found);
}

Table Table::select(std::span<const Index> rows) const {
  for (const Index row : rows)
    static_cast<void>(detail::place_of("row", row, static_cast<std::size_t>(this->rows())));
  Table part(file());
  SelectRows select{.rows = rows, .part = part};
  for (const Column& column : columns())
    part.add(Column{.name = column.name, .cells = std::visit(select, column.cells)});
  return part;
}

std::pair<Table, Table> split(const Table& table, SplitOptions options) {
  if (!(options.train >= 0 && options.train <= 1))
    throw Error(ErrorCode::domain, "share of training rows is " + to_text(options.train) +
                                       "; give a number from 0 to 1");
  std::vector<std::int64_t> order(static_cast<std::size_t>(table.rows()));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  Random random(options.seed);
  random.shuffle(order);
  const auto size =
      static_cast<Index>(std::llround(options.train * static_cast<double>(table.rows())));
  std::vector<Index> rows(order.begin(), order.end());
  std::sort(rows.begin(), rows.begin() + size);
  std::sort(rows.begin() + size, rows.end());
  const std::span<const Index> all(rows);
  const auto cut = static_cast<std::size_t>(size);
  return {table.select(all.first(cut)), table.select(all.subspan(cut))};
}

}  // namespace credence
