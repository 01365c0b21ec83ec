#pragma once
// Named columns of equal length, and where their cells stood in a file.
#include <any>
#include <concepts>
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/detail/base/place.hpp>
#include <credence/detail/data/file_column.hpp>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace credence {

/// Numbers; NaN where the cell is missing. Owned, or a view of memory that must outlive the column.
struct RealColumn {
  std::variant<std::vector<double>, Strided<double>> storage = {};

  /// Returns the numbers, wherever they are stored.
  [[nodiscard]] Strided<double> view() const;
};

namespace detail {
/// Numbers of another type than double that a column can view.
template <class Number>
concept ViewedNumber = std::same_as<Number, float> || std::same_as<Number, std::uint8_t> ||
    std::same_as<Number, std::int32_t> || std::same_as<Number, std::int64_t>;
/// What a span is of that a column can view.
template <class Number>
concept SpannedNumber =
    std::same_as<const Number, const double> || ViewedNumber<std::remove_const_t<Number>>;
/// Integers of which not every value is a double.
template <class Number>
concept WideInteger = std::integral<Number> &&
    (std::numeric_limits<Number>::digits > std::numeric_limits<double>::digits);
/// Throws Error{domain}: an integer beyond 2^53.
[[noreturn]] void beyond_doubles(const std::string& column, Index row, const std::string& value);
}  // namespace detail

/// Numbers of another type than double that stay where they are; a bool is read as 0 or 1 of
/// std::uint8_t. NaN of float is a missing cell, integers have none.
struct NumberView {
  std::variant<Strided<float>, Strided<std::uint8_t>, Strided<std::int32_t>, Strided<std::int64_t>>
      numbers = {};

  [[nodiscard]] Index size() const;
  /// Returns a number as double; Error{shape} for an unknown row. Beyond 2^53 an integer is rounded.
  [[nodiscard]] double operator[](Index row) const;
};

/// Categories: for every row the position of its level. Conversions sort the levels
/// (data/levels.hpp); a level need not occur.
struct CodeColumn {
  std::vector<std::string> levels = {};
  std::vector<Code> codes = {};

  friend bool operator==(const CodeColumn&, const CodeColumn&) = default;
};

/// Categories whose codes stay where they are: codes[i] is the position of a level of `levels`, or
/// missing_code.
struct CodeView {
  std::vector<std::string> levels = {};
  Strided<Code> codes = {};
};

/// Documents as word counts that stay where they are, row after row (CSR): the words of row i stand
/// at offsets[i] to offsets[i + 1], each once.
struct DocumentView {
  std::vector<std::string> vocabulary = {};
  const std::uint64_t* offsets = nullptr;  ///< rows + 1, ascending
  const std::uint32_t* words = nullptr;    ///< positions in the vocabulary
  const double* counts = nullptr;          ///< how often, at least 0; NaN: there is no document
  Index rows = 0;
};

/// The cells of a column as they were written: one run of characters, cut at `ends`.
class TextColumn {
 public:
  /// The position of a cell that stood in no file.
  static constexpr std::uint64_t no_position = std::numeric_limits<std::uint64_t>::max();

  /// Adds a cell; `position` is the byte in the file at which it began.
  void push_back(std::string_view text, bool missing, std::uint64_t position = no_position);

  /// Returns the number of cells.
  [[nodiscard]] Index size() const { return static_cast<Index>(ends_.size()); }
  /// Returns a cell as it was written, without quotes; valid until the column changes. Throws
  /// Error{shape}, as missing and position do, for an unknown row.
  [[nodiscard]] std::string_view operator[](Index row) const;
  /// Returns whether the cell held a missing-value string.
  [[nodiscard]] bool missing(Index row) const {
    return missing_[detail::place_of("row", row, missing_.size())];
  }
  /// Returns the byte in the file at which the cell began, or no_position.
  [[nodiscard]] std::uint64_t position(Index row) const {
    return positions_[detail::place_of("row", row, positions_.size())];
  }

  friend bool operator==(const TextColumn&, const TextColumn&) = default;

 private:
  std::string characters_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> positions_;
  std::vector<bool> missing_;
};

/// A named column of a table.
struct Column {
  std::string name = {};
  std::variant<RealColumn, CodeColumn, TextColumn, NumberView, CodeView, FileColumn, DocumentView>
      cells = {};

  /// Returns the number of rows.
  [[nodiscard]] Index size() const;
};

/// Returns a cell as it was written: its text, the level it stands for (empty where it is missing),
/// or the shortest text of its number. Throws Error{shape} for an unknown row.
[[nodiscard]] std::string as_written(const Column& column, Index row);

/// A table: columns of equal length. Cells read from a file keep their text until a model says what
/// they are, so that no type is guessed too early.
///
///     Table table;
///     table.add("age", {23, 31, 54});
///     table.add("city", {"Rome", "Oslo", "Rome"});
class Table {
 public:
  Table();
  /// A table read from a file.
  explicit Table(std::string file);
  Table(const Table& other);
  Table(Table&& other) noexcept;
  Table& operator=(const Table& other);
  Table& operator=(Table&& other) noexcept;
  ~Table();

