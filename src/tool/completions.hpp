#pragma once
// Completion of verbs, flags, words and files in shells.
#include <string>
#include <string_view>

namespace credence::tool {

/// Returns a script that a shell reads.
/// in      shell: "bash", "zsh" or "fish"
/// throws  UsageError for another shell
[[nodiscard]] std::string completions_for(std::string_view shell);

}  // namespace credence::tool
