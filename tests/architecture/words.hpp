#pragma once
// The words that pages, headers and help do not use, each with what to write instead.

#include "architecture/rules.hpp"

namespace architecture {

/// Phrases of a page's prose that are banned; blocks of code, words in backticks and quoted laws do
/// not count.
[[nodiscard]] Faults banned_in_page(const SourceFile& page);

/// Phrases that are banned in the comments and texts of a source file: documentation, help and
/// messages. Examples in comments do not count.
[[nodiscard]] Faults banned_in_code(const SourceFile& file);

/// Lines of a page's prose of more than 120 columns; tables, code and a single long word do not
/// count.
[[nodiscard]] Faults wide_lines(const SourceFile& page);

}  // namespace architecture
