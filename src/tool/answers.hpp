#pragma once
// What the tool answers about itself, to a person, a manual or a shell.
#include <optional>
#include <string>
#include <vector>

namespace credence::tool {

/// What is printed for `help [--man|--markdown] [VERB]` and `completions SHELL`; none for other words.
/// throws  UsageError for an unknown verb or shell
[[nodiscard]] std::optional<std::string> answer_to(const std::vector<std::string>& words);

}  // namespace credence::tool
