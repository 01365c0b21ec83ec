// Comma-separated text in the dialect of RFC 4180: every way to read it agrees.
// Input: one byte that says how it is cut, then the text.
#include "fuzz/csv_agreement.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace credence::fuzz;
  Bytes bytes(text_of(data, size));
  const std::uint8_t cut = bytes.byte();
  expect_agreement(bytes.rest(), {},
                   {.block = 1u + cut % 16u,
                    .chunk = 1u + cut / 16u,
                    .least_rows = cut % 3,
                    .threads = cut >= 240 ? 2 : 1});
  return 0;
}
