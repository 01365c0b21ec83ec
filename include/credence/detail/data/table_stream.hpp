#pragma once
// Readers that give one table after another.
#include <credence/data/table.hpp>
#include <memory>

namespace credence {

/// Reads a file in chunks, when it is longer than memory or comes from a pipe. Every chunk is a
/// table of whole records with the same names, and its cells have their places in the file. The
/// stream of a format is made by its own type, or by its row in the table of formats (data/form.hpp).
/// One that was moved from throws Error{domain}.
///
///     CsvStream stream("visits.csv");
///     for (Table chunk; stream.next(chunk);) observe(posterior, chunk);
class TableStream {
 public:
  TableStream(TableStream&&) noexcept;
  TableStream& operator=(TableStream&&) noexcept;
  ~TableStream();

  /// Puts the next rows into `table`, at least `least_rows` where the file has them and the rows are
  /// not sparse; false at its end.
  /// throws  Error as the reader of whole files, when it comes to the fault
  /// cost    memory: the chunk and its cells
  [[nodiscard]] bool next(Table& table, Index least_rows = 0);
  /// Bytes that were read of the file, as they lie there; another thread may ask.
  [[nodiscard]] std::uint64_t position() const;
  /// Returns the size of the file; 0 for a pipe.
  [[nodiscard]] std::uint64_t size() const;

  /// What is behind it; for the folder data alone.
  struct State;
  explicit TableStream(std::unique_ptr<State> state);

 private:
  std::unique_ptr<State> state_;
};

}  // namespace credence
