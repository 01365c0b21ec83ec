#pragma once
// Separated text of any length, as one table after another.
#include <credence/data/csv.hpp>
#include <memory>

namespace credence {

/// Reads a file in chunks, when it is longer than memory or comes from a pipe. Every chunk is a
/// table of whole records with the same names, and its cells have their places in the file.
///
///     CsvStream stream("visits.csv");
///     for (Table chunk; stream.next(chunk);) observe(posterior, chunk);
class CsvStream {
 public:
  /// "-" is standard input. `chunk_bytes`: how much is read at a time; a longer record is read whole.
  /// throws  Error{io} when the file cannot be opened, Error{domain} as read_csv
  explicit CsvStream(const std::string& path, CsvOptions options = {},
                     std::uint64_t chunk_bytes = std::uint64_t{1} << 24);
  CsvStream(CsvStream&&) noexcept;
  CsvStream& operator=(CsvStream&&) noexcept;
  ~CsvStream();

  /// Puts the next rows into `table`, at least `least_rows` where the file has them; false at its
  /// end.
  /// throws  Error as read_csv, when it comes to the fault
  /// cost    memory: the chunk and its cells
  [[nodiscard]] bool next(Table& table, Index least_rows = 0);
  /// Bytes that were read of the file, as they lie there; another thread may ask.
  [[nodiscard]] std::uint64_t position() const;
  /// The size of the file; 0 for a pipe.
  [[nodiscard]] std::uint64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace credence
