#pragma once
// Sparse rows of numbers as svmlight and libsvm write them.
#include <credence/detail/data/limits.hpp>
#include <credence/detail/data/table_stream.hpp>
#include <credence/detail/data/word_rows.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Labelled rows of which only some columns are stored (CSR).
struct SparseRows {
  std::vector<std::string> labels = {};      ///< as they were written, one a row
  std::vector<std::uint64_t> offsets = {0};  ///< rows + 1
  std::vector<std::uint32_t> columns = {};   ///< from 0 on, ascending within a row
  std::vector<double> values = {};
  Index width = 0;  ///< one more than the largest column

  [[nodiscard]] Index rows() const { return static_cast<Index>(labels.size()); }
  friend bool operator==(const SparseRows&, const SparseRows&) = default;
};

/// Returns the rows as documents, column j being word j; they must outlive the view.
[[nodiscard]] inline WordRows word_rows(const SparseRows& rows) {
  return {.offsets = rows.offsets.data(),
          .words = rows.columns.data(),
          .counts = rows.values.data(),
          .rows = rows.rows(),
          .vocabulary = rows.width};
}

/// From which number on the columns of a file count.
enum class FirstColumn {
  automatic,  ///< 0 where a column 0 occurs, else 1
  zero,
  one,
};

/// Reads a whole file, compressed or not ("-": standard input): lines of a label and `column:value`
/// pairs with blanks between, columns ascending. What follows a `#` is a comment; lines of nothing
/// else are skipped. Byte-order mark and CRLF are understood. A label is any text without blanks.
/// throws  Error{io} when the file cannot be read;
///         Error{parse} with file:line:column for anything else than such lines: a label that is
///         missing, a pair without a colon, a column that is no whole number or does not ascend, a
///         value that is no finite number, `qid:`, a NUL byte, a lone carriage return;
///         Error{parse} with the file for one without rows;
///         Error{limit} for a column above 4294967295, or more than one of `limits` allows
/// cost    linear in the file's size
[[nodiscard]] SparseRows read_svmlight(const std::string& path,
                                       FirstColumn first = FirstColumn::automatic,
                                       const ReadLimits& limits = {});

/// Reads a file in chunks, when it is longer than memory or comes from a pipe.
///
///     SvmlightStream stream("clicks.svm");
///     for (SparseRows rows; stream.next(rows);) learn(rows);
class SvmlightStream {
 public:
  /// in      first: not automatic, for only the end of a file would tell
  /// throws  Error{io} when the file cannot be opened, Error{domain} for `automatic`
  explicit SvmlightStream(const std::string& path, FirstColumn first = FirstColumn::zero,
                          ReadLimits limits = {},
                          std::uint64_t chunk_bytes = std::uint64_t{1} << 24);
  SvmlightStream(SvmlightStream&&) noexcept;
  SvmlightStream& operator=(SvmlightStream&&) noexcept;
  ~SvmlightStream();

  /// Puts the next rows into `rows`, whose width is that of them alone; false at the end.
  /// throws  Error as read_svmlight, when it comes to the fault
  [[nodiscard]] bool next(SparseRows& rows);
  /// What messages call the file.
  [[nodiscard]] const std::string& name() const;
  /// Bytes that were read of the file, as they lie there; another thread may ask.
  [[nodiscard]] std::uint64_t position() const;
  /// Returns the size of the file; 0 for a pipe.
  [[nodiscard]] std::uint64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Returns the same from text; `name` stands for the file in messages.
[[nodiscard]] SparseRows read_svmlight_text(std::string_view text, const std::string& name,
                                            FirstColumn first = FirstColumn::automatic,
                                            const ReadLimits& limits = {});

/// Returns a file as a table, which sees its rows where they are and keeps them: a column of labels,
/// and one of documents called `features`, whose words are the numbers of the columns as they were
/// written.
/// throws  Error as read_svmlight; Error{schema} for a label called `features`
[[nodiscard]] Table svmlight_table(const std::string& path, const std::string& label = "label",
                                   const ReadLimits& limits = {});

/// Returns the same in chunks of rows, which may be fewer than were asked for. A chunk is valid
/// until the next one is read.
/// throws  Error{io} when the file cannot be opened
[[nodiscard]] TableStream svmlight_tables(const std::string& path,
                                          const std::string& label = "label",
                                          const ReadLimits& limits = {},
                                          std::uint64_t chunk_bytes = std::uint64_t{1} << 24);

}  // namespace credence
