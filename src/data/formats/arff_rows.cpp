// Rows of ARFF, dense and sparse, value by value into columns.
#include "data/formats/arff_rows.hpp"

#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include "data/bytes/beyond_limit.hpp"
#include "data/csv/file_cells.hpp"

namespace credence {

namespace {

// The cells of a column so far; a code of -1 is a missing text.
struct ArffColumn {
  std::vector<double> numbers = {};
  std::vector<Code> codes = {};
  TextInterner texts = {};
};

template <class T>
[[nodiscard]] std::shared_ptr<const T> shared(std::vector<T> values) {
  const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
  return {owner, owner->data()};
}

// Reads cells again. A value that a sparse row leaves out stands at the beginning of the row.
class ArffCells {
 public:
  static constexpr std::string_view remedy =
      "write a number, or ? without quotes for a missing cell";

  explicit ArffCells(const CsvText& text) : bytes_(text.bytes()), scanner_(text) {}

  [[nodiscard]] CellText operator()(std::uint64_t record, FieldPlace known, std::size_t field) {
    CellText found;
    if (quick_cell(record, known, field, found)) return found;
    scanner_.go_to(record);
    static_cast<void>(scanner_.next_line());  // which was read before
    scanner_.begin_row();
    for (ArffCell cell; scanner_.next_cell(cell) && cell.field <= field;)
      if (cell.field == field)
        return {
            .text = cell.value.text, .lasts = cell.value.lasts, .position = cell.value.position};
    return {.text = "0", .lasts = false, .position = record};
  }

 private:
  // Words alone, in a row that is not sparse.
  [[nodiscard]] bool quick_cell(std::uint64_t record, FieldPlace known, std::size_t field,
                                CellText& cell) const {
    if (bytes_[bytes_.find_first_not_of(" \t", record)] == '{') return false;
    std::size_t at = bytes_.find_first_not_of(" \t", known.position);
    for (std::size_t i = known.field; at < bytes_.size(); ++i) {
      const std::size_t end = std::min(bytes_.find_first_of(" \t\r\n,'\"{}%", at), bytes_.size());
      if (end == at) return false;
      if (i == field) {
        cell = {.text = bytes_.substr(at, end - at), .lasts = true, .position = at};
        return true;
      }
      const std::size_t comma = bytes_.find_first_not_of(" \t", end);
      if (comma == std::string_view::npos || bytes_[comma] != ',') return false;
      at = bytes_.find_first_not_of(" \t", comma + 1);
    }
    return false;
  }

  std::string_view bytes_;
  ArffScanner scanner_;
};

class RowsReader {
 public:
  RowsReader(std::shared_ptr<const CsvText> text, const ArffHead& head)
      : text_(std::move(text)),
        scanner_(*text_),
        attributes_(head.attributes),
        columns_(head.attributes.size()) {}

  [[nodiscard]] Table read(std::uint64_t begin) {
    scanner_.go_to(begin);
    while (scanner_.next_line()) {
      check_size();
      read_row();
      records_.push_back(scanner_.line_begin());
    }
    return finished();
  }

 private:
  void read_row() {
    scanner_.begin_row();
    std::size_t next = 0;
    for (ArffCell cell; scanner_.next_cell(cell);) {
      check_field(cell);
      for (; next < cell.field; ++next) put_left_out(next);
      put(cell);
      next = cell.field + 1;
    }
    if (!scanner_.is_sparse() && next < columns_.size())
      throw scanner_.fault("a row of " + detail::counted(next, "value", "values") + " where " +
                               detail::counted(columns_.size(), "attribute is", "attributes are") +
                               " declared",
                           scanner_.next_token().position, "give every attribute a value, or ?");
    for (; next < columns_.size(); ++next) put_left_out(next);
  }

  void put(const ArffCell& cell) {
    check_length(cell.value);
    const ArffAttribute& attribute = attributes_[cell.field];
    ArffColumn& column = columns_[cell.field];
    if (attribute.kind == ArffAttribute::Kind::number)
      column.numbers.push_back(cell.missing() ? std::numeric_limits<double>::quiet_NaN()
                                              : number(attribute, cell.value));
    else if (cell.missing())
      column.codes.push_back(missing_code);
    else if (attribute.kind == ArffAttribute::Kind::nominal)
      column.codes.push_back(level(attribute, cell.value));
    else
      column.codes.push_back(cell.value.lasts ? column.texts.code_of_lasting(cell.value.text)
                                              : column.texts.code_of_passing(cell.value.text));
  }

