// Separated text in any dialect that the options can say: every way to read it agrees.
// Input: five bytes of dialect, two that say how it is cut, then the text.
#include "fuzz/csv_agreement.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace credence;
  using namespace credence::fuzz;
  Bytes bytes(text_of(data, size));
  CsvOptions options{.separator = static_cast<char>(bytes.byte())};
  const auto quote = static_cast<char>(bytes.byte());
  options.quote = quote == 'n' ? std::nullopt : std::optional(quote);
  const auto comment = static_cast<char>(bytes.byte());
  if (comment != 'n') options.comment = comment;
  const std::uint8_t switches = bytes.byte();
  options.header = (switches & 1) == 0;
  options.trim = (switches & 2) != 0;
  if ((switches & 4) != 0) options.names = {"x", "y"};
  if ((switches & 8) != 0) options.missing = {"NA", " ", ""};
  if ((switches & 16) != 0) options.limits.field = bytes.below(64);
  if ((switches & 32) != 0) options.decimal = ',';
  if ((switches & 64) != 0) options.separator.reset();
  const std::uint8_t block = bytes.byte();
  const std::uint8_t chunk = bytes.byte();
  expect_agreement(bytes.rest(), options,
                   {.block = 1u + block, .chunk = 1u + chunk, .least_rows = chunk % 4});
  return 0;
}
