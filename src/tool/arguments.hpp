#pragma once
// From the words of a command line to a verb and the values of its flags.
#include <string>
#include <vector>

#include "verbs.hpp"

namespace credence::tool {

/// A command line whose grammar is understood, and all that may be missing from it is there.
struct Arguments {
  std::string answer;  ///< when not empty: to be printed instead of running a verb
  Command command;
};

/// Reads the words after the program's name.
/// throws  UsageError for an unknown verb or flag, a missing value or file, a format that the verb
///         does not have
[[nodiscard]] Arguments parse(const std::vector<std::string>& words);

/// Understands the values of the flags, each once.
/// throws  UsageError for a value that is none, and for standard input that is to be read twice
void take_values(Command& command);

}  // namespace credence::tool
