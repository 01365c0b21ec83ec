#pragma once
// Many files as one run of bytes, cut into shards that are read apart from each other.
#include <credence/data/form.hpp>
#include <credence/detail/data/read_piece.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// A regular file of rows, as it was when it was looked at.
struct DataFile {
  std::string path{};
  std::uint64_t size = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970

  friend bool operator==(const DataFile&, const DataFile&) = default;
};

/// Returns the files that a word stands for, by byte order of their names where it is a folder (its
/// regular files but those that begin with '.' or '_') or a glob that names no file itself; else the
/// word.
/// throws  Error{io} for a folder or a glob without a file
[[nodiscard]] std::vector<std::string> data_paths(const std::string& word);

/// Returns the files that a list names, one a line; "-" is standard input. Blank lines do not count.
/// throws  Error{io} when the list cannot be read or names none
[[nodiscard]] std::vector<std::string> listed_paths(const std::string& list);

/// Returns what can be said of files without reading them.
/// throws  Error{io} for what is no regular file
[[nodiscard]] std::vector<DataFile> data_files(const std::vector<std::string>& paths);

/// Returns how many shards data of so many bytes are usually cut into: one for 16 MiB, at most 4096.
[[nodiscard]] Index usual_shards(const std::vector<DataFile>& files);

/// One of several shards.
struct Shard {
  Index number = 1;  ///< from 1
  Index of = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// A part of a file.
struct FilePart {
  std::size_t file = 0;    ///< position among the files
  std::uint64_t from = 0;  ///< where it is cut, which is in the middle of a row as a rule
  std::uint64_t to = 0;

  friend bool operator==(const FilePart&, const FilePart&) = default;
};

/// Returns the parts of the files that a shard holds: of all their B bytes, laid end to end, those
/// from floor(B (number - 1) / of) to floor(B number / of).
/// throws  Error{domain} for a shard that is none of those from 1 to `of`
[[nodiscard]] std::vector<FilePart> parts_of(const std::vector<DataFile>& files, Shard shard);

/// Where the rows of a shard begin and end in a file that is cut between lines.
struct ShardEdges {
  bool any = false;                    ///< whether a byte lies in the shard
  std::optional<std::uint64_t> begin;  ///< of its first row; none where a file begins with it
  std::optional<std::uint64_t> end;    ///< behind its last row; none where a file ends with it

  friend bool operator==(const ShardEdges&, const ShardEdges&) = default;
};

/// Returns for each of several shards, or runs of shards, one behind the other, where it has to begin
/// instead: where the one before it ends; none for those that began there, and behind an end that is
/// not known.
[[nodiscard]] std::vector<std::optional<std::uint64_t>> corrected_starts(
    std::span<const ShardEdges> edges);

/// Returns the edges of a shard whose pieces were read.
[[nodiscard]] ShardEdges edges_of(const std::vector<DataFile>& files, Shard shard, const Form& form,
                                  const std::vector<ReadPiece>& pieces);

/// What the reader of a shard is told of its cuts by whoever reads the shards beside it. A row whose
/// quotes hold the line feed behind a cut is an error otherwise: nobody else would see it.
struct ShardCuts {
  /// Where the first row begins; none: behind the first line feed at or after the byte before the cut.
  std::optional<std::uint64_t> begin{};
  /// Such a row is read to its end, and the next shard has to begin where edges().end says.
  bool reads_on = false;

  friend bool operator==(const ShardCuts&, const ShardCuts&) = default;
};

/// Returns the hash of bytes of a file, as ReadPiece has it.
/// throws  Error{io}
[[nodiscard]] std::string content_of(const std::string& path, std::uint64_t from, std::uint64_t to);

/// Reads the rows of a shard. A row belongs to the shard of its first byte; files that are compressed
/// and ARFF files are whole, in the shard of their first byte; arrays are cut between rows.
///
///     ShardReader reader(data_files({"a.csv", "b.csv"}), {.number = 2, .of = 8}, form_of("a.csv"));
///     for (Table chunk; reader.next(chunk);) observe(posterior, chunk);
///     reader.pieces();    // what was read, for the record
class ShardReader {
 public:
  /// in      files: at least one, all of one form;  chunk_bytes: as that of CsvStream
  /// throws  as parts_of; Error{shape} for no file; Error{io}, and of the head of the first file as
  ///         read_csv
  ShardReader(std::vector<DataFile> files, Shard shard, const Form& form,
              const ReadOptions& options = {}, std::uint64_t chunk_bytes = std::uint64_t{1} << 24,
              ShardCuts cuts = {});
  ShardReader(ShardReader&&) noexcept;
  ShardReader& operator=(ShardReader&&) noexcept;
  ~ShardReader();

  /// Puts the next rows into `table`; false at the end, which may be at once.
  /// throws  Error as the reader of whole files; Error{schema} for a file of other columns than the
  ///         first, Error{parse} for a row whose quotes hold the line feed behind a cut, Error{io}
  ///         for a file that changed since it was looked at
  [[nodiscard]] bool next(Table& table);
  /// Returns what was read, file by file; complete once next() said false.
  [[nodiscard]] const std::vector<ReadPiece>& pieces() const;
  /// Returns where the rows begin, as soon as some were read or were bad, and where they end once
  /// next() said false.
  [[nodiscard]] ShardEdges edges() const;
  /// Returns how many rows of an array, or of a file of sparse rows, stand before those of the last
  /// table; 0 for other forms, whose cells have places.
  [[nodiscard]] Index first_row() const;
  /// Bytes of the shard that were read.
  [[nodiscard]] std::uint64_t position() const;
  /// Returns the bytes of the shard.
  [[nodiscard]] std::uint64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads several files of separated text, laid end to end, as one table whose cells keep their places.
/// throws  Error as read_csv; Error{schema} for a file of other columns than the first; Error{shape}
///         for no file
/// cost    memory: all of the text, and what read_csv says
[[nodiscard]] Table read_csv_files(const std::vector<std::string>& paths, CsvOptions options = {});

}  // namespace credence
