#pragma once
// What is behind a FileColumn: cells, their records, and the file.
#include <credence/detail/base/large_array.hpp>
#include <credence/detail/data/file_column.hpp>

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/csv/csv_text.hpp"
#include "data/numbers/text_interner.hpp"

namespace credence {

/// Memory that is not touched before it is written. Columns are written side by side: `turn` keeps
/// their beginnings from falling on the same lines of the cache.
template <class T>
[[nodiscard]] std::shared_ptr<T> untouched(std::size_t size, std::size_t turn) {
  constexpr std::size_t line = 64;
  constexpr std::size_t lines_of_page = 64;
  constexpr std::size_t long_column = std::size_t{1} << 16;
  const std::size_t bytes = size * sizeof(T);
  const std::size_t shift = bytes < long_column ? 0 : turn * 5 % lines_of_page * line;
  void* memory = detail::allocate_large(bytes + shift + line);
  const auto release = [memory, whole = bytes + shift + line](T*) {
    detail::deallocate_large(memory, whole);
  };
  return std::shared_ptr<T>(
      static_cast<T*>(static_cast<void*>(static_cast<std::byte*>(memory) + shift)), release);
}

/// The bits of a NaN that carries nothing.
inline constexpr std::uint64_t quiet_bits = 0x7FF8000000000000U;

/// A cell that is read from its file again.
struct CellText {
  std::string_view text = {};  ///< valid until the next cell is read, longer if it lasts
  bool lasts = false;          ///< the text is part of the file
  std::uint64_t position = 0;
};

/// Where a field of a record begins; of the first one, the record.
struct FieldPlace {
  std::size_t field = 0;
  std::uint64_t position = 0;
};

/// Reads a cell of a text, given where its record begins, which field of it the cell is, and the place
/// of that field or of one before it as a cell that was read said it.
using CellReader =
    std::function<CellText(std::uint64_t record, FieldPlace known, std::size_t field)>;

/// How a format reads cells again: many, or one without an allocation; and what messages advise on one
/// that should be a number.
struct CellAccess {
  CellReader (*many)(const CsvText& text);  ///< sees the text
  std::pair<std::string, std::uint64_t> (*one)(const CsvText& text, std::uint64_t record,
                                               std::size_t field);  ///< its text and position
  std::string_view remedy = {};  ///< empty for separated text, whose options decide
};
/// The access by a type that is made of a text, is called as a CellReader, and has the remedy.
template <class Cells>
inline constexpr CellAccess cells_by{
    .many = [](const CsvText& text) -> CellReader { return Cells(text); },
    .one = [](const CsvText& text, std::uint64_t record,
              std::size_t field) -> std::pair<std::string, std::uint64_t> {
      Cells cells(text);
      const CellText cell = cells(record, {.field = 0, .position = record}, field);
      return {std::string(cell.text), cell.position};
    },
    .remedy = Cells::remedy};

/// Where a field of each record begins: who reads a later one goes on from there, so that many columns
/// are not each read from the beginning of their records. Several threads may ask.
class LastPlaces {
 public:
  struct Places {
    std::shared_ptr<const std::uint64_t> records = {};
    std::size_t field = 0;
    std::shared_ptr<const std::uint64_t> positions = {};
  };

  /// Returns places of that field or one before it in these records; without positions where none
  /// are known.
  [[nodiscard]] Places before(const std::shared_ptr<const std::uint64_t>& records,
                              std::size_t field) const {
    const std::scoped_lock lock(mutex_);
    return last_.records == records && last_.field <= field ? last_ : Places{};
  }
  void keep(Places places) {
    const std::scoped_lock lock(mutex_);
    last_ = std::move(places);
  }

 private:
  mutable std::mutex mutex_;
  Places last_;
};

/// What stands among numbers for a missing cell: a NaN that keeps which missing-value string it was.
[[nodiscard]] inline double missing_number(std::size_t mark) {
  return std::bit_cast<double>(quiet_bits | (mark + 1));
}
/// Returns the position of the missing-value string; none for any other NaN.
[[nodiscard]] inline std::optional<std::size_t> mark_of_number(double missing) {
  const auto mark = std::bit_cast<std::uint64_t>(missing) & ~quiet_bits;
  if (mark == 0 || mark >> 51 != 0) return std::nullopt;
  return mark - 1;
}

/// Numbers, or codes of texts: one of the two is there.
struct FileColumn::State {
  std::shared_ptr<const CsvText> text = {};
  const CellAccess* cells = nullptr;  ///< of the format
  bool is_declared = false;  ///< the texts but missing ones are levels, whether they occur or not
  std::shared_ptr<const std::uint64_t> records = {};  ///< rows: where each record begins
  std::size_t field = 0;                              ///< position of the column in a record
  Index size = 0;
  std::shared_ptr<const double> numbers = {};
  bool is_plain_whole = false;    ///< all numbers are whole and written in the only way
  bool has_missing_word = false;  ///< a missing cell among the numbers was a word, such as NA
  std::shared_ptr<const Code> codes = {};
  std::shared_ptr<const DistinctTexts> texts = {};
  std::shared_ptr<LastPlaces> places = {};  ///< one of all columns of a text
};

/// One list of distinct texts out of those of parts, in their order; the codes of each part are
/// changed from its own list to that one.
struct CodedPart {
  DistinctTexts texts = {};
  Code* codes = nullptr;
  Index rows = 0;
};
[[nodiscard]] DistinctTexts merged_texts(const CsvText& text, std::vector<CodedPart> parts);

/// Returns the column with its texts, read again from the file where it holds numbers.
/// cost    of columns one after another, one pass over the records
[[nodiscard]] FileColumn with_texts(const FileColumn& column);

/// Some rows of a column, whose records begin at `records`.
[[nodiscard]] FileColumn selected(const FileColumn& column, std::span<const Index> rows,
                                  std::shared_ptr<const std::uint64_t> records);

/// Where the records of some rows begin.
[[nodiscard]] std::shared_ptr<const std::uint64_t> selected_records(const FileColumn& column,
                                                                    std::span<const Index> rows);

}  // namespace credence
