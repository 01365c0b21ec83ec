#pragma once
// Reads the records of one block of a separated text into columns.
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/csv/csv_blocks.hpp"
#include "data/csv/csv_scanner.hpp"
#include "data/csv/field_scanner.hpp"
#include "data/csv/plain_numbers.hpp"
#include "data/numbers/text_interner.hpp"

namespace credence {

/// What is kept of the cells of a column.
enum class Kept : std::uint8_t { numbers, texts, nothing };

/// A column under way; several blocks are read into it at once, each into its own rows.
struct ColumnInProgress {
  Kept kept = Kept::nothing;
  std::shared_ptr<double> numbers = {};
  std::shared_ptr<Code> codes = {};
  std::size_t text_column = 0;               ///< position among the columns of which texts are kept
  std::atomic<bool> has_other_text = false;  ///< a cell is neither a number nor missing
  std::atomic<bool> has_other_spelling = false;  ///< a number is not plainly whole
  std::atomic<bool> has_missing_word = false;    ///< a missing cell among numbers is a word
};

/// Reads one block after another.
class BlockReader {
 public:
  /// in  records: where the beginning of each record is kept; all must outlive the reader
  BlockReader(const CsvText& text, std::span<ColumnInProgress> columns, std::uint64_t* records);

  /// Reads a block into the rows from `first_row`.
  /// out     the number of its records
  /// throws  Error as read_csv
  [[nodiscard]] Index read(const CsvBlock& block, Index first_row);
  /// What was found in the columns of which texts are kept.
  [[nodiscard]] std::vector<DistinctTexts> taken_texts();

 private:
  struct Column {
    Kept kept;
    bool has_other_spelling;
    bool has_missing_word;
    double* numbers;
    Code* codes;
    std::size_t text_column;
  };

  void expect_plain_records();
  [[nodiscard]] bool put_odd(detail::PlainColumn& plain, Index row, std::string_view field);
  [[nodiscard]] bool plain_records(const char*& at, const char* end, Index& row);
  [[nodiscard]] const char* quick_record(const char* at, Index row);
  [[nodiscard]] bool careful_record(const char*& at, Index row);
  void put(Column& column, Index row, std::string_view text, bool lasts);
  void put_number(Column& column, Index row, std::string_view text);
  void check_width() const;
  void report();

  const CsvText& text_;
  const char* bytes_;
  std::span<ColumnInProgress> shared_;
  std::uint64_t* records_;
  FieldScanner fields_;
  CsvScanner scanner_;
  std::uint64_t short_record_;  // bytes of which every limit allows a record
  std::vector<Column> columns_;
  std::vector<TextInterner> texts_;
  bool reads_plain_ = false;  // whether `plain_` is worth a try
  Index missed_ = 0;          // how often it read no record, and how many fields it left to others
  Index odd_fields_ = 0;
  Index plain_rows_ = 0;  // how many it did read, and the first row of those it is reading
  Index plain_begin_ = 0;
  std::vector<detail::PlainColumn> plain_columns_;
  detail::PlainNumbers plain_;
};

}  // namespace credence
