// Posterior files: refused, or loaded such that saving and loading again changes nothing.
// Input: the text, tried as it is and with the checksum that it should have.
#include "fuzz/posterior_text.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace credence::fuzz;
  const std::string text(text_of(data, size));
  if (const auto posterior = loaded(text)) expect_kept(*posterior);
  if (const auto posterior = loaded(with_right_checksum(text))) expect_kept(*posterior);
  return 0;
}
