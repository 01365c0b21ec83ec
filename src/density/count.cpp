// Documents from tokens.
#include <credence/density/count.hpp>

#include <algorithm>

namespace credence {

WordCounts count_words(std::span<const std::uint32_t> tokens) {
  std::vector<std::uint32_t> sorted(tokens.begin(), tokens.end());
  std::sort(sorted.begin(), sorted.end());
  WordCounts document;
  for (const std::uint32_t word : sorted) {
    if (document.empty() || document.back().word != word) document.push_back({word, 0});
    document.back().count += 1;
  }
  return document;
}

}  // namespace credence
