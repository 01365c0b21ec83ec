#include <credence/detail/base/nearest.hpp>

#include <algorithm>
#include <vector>

namespace credence::detail {
namespace {

std::string lower(std::string_view text) {
  std::string all(text);
  for (char& c : all)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return all;
}

// Letters added, left out, changed or swapped with their neighbour: the optimal string alignment, of
// which three rows are kept.
int letters_apart(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1);
  std::vector<int> above(b.size() + 1);
  std::vector<int> here(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    here[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      here[j] = std::min({changed, above[j] + 1, here[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        here[j] = std::min(here[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, here);
  }
  return above[b.size()];
}

}  // namespace

std::optional<int> misspelling(std::string_view word, std::string_view name) {
  constexpr std::size_t longest = 200;  // nobody types more by hand, and the cost is a product
  constexpr std::size_t beginning = 3;
  if (word.empty() || name.empty() || std::max(word.size(), name.size()) > longest) return {};
  const std::string a = lower(word);
  const std::string b = lower(name);
  if (a == b) return 0;
  if (a.size() >= beginning && b.starts_with(a)) return 1;
  const int distance = letters_apart(a, b);
  const auto length = static_cast<int>(std::max(a.size(), b.size()));
  if (length < 2 || distance > (length + 1) / 3) return {};
  return distance;
}

}  // namespace credence::detail
