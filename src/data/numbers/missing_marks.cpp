// The default missing-value strings.
#include <credence/detail/data/missing_marks.hpp>

#include <algorithm>

namespace credence {

std::vector<std::string> default_missing() {
  return {"?", "", "NA", "N/A", "NaN", "nan", "NULL", "null"};
}

bool detail::is_word_mark(std::string_view mark) {
  return std::any_of(mark.begin(), mark.end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  });
}

}  // namespace credence
