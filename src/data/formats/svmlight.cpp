// A strict reader of svmlight files, line by line.
#include <credence/data/svmlight.hpp>

#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/mapped_file.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/moved_from.hpp"
#include "base/names.hpp"
#include "data/bytes/beyond_limit.hpp"
#include "data/bytes/byte_range.hpp"
#include "data/bytes/byte_source.hpp"
#include "data/bytes/line_chunks.hpp"
#include "data/csv/csv_text.hpp"
#include "data/csv/several_files.hpp"
#include "data/csv/table_stream.hpp"
#include "data/formats/parts.hpp"

namespace credence {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::string_view pair_remedy = "write pairs as column:value with blanks between";

[[nodiscard]] Error no_rows(const std::string& name) {
  return Error(ErrorCode::parse,
               "file " + detail::in_quotes(name) + " has no rows; check that it is the right file",
               {.file = name});
}

[[nodiscard]] std::uint64_t bytes_taken(const SparseRows& rows) {
  constexpr std::uint64_t pair = sizeof(double) + sizeof(std::uint32_t);
  constexpr std::uint64_t row = sizeof(std::string) + sizeof(std::uint64_t);
  return rows.values.size() * pair + rows.labels.size() * row;
}

class SvmlightReader {
 public:
  SvmlightReader(std::string_view text, const std::string& name, FirstColumn first,
                 const ReadLimits& limits, std::uint64_t lines_before = 0,
                 const LinesBefore* more_before = nullptr)
      : text_(text),
        name_(name),
        first_(first),
        limits_(limits),
        line_(lines_before),
        before_(more_before) {}

  SparseRows read() {
    if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos)
      fail("a NUL byte", text_.data() + nul, "save the file as plain text");
    if (line_ == 0 && before_ == nullptr && text_.starts_with(byte_order_mark))
      text_.remove_prefix(byte_order_mark.size());
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      ++line_;
      line_begin_ = text_.data();
      check_limits(std::min(end, text_.size()));
      read_line(text_.substr(0, end));
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    }
    count_from_zero();
    return std::move(rows_);
  }

 private:
  // A pair and a label take many times what their shortest text does.
  void check_limits(std::size_t line) const {
    if (line > limits_.line)
      throw beyond_limit("a line longer than " + detail::counted(limits_.line, "byte", "bytes"),
                         {.file = name_, .line = line_in_file(), .column = 1}, "line");
    check_memory(bytes_taken(rows_), limits_, name_);
  }

  void read_line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const std::size_t lone = line.find('\r'); lone != std::string_view::npos)
      fail("a carriage return that is not followed by a line feed", line.data() + lone,
           "end lines with LF or CRLF");
    line = line.substr(0, line.find('#'));
    const std::string_view label = next_token(line);
    if (label.empty()) return;
    if (label.find(':') != std::string_view::npos)
      fail("no label before " + detail::in_quotes(label), label.data(),
           "begin each line with its label");
    rows_.labels.emplace_back(label);
    row_begin_ = rows_.columns.size();
    for (std::string_view pair = next_token(line); !pair.empty(); pair = next_token(line))
      read_pair(pair);
    if (rows_.columns.size() == row_begin_) check_label_alone(label);
    rows_.offsets.push_back(rows_.columns.size());
  }

  // Rows may have no pairs. A file of separated text would be rows without pairs throughout, each of a
  // class of its own.
  void check_label_alone(std::string_view label) const {
    if (line_in_file() == 1 && label.find_first_of(",;|") != std::string_view::npos)
      fail("a first line of separated text, without a pair", label.data(),
           "read the file as CSV, or " + std::string(pair_remedy));
  }

  // Takes the next token off the line; empty where there is none.
  static std::string_view next_token(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view token = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(token.size());
    return token;
  }

  void read_pair(std::string_view pair) {
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos)
      fail(detail::in_quotes(pair) + " has no colon", pair.data(), std::string(pair_remedy));
    if (pair.substr(0, colon) == "qid")
      fail("a query, " + detail::in_quotes(pair) + ", which belongs to rankings", pair.data(),
           "remove the qid pairs");
    const std::uint32_t column = column_of(pair.substr(0, colon));
    const double value = value_of(pair.substr(colon + 1), pair);
    rows_.columns.push_back(column);
    rows_.values.push_back(value);
  }

  std::uint32_t column_of(std::string_view text) {
    std::uint64_t column = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), column);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
      fail("column " + detail::in_quotes(text) + " is no whole number", text.data(),
           std::string(pair_remedy));
    if (error != std::errc() || column > std::numeric_limits<std::uint32_t>::max())
      fail("column " + detail::in_quotes(text) + " is above the limit of 4294967295", text.data(),
           "number the columns that occur", ErrorCode::limit);
    if (column == 0 && first_ == FirstColumn::one)
      fail("column 0 where columns count from 1", text.data(), "count from 0");
    has_zero_ = has_zero_ || column == 0;
    if (rows_.columns.size() > row_begin_ && column <= rows_.columns.back())
      fail("column " + detail::in_quotes(text) + " behind column " +
               detail::in_quotes(std::to_string(rows_.columns.back())),
           text.data(), "sort the pairs of a line by column, each once");
    return static_cast<std::uint32_t>(column);
  }

  double value_of(std::string_view text, std::string_view pair) const {
    NumberFault fault = NumberFault::none;
    if (const auto value = to_number(text, &fault)) return *value;
    const std::string what = fault == NumberFault::not_a_number ? " is no number"
                             : fault == NumberFault::too_large  ? " is too large for a double"
                                                                : " is not finite";
    fail("value of " + detail::in_quotes(pair) + what, text.data(),
         "correct it or leave the pair out");
  }

  void count_from_zero() {
    const bool from_one =
        first_ == FirstColumn::one || (first_ == FirstColumn::automatic && !has_zero_);
    for (std::uint32_t& column : rows_.columns) {
      if (from_one) --column;
      rows_.width = std::max(rows_.width, Index{column} + 1);
    }
  }

  [[nodiscard]] std::uint64_t line_in_file() const {
    return line_ + (before_ == nullptr ? 0 : before_->count());
  }

  // `at` stands in the line that is being read, or in the whole text before the first is.
  [[noreturn]] void fail(const std::string& what, const char* at, const std::string& remedy,
                         ErrorCode code = ErrorCode::parse) const {
    Location where{.file = name_, .line = line_in_file()};
    const char* begin = line_begin_;
    if (begin == nullptr) {
      ++where.line;
      begin = text_.data();
      for (const char* byte = begin; byte != at; ++byte) {
        if (*byte != '\n') continue;
        ++where.line;
        begin = byte + 1;
      }
    }
    where.column = static_cast<std::uint64_t>(at - begin) + 1;
    throw Error(code, what + ", " + to_string(where) + "; " + remedy, where);
  }

  std::string_view text_;  // what is still to be read
  const std::string& name_;
  FirstColumn first_;
  const ReadLimits& limits_;
  SparseRows rows_;
  std::uint64_t line_;  // lines that were begun
  const LinesBefore* before_;
  const char* line_begin_ = nullptr;
  std::size_t row_begin_ = 0;  // of the columns of the row
  bool has_zero_ = false;
};

