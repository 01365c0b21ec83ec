#pragma once
// Names: whether one is among others, and how a message holds them.
#include <algorithm>
#include <string>
#include <string_view>

namespace credence::detail {

template <class Names>
[[nodiscard]] bool among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns the first from `at` on that `bears` holds of, around the end; `last` where there is none.
/// Names that are asked for in their order are each found at once, from where the last one was.
template <class Iterator, class Bears>
[[nodiscard]] Iterator find_around(Iterator first, Iterator at, Iterator last, const Bears& bears) {
  const Iterator found = std::find_if(at, last, bears);
  if (found != last) return found;
  const Iterator before = std::find_if(first, at, bears);
  return before == at ? last : before;
}

[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  std::string quoted = "'";  // by +, g++ 12 sees an overflow (GCC bug 105651)
  quoted.append(text);
  quoted += '\'';
  return quoted;
}

/// "'a', 'b'": names one after another.
template <class Names>
[[nodiscard]] std::string quoted_list(const Names& names) {
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + in_quotes(name);
  return list;
}

}  // namespace credence::detail
