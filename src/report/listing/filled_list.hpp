#pragma once
// A list of a JSON document, written entry by entry: of a million entries the values of all of them
// would take ten times the memory of their text.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "data/json/schema_json.hpp"

namespace credence::report {

/// Returns the document with entries in a list that is empty in it.
/// in  document: as write_json writes it with an indent of 2;  name: of the list, a member of the
///     document itself;  entry_of: gives the JSON of each position
template <class EntryOf>
[[nodiscard]] std::string with_filled_list(const std::string& document, std::string_view name,
                                           std::size_t count, const EntryOf& entry_of) {
  if (count == 0) return document;
  const std::string list = fmt::format("\n  \"{}\": [", name);  // no text has a line feed
  const std::size_t end = document.find(list + ']') + list.size();
  std::string text = document.substr(0, end);
  for (std::size_t i = 0; i < count; ++i) {
    text += i == 0 ? "\n    " : ",\n    ";
    for (const char letter : write_json(entry_of(i), 2)) {
      text += letter;
      if (letter == '\n') text += "    ";
    }
  }
  text += "\n  ";
  text += std::string_view(document).substr(end);
  return text;
}

}  // namespace credence::report