// The rows of a file, part after part.
struct SparseChunks {
  FirstColumn first;
  ReadLimits limits;
  bool has_rows = false;  // or needs none

  [[nodiscard]] bool next(LineChunks& chunks, SparseRows& rows) {
    const std::string& name = chunks.source().name();
    while (!chunks.done()) {
      const std::string text = chunks.take();
      rows = SvmlightReader(text, name, first, limits, chunks.line() - 1, chunks.before().get())
                 .read();
      chunks.pass(line_feeds(text));
      if (rows.rows() == 0) continue;
      has_rows = true;
      return true;
    }
    if (!has_rows) throw no_rows(name);
    return false;
  }
};

constexpr Index most_listed = Index{1} << 20;  // columns, whether they occur or not

// A few columns with large numbers would have a vocabulary of billions, and each part of a file that
// of all its columns: only those that occur stay.
std::vector<std::uint32_t> renumbered(SparseRows& rows) {
  std::vector<std::uint32_t> numbers = rows.columns;
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (std::uint32_t& column : rows.columns)
    column = static_cast<std::uint32_t>(std::lower_bound(numbers.begin(), numbers.end(), column) -
                                        numbers.begin());
  rows.width = std::ssize(numbers);
  return numbers;
}

std::vector<std::string> vocabulary_of(SparseRows& rows) {
  std::vector<std::string> words;
  if (rows.width > most_listed || rows.width > std::ssize(rows.columns)) {
    for (const std::uint32_t number : renumbered(rows)) words.push_back(std::to_string(number));
    return words;
  }
  for (Index number = 0; number < rows.width; ++number) words.push_back(std::to_string(number));
  return words;
}

[[nodiscard]] Table documents_table(const std::string& file, SparseRows read,
                                    const std::string& label, const ReadLimits& limits) {
  const auto rows = std::make_shared<SparseRows>(std::move(read));
  if (label == "features")
    throw Error(ErrorCode::schema, "the column of the words of '" + file +
                                       "' is called 'features'; give the label another name");
  Table table(file);
  table.add(label, std::exchange(rows->labels, {}));
  if (rows->width <= most_listed) check_columns(rows->width, limits, file);
  std::vector<std::string> words = vocabulary_of(*rows);
  check_columns(std::ssize(words), limits, file);
  table.add("features", DocumentView{.vocabulary = std::move(words),
                                     .offsets = rows->offsets.data(),
                                     .words = rows->columns.data(),
                                     .counts = rows->values.data(),
                                     .rows = std::ssize(rows->offsets) - 1});
  table.keep(rows);
  return table;
}

}  // namespace

