// Compressed files: damaged, cut, joined or none of these, within the limit of what may come out.
// Input: the bytes of a file, tried as they are and behind the first bytes of each format.
#include <algorithm>

#include "fuzz/csv_agreement.hpp"

namespace {

using namespace credence;
using namespace credence::fuzz;

void read_every_way(std::string_view bytes) {
  const MemoryFile file(bytes);
  CsvOptions options;
  options.limits.decompressed = std::uint64_t{1} << 20;
  const auto whole = outcome_of([&] { return read_of(read_csv(file.path(), options)); });
  if (whole.value) {
    std::size_t length = 0;
    for (const ReadCell& cell : whole.value->cells) length += cell.text.size();
    expect(length <= std::max(options.limits.decompressed, bytes.size()), "no more than the limit");
  }
  const auto stream = outcome_of([&] { return read_as_stream(file.path(), options, 512, 0); });
  if (whole.error && stream.error) return;
  expect_same(whole, stream, "stream");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = text_of(data, size);
  read_every_way(bytes);
  read_every_way(std::string("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10) + std::string(bytes));
  read_every_way("\x28\xb5\x2f\xfd" + std::string(bytes));
  return 0;
}