  // What a sparse row leaves out is 0 or the first level.
  void put_left_out(std::size_t field) {
    const ArffAttribute& attribute = attributes_[field];
    if (attribute.kind == ArffAttribute::Kind::text)
      throw scanner_.fault("a sparse row that leaves out the text '" + attribute.name + "'",
                           scanner_.line_begin(), "name its value, or ? where it is missing");
    if (attribute.kind == ArffAttribute::Kind::number)
      columns_[field].numbers.push_back(0);
    else
      columns_[field].codes.push_back(0);
  }

  [[nodiscard]] double number(const ArffAttribute& attribute, const ArffToken& value) const {
    NumberFault fault = NumberFault::none;
    if (const auto found = to_number(value.text, &fault)) return *found;
    const std::string why = fault == NumberFault::not_a_number ? "no number"
                            : fault == NumberFault::too_large  ? "too large for a number"
                                                               : "no finite number";
    throw scanner_.fault(
        "'" + std::string(value.text) + "' for attribute '" + attribute.name + "', which is " + why,
        value.position, "correct it, or write ? for a missing value");
  }

  [[nodiscard]] Code level(const ArffAttribute& attribute, const ArffToken& value) const {
    const auto found = attribute.codes.find(value.text);
    if (found != attribute.codes.end()) return found->second;
    throw scanner_.fault("'" + std::string(value.text) + "' for attribute '" + attribute.name +
                             "', which does not declare that level",
                         value.position, "declare it, or write ? for a missing value");
  }

  void check_field(const ArffCell& cell) const {
    if (cell.field < columns_.size()) return;
    const std::string declared =
        detail::counted(columns_.size(), "attribute is", "attributes are") + " declared";
    throw scanner_.fault(
        scanner_.is_sparse() ? "attribute " + std::to_string(cell.field) + " where " + declared
                             : "a row of more values than attributes: " + declared,
        cell.value.position, "give every attribute one value; sparse rows count from 0");
  }

  void check_length(const ArffToken& value) const {
    const std::uint64_t most = text_->options().limits.field;
    if (value.text.size() > most)
      throw beyond_limit("a value longer than " + detail::counted(most, "byte", "bytes"),
                         text_->where(value.position), "field");
  }

  // A sparse row of two bytes may stand for a million values.
  void check_size() const {
    const std::uint64_t row = sizeof(std::uint64_t) + columns_.size() * sizeof(double);
    check_memory((records_.size() + 1) * row, text_->options().limits, text_->name());
  }

  [[nodiscard]] Table finished() {
    Table table(text_->name());
    const auto size = static_cast<Index>(records_.size());
    const auto records = shared(std::move(records_));
    const auto places = std::make_shared<LastPlaces>();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      FileColumn::State cells{.text = text_, .cells = &cells_by<ArffCells>, .records = records};
      cells.field = i;
      cells.size = size;
      cells.places = places;
      if (attributes_[i].kind == ArffAttribute::Kind::number)
        cells.numbers = shared(std::move(columns_[i].numbers));
      else
        finish_texts(i, cells);
      table.add(Column{.name = attributes_[i].name, .cells = FileColumn(std::move(cells))});
    }
    return table;
  }

  // The missing cell is the last of the texts.
  void finish_texts(std::size_t field, FileColumn::State& cells) {
    ArffColumn& column = columns_[field];
    cells.texts = attributes_[field].levels;
    cells.is_declared = cells.texts != nullptr;
    if (!cells.is_declared) {
      DistinctTexts texts = std::move(column.texts).taken();
      texts.missing.assign(texts.texts.size(), false);
      texts.texts.push_back("?");
      texts.missing.push_back(true);
      cells.texts = std::make_shared<const DistinctTexts>(std::move(texts));
    }
    const auto missing = static_cast<Code>(cells.texts->texts.size() - 1);
    std::replace(column.codes.begin(), column.codes.end(), missing_code, missing);
    cells.codes = shared(std::move(column.codes));
  }

  std::shared_ptr<const CsvText> text_;
  ArffScanner scanner_;
  const std::vector<ArffAttribute>& attributes_;
  std::vector<ArffColumn> columns_;
  std::vector<std::uint64_t> records_;
};

}  // namespace

Table read_arff_rows(const std::shared_ptr<const CsvText>& text, const ArffHead& head,
                     std::uint64_t begin) {
  return RowsReader(text, head).read(begin);
}

bool is_of_arff(const FileColumn& column) { return column.state().cells == &cells_by<ArffCells>; }

Error no_arff_rows(const std::string& name, bool has_head) {
  return Error(ErrorCode::parse,
               "'" + name + "' has " + (has_head ? "no rows" : "no line '@data'") +
                   "; give a file with at least one row",
               Location{.file = name});
}

}  // namespace credence