SparseRows read_svmlight(const std::string& path, FirstColumn first, const ReadLimits& limits) {
  if (path == "-" || is_compressed_file(path)) {
    ByteSource source(path, limits);
    const std::string text = read_text(source, limits);
    return read_svmlight_text(text, source.name(), first, limits);
  }
  const detail::MappedFile file(path);
  return read_svmlight_text(file.text(), path, first, limits);
}

SparseRows read_svmlight_text(std::string_view text, const std::string& name, FirstColumn first,
                              const ReadLimits& limits) {
  SparseRows rows = SvmlightReader(text, name, first, limits).read();
  if (rows.labels.empty()) throw no_rows(name);
  return rows;
}

struct SvmlightStream::State {
  LineChunks chunks;
  SparseChunks sparse;
};

SvmlightStream::SvmlightStream(const std::string& path, FirstColumn first, ReadLimits limits,
                               std::uint64_t chunk_bytes)
    : state_(new State{{path, limits, chunk_bytes}, {first, limits}}) {
  if (first == FirstColumn::automatic)
    throw Error(ErrorCode::domain,
                "a stream cannot know from which number its columns count; say zero or one",
                {.file = name()});
}
SvmlightStream::SvmlightStream(SvmlightStream&&) noexcept = default;
SvmlightStream& SvmlightStream::operator=(SvmlightStream&&) noexcept = default;
SvmlightStream::~SvmlightStream() = default;

bool SvmlightStream::next(SparseRows& rows) {
  State& state = detail::behind(state_, "the stream");
  return state.sparse.next(state.chunks, rows);
}
const std::string& SvmlightStream::name() const {
  return detail::behind(state_, "the stream").chunks.source().name();
}
std::uint64_t SvmlightStream::position() const {
  return detail::behind(state_, "the stream").chunks.source().position();
}
std::uint64_t SvmlightStream::size() const {
  return detail::behind(state_, "the stream").chunks.source().size();
}

// Numbers as they stand in the file, so that two files of one data set mean the same by them.
Table svmlight_table(const std::string& path, const std::string& label, const ReadLimits& limits) {
  return documents_table(path, read_svmlight(path, FirstColumn::zero, limits), label, limits);
}

Table svmlight_files(const std::vector<std::string>& paths, const std::string& label,
                     const ReadLimits& limits) {
  SparseRows all;
  for (const std::string& path : paths) {
    const SparseRows rows = read_svmlight(path, FirstColumn::zero, limits);
    const std::uint64_t before = all.columns.size();
    for (std::size_t row = 1; row < rows.offsets.size(); ++row)
      all.offsets.push_back(before + rows.offsets[row]);
    all.labels.insert(all.labels.end(), rows.labels.begin(), rows.labels.end());
    all.columns.insert(all.columns.end(), rows.columns.begin(), rows.columns.end());
    all.values.insert(all.values.end(), rows.values.begin(), rows.values.end());
    all.width = std::max(all.width, rows.width);
    check_memory(bytes_taken(all), limits, path);
  }
  return documents_table(name_of_files(paths), std::move(all), label, limits);
}

namespace {

[[nodiscard]] auto next_documents(SparseChunks sparse, const std::string& label) {
  return [sparse = std::move(sparse), label](LineChunks& chunks, Table& table, Index) mutable {
    SparseRows rows;
    if (!sparse.next(chunks, rows)) return false;
    table = documents_table(chunks.source().name(), std::move(rows), label, sparse.limits);
    return true;
  };
}

// Counts lines of a label, as they come in.
class SparseRowCount {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      if (byte == '\n') {
        is_decided_ = false;
      } else if (!is_decided_ && blanks.find(byte) == std::string_view::npos && byte != '\r') {
        is_decided_ = true;
        if (byte != '#') ++rows_;
      }
    }
  }
  [[nodiscard]] Index rows() const { return rows_; }

 private:
  bool is_decided_ = false;  // whether the line is a row
  Index rows_ = 0;
};

}  // namespace

Index svmlight_rows_before(const std::string& path, std::uint64_t end) {
  SparseRowCount count;
  bool at_begin = true;
  for_bytes_of(path, 0, end, [&](std::string_view bytes) {
    if (std::exchange(at_begin, false) && bytes.starts_with(byte_order_mark))
      bytes.remove_prefix(byte_order_mark.size());
    count.add(bytes);
    return true;
  });
  return count.rows();
}

TableStream svmlight_tables(const std::string& path, const std::string& label,
                            const ReadLimits& limits, std::uint64_t chunk_bytes) {
  return TableStream(std::unique_ptr<TableStream::State>(
      new TableStream::State{.chunks = {path, limits, chunk_bytes},
                             .next = next_documents({FirstColumn::zero, limits}, label)}));
}

TableStream svmlight_part(const std::string& path, const std::string& label,
                          const ReadLimits& limits, ByteRange range, std::uint64_t chunk_bytes) {
  return TableStream(std::unique_ptr<TableStream::State>(
      new TableStream::State{.chunks = {path, limits, chunk_bytes, line_end(), range},
                             .next = next_documents({FirstColumn::zero, limits, true}, label)}));
}

}  // namespace credence
