// Texts to words.
#include <credence/data/convert.hpp>

namespace credence {

std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> words;
  std::string buffer;
  for_each_token(text, buffer, [&](std::string_view token) { words.emplace_back(token); });
  return words;
}

}  // namespace credence
