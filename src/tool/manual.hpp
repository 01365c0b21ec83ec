#pragma once
// What the tool says of itself, as pages of man and as tables of the reference.
#include <string>

#include "verbs.hpp"

namespace credence::tool {

/// Returns the page credence(1): all verbs.
[[nodiscard]] std::string man_page();

/// Returns the page credence-VERB(1).
[[nodiscard]] std::string man_page(const Verb& verb, const Grammar& grammar);

/// Usage and flags of a verb in Markdown, a table for each section but those that most verbs have.
[[nodiscard]] std::string markdown_of(const Verb& verb, const Grammar& grammar);

/// Returns the flags of the sections that most verbs have, with the verbs that have them.
[[nodiscard]] std::string shared_markdown();

}  // namespace credence::tool
