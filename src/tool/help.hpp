#pragma once
// What the tool says of itself: its verbs and their flags, for people at a terminal.
#include <string>

#include "verbs.hpp"

namespace credence::tool {

/// No line of help is longer.
inline constexpr std::size_t help_columns = 100;

/// Returns a few lines for someone who gave no verb.
[[nodiscard]] std::string short_help();

/// Returns all verbs, in groups, with examples.
[[nodiscard]] std::string general_help();

/// Returns the flags of a verb in sections, those that are needed marked, with examples.
[[nodiscard]] std::string help_of(const Verb& verb, const Grammar& grammar);

/// "credence compare DATA --label NAME [options]": what a command line of the verb needs.
[[nodiscard]] std::string usage_of(const Verb& verb, const Grammar& grammar);

/// "-o, --output FILE".
[[nodiscard]] std::string spelled(const Flag& flag);

/// "required", "required unless --schema", or nothing.
[[nodiscard]] std::string need_of(const Flag& flag);

/// "the column that holds the classes (required unless --schema)".
[[nodiscard]] std::string explained(const Flag& flag);

}  // namespace credence::tool
