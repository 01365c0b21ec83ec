#pragma once
// One run of the tool, from its words to its exit code.
#include <string>
#include <vector>

namespace credence::tool {

/// Does what the words after the program's name say. Results go to standard output, all else to
/// standard error; nothing is thrown.
/// out     the exit code (docs/reference/tool.md)
[[nodiscard]] int run(const std::vector<std::string>& words);

}  // namespace credence::tool
