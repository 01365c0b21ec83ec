// JSON, rounded number by number.
#include "process/rounding.hpp"

#include <credence/data/number.hpp>
#include <credence/detail/base/rounded.hpp>

namespace credence::tool {
namespace {

// The string that begins at `at`, with its quotes.
std::string_view string_at(std::string_view json, std::size_t at) {
  std::size_t end = at + 1;
  while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
  return json.substr(at, end + 1 - at);
}

// A number, or a run of characters that are no part of one.
std::string_view token_at(std::string_view json, std::size_t at) {
  constexpr std::string_view of_numbers = "+-.0123456789eE";
  const bool is_number = json[at] == '-' || (json[at] >= '0' && json[at] <= '9');
  const std::size_t end =
      is_number ? json.find_first_not_of(of_numbers, at) : json.find_first_of("-0123456789\"", at);
  return json.substr(at, end == json.npos ? json.npos : end - at);
}

}  // namespace

std::string rounded_json(std::string_view json, int digits) {
  if (digits == 0) return std::string(json);
  std::string text;
  for (std::size_t at = 0; at < json.size();) {
    const std::string_view token = json[at] == '"' ? string_at(json, at) : token_at(json, at);
    const bool has_fraction = token[0] != '"' && token.find_first_of(".eE") != token.npos;
    const auto number = has_fraction ? to_number(token) : std::nullopt;
    text += number ? detail::rounded(*number, digits) : std::string(token);
    at += token.size();
  }
  return text;
}

}  // namespace credence::tool
