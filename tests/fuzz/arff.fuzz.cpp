// Attribute-relation files: whole, from a file and as a stream the same cells, or a fault.
// Input: one byte that says how it is cut, then the text.
#include <credence/data/arff.hpp>

#include "fuzz/csv_agreement.hpp"

namespace {

using namespace credence;
using namespace credence::fuzz;

ReadText read_in_chunks(const std::string& path, std::uint64_t chunk_bytes) {
  ArffStream stream(path, {}, chunk_bytes);
  ReadText read;
  for (Table chunk; stream.next(chunk);) {
    expect(chunk.rows() > 0, "a chunk has rows");
    add_cells(read, chunk);
  }
  return read;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(text_of(data, size));
  const std::uint64_t chunk = 1u + bytes.byte();
  if (looks_compressed(bytes.rest())) return 0;
  const MemoryFile file(bytes.rest());
  const std::string path = file.path();
  const auto whole = outcome_of([&] { return read_of(read_arff_text(bytes.rest(), path)); });
  expect_same(whole, outcome_of([&] { return read_of(read_arff(path)); }), "file");
  const auto stream = outcome_of([&] { return read_in_chunks(path, chunk); });
  // Of several faults a stream meets the first of a chunk's.
  if (!whole.error || !stream.error) expect_same(whole, stream, "stream");
  return 0;
}