  /// Returns the length of its columns; 0 without columns.
  [[nodiscard]] Index rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
  /// Returns the columns in the order in which they were added.
  [[nodiscard]] const std::vector<Column>& columns() const& { return columns_; }
  /// Returns those of a table that dies at the end of the expression. What they view must live on.
  [[nodiscard]] std::vector<Column> columns() && { return std::move(columns_); }
  /// Returns the column of that name, or null.
  [[nodiscard]] const Column* find(std::string_view name) const;
  /// Returns the column of that name. Throws Error{schema} naming the columns there are.
  [[nodiscard]] const Column& column(std::string_view name) const&;
  /// Returns a copy, for a table that dies at the end of the expression; what it views must live.
  [[nodiscard]] Column column(std::string_view name) && { return column(name); }

  /// Adds a column.
  /// throws  Error{shape} when its length differs, Error{schema} when the name is taken or empty,
  ///         Error{domain} for a code that stands for no level
  void add(Column column);
  void add(std::string name, std::vector<double> numbers);
  /// Texts; an empty one is a missing cell, and so is nothing else.
  void add(std::string name, const std::vector<std::string>& texts);
  /// The same in braces: two texts would else be taken for the ends of an array.
  void add(std::string name, std::initializer_list<double> numbers) {
    add(std::move(name), std::vector<double>(numbers));
  }
  void add(std::string name, std::initializer_list<std::string> texts) {
    add(std::move(name), std::vector<std::string>(texts));
  }
  /// Other texts: string views, or those of C.
  template <std::convertible_to<std::string_view> Text>
  void add(std::string name, const std::vector<Text>& texts) {
    add(std::move(name), std::vector<std::string>(texts.begin(), texts.end()));
  }
  /// Numbers; one that is not there is a missing cell.
  void add(std::string name, const std::vector<std::optional<double>>& numbers);
  /// Numbers of a type of which each value is a double: bool, float, integers of up to 32 bits.
  template <class Number>
  requires(std::is_arithmetic_v<Number> && !std::same_as<Number, char> &&
           std::numeric_limits<Number>::digits <
               std::numeric_limits<double>::digits) void add(std::string name,
                                                             const std::vector<Number>& numbers) {
    add(std::move(name), std::vector<double>(numbers.begin(), numbers.end()));
  }
  /// Integers of 64 bits.
  /// throws  also Error{domain} for the first beyond 2^53, where doubles count no further
  template <detail::WideInteger Number>
  void add(std::string name, const std::vector<Number>& numbers) {
    constexpr Number most = Number{1} << std::numeric_limits<double>::digits;
    std::vector<double> doubles;
    doubles.reserve(numbers.size());
    for (const Number number : numbers) {
      if (number > most || (std::is_signed_v<Number> && number < Number{0} - most))
        detail::beyond_doubles(name, static_cast<Index>(doubles.size()), std::to_string(number));
      doubles.push_back(static_cast<double>(number));
    }
    add(std::move(name), std::move(doubles));
  }
  // What a column views stays where it is, and must outlive the table and its copies unless `keep`
  // gets what owns it.
  /// Numbers that stay where they are.
  void add(std::string name, Strided<double> numbers);
  void add(std::string name, NumberView numbers);
  /// Numbers of another type.
  template <detail::ViewedNumber Number>
  void add(std::string name, Strided<Number> numbers) {
    add(std::move(name), NumberView{numbers});
  }
  /// The same side by side; of an array `std::span(array)`.
  template <detail::SpannedNumber Number, std::size_t extent>
  void add(std::string name, std::span<Number, extent> numbers) {
    add(std::move(name), Strided<std::remove_const_t<Number>>{
                             numbers.data(), static_cast<Index>(numbers.size()), 1});
  }
  /// Codes that stay where they are.
  void add(std::string name, CodeView codes);
  /// Documents that stay where they are.
  /// throws  Error{domain} for a word beyond the vocabulary, or offsets that descend
  void add(std::string name, DocumentView documents);
  /// Keeps memory that columns see for as long as the table or a copy of it lives.
  /// in      memory: what owns it, and goes on owning it while a copy lives, as a shared pointer does
  void keep(std::any memory) { kept_.push_back(std::move(memory)); }

  /// Where a cell stood in its file: file:line:column; empty for a cell that stood in none. Throws
  /// Error{shape}, as place and select do, for an unknown row.
  [[nodiscard]] Location where(const Column& column, Index row) const;
  /// "data.csv:18:4" for a cell of a file, else "row 17" (rows count from 1).
  [[nodiscard]] std::string place(const Column& column, Index row) const;
  /// Returns the file it was read from; empty for none.
  [[nodiscard]] const std::string& file() const { return file_; }

  /// Returns the rows at the given positions, in that order, as a table of its own, with copies of
  /// what this one views; levels stay listed and cells keep their places in the file.
  [[nodiscard]] Table select(std::span<const Index> rows) const;

 private:
  std::string file_;
  std::vector<Column> columns_;
  std::map<std::string, std::size_t, std::less<>> positions_;  // of the columns, by name
  std::vector<std::any> kept_;  // never changed, so that copies share it
};

/// How to cut a table in two at random.
struct SplitOptions {
  double train = 0.5;      ///< share of the rows in the first part, 0 to 1; rounded to whole rows
  std::uint64_t seed = 1;  ///< the same seed gives the same cut

  friend bool operator==(const SplitOptions&, const SplitOptions&) = default;
};

/// Splits a table at random into a share of the rows and the rest; rows keep their order inside
/// each.
/// throws  Error{domain} for a share that is not in [0, 1]
[[nodiscard]] std::pair<Table, Table> split(const Table& table, SplitOptions options);

}  // namespace credence
