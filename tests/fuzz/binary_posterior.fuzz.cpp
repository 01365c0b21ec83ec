// Posterior files in the binary form: refused, or loaded such that saving changes nothing.
// Input: the bytes of a file, tried as they are and as a body behind a right head.
#include "fuzz/posterior_text.hpp"

namespace {

using namespace credence;
using namespace credence::fuzz;

void append(std::string& bytes, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xff);
}

// docs/reference/posterior_file.md
std::string behind_right_head(std::string_view body) {
  boost::crc_32_type crc;
  crc.process_bytes(body.data(), body.size());
  std::string bytes =
      "\x89"
      "CRED\r\n\x1a";
  append(bytes, 1, 4);
  append(bytes, crc.checksum(), 4);
  append(bytes, body.size(), 8);
  return bytes.append(body);
}

void try_to_load(const std::string& bytes) {
  const auto posterior = loaded(bytes);
  if (!posterior) return;
  const std::string saved = to_bytes(*posterior, PosteriorForm::binary);
  const auto again = loaded(saved);
  expect(again && *again == *posterior, "a saved and loaded posterior is equal");
  expect(to_bytes(*again, PosteriorForm::binary) == saved, "and saved again gives the same bytes");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(text_of(data, size));
  try_to_load(bytes);
  try_to_load(behind_right_head(bytes));
  if (bytes.size() > 24) try_to_load(behind_right_head(std::string_view(bytes).substr(24)));
  return 0;
}
