#pragma once
// One run of the tool, from its words to its exit code.
#include <string>
#include <vector>

#include "process/ranks.hpp"

namespace credence::tool {

/// Does what the words after the program's name say. Results go to standard output, all else to
/// standard error; nothing is thrown.
/// out     the exit code (docs/reference/tool.md)
/// in      transport: between the processes that share the run, all of which call this; null for one
[[nodiscard]] int run(const std::vector<std::string>& words, Transport* transport = nullptr);

}  // namespace credence::tool
