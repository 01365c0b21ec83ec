#pragma once
// The command line's grammar: verbs, flags, help.
#include <string>
#include <vector>

#include "options.hpp"

namespace credence::tool {

/// A command line understood: options of a verb, or a text that answers --help or --version.
struct Arguments {
  Options options;
  std::string answer;  ///< when not empty: to be printed instead of running a verb
};

/// Reads the words after the program's name.
/// throws  UsageError for an unknown verb or flag, a missing value or file, a value that is no
/// choice
[[nodiscard]] Arguments parse(const std::vector<std::string>& words);

/// A few lines for someone who gave no verb.
[[nodiscard]] std::string short_help();

}  // namespace credence::tool
