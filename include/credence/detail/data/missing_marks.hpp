#pragma once
// The texts that stand for a missing cell unless a reader or a schema is told otherwise.
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// "?", the empty field, and NA, N/A, NaN, nan, NULL, null: whole fields, as written.
[[nodiscard]] std::vector<std::string> default_missing();

namespace detail {
/// Returns whether a missing-value string could be a word: it has letters. Such strings mark no
/// text of words.
[[nodiscard]] bool is_word_mark(std::string_view mark);
}  // namespace detail

}  // namespace credence
