#pragma once
// One separated text read in every way that there is: whole, in blocks, from a file, and as a stream.
// All must give the same table, or a fault.
#include <credence/base/parallel.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include <vector>

#include "fuzz/fuzz.hpp"

namespace credence::fuzz {

/// A cell with its place in the file.
struct ReadCell {
  std::string text = {};
  Location where = {};
  friend bool operator==(const ReadCell&, const ReadCell&) = default;
};

/// What was read, column by column.
struct ReadText {
  std::vector<std::string> names = {};
  std::vector<ReadCell> cells = {};  // row after row
  friend bool operator==(const ReadText&, const ReadText&) = default;
};

inline void add_cells(ReadText& read, const Table& table) {
  read.names.clear();
  for (const Column& column : table.columns()) read.names.push_back(column.name);
  for (Index row = 0; row < table.rows(); ++row)
    for (const Column& column : table.columns())
      read.cells.push_back({as_written(column, row), table.where(column, row)});
}

[[nodiscard]] inline ReadText read_of(const Table& table) {
  ReadText read;
  add_cells(read, table);
  return read;
}

[[nodiscard]] inline ReadText read_as_stream(const std::string& path, const CsvOptions& options,
                                             std::uint64_t chunk_bytes, Index least_rows) {
  CsvStream stream(path, options, chunk_bytes);
  ReadText read;
  for (Table chunk; stream.next(chunk, least_rows);) {
    expect(chunk.rows() > 0, "a chunk has rows");
    add_cells(read, chunk);
  }
  return read;
}

[[nodiscard]] inline std::string said(const Outcome<ReadText>& outcome) {
  return outcome.error ? outcome.error->what() : "no fault";
}

inline void expect_same(const Outcome<ReadText>& whole, const Outcome<ReadText>& other,
                        const std::string& way) {
  if (whole.value && other.value) {
    expect(*whole.value == *other.value, way + ": the same cells at the same places");
    return;
  }
  expect(said(whole) == said(other),
         way + ": the same fault; " + said(whole) + " | " + said(other));
  expect(whole.error->code() == other.error->code(), way + ": the same kind of fault");
  expect(whole.error->where() == other.error->where(), way + ": the same place of the fault");
}

/// Whether a file of these bytes is taken for a compressed one, which a text in memory is not.
[[nodiscard]] inline bool looks_compressed(std::string_view bytes) {
  const bool skipped_frame =
      bytes.size() >= 4 && (bytes[0] & 0xf0) == 0x50 && bytes.substr(1, 3) == "\x2a\x4d\x18";
  return skipped_frame || bytes.starts_with("\x1f\x8b") || bytes.starts_with("\x28\xb5\x2f\xfd");
}

/// How the text is cut while it is read, which must not matter.
struct Cuts {
  std::uint64_t block = 1;
  std::uint64_t chunk = 1;
  Index least_rows = 0;
  int threads = 1;
};

inline void expect_agreement(std::string_view text, CsvOptions options, const Cuts& cuts) {
  if (looks_compressed(text)) return;
  const MemoryFile file(text);
  const std::string path = file.path();
  const ThreadLimit limit(cuts.threads);
  const auto whole = outcome_of([&] { return read_of(read_csv_text(text, path, options)); });
  expect_same(whole, outcome_of([&] { return read_of(read_csv(path, options)); }), "file");
  options.block = cuts.block;
  expect_same(whole, outcome_of([&] { return read_of(read_csv_text(text, path, options)); }),
              "blocks");
  const auto stream =
      outcome_of([&] { return read_as_stream(path, options, cuts.chunk, cuts.least_rows); });
  // Of several faults a stream meets the first, while a text is searched for NUL bytes at once.
  if (whole.error && stream.error) return;
  // And it must hold a whole record, of which the limit of a field is that of the whole.
  if (stream.error && stream.error->code() == ErrorCode::limit) return;
  expect_same(whole, stream, "stream");
  (void)outcome_of([&] {
    const Table table = read_csv_text(text, path, options);
    return infer_schema(table, {.label = table.columns().back().name});
  });
}

}  // namespace credence::fuzz
