// The sentence on rows that taught a block nothing.
#include <credence/learn/incomplete_rows.hpp>

#include <fmt/format.h>

namespace credence::detail {

std::string note_on_incomplete_rows(const std::string& block, double incomplete, double all) {
  return fmt::format(
      "block '{}': {} of {} rows (by weight) lack a number and taught it nothing; they are scored "
      "by "
      "the numbers that they have",
      block, incomplete, all);
}

}  // namespace credence::detail
