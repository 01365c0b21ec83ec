#pragma once
// What an expression throws, as values that a test can compare.
#include <credence/base/error.hpp>
#include <optional>
#include <string>

namespace credence::testing {

/// The error that a call throws, or nothing.
template <class Call>
std::optional<Error> thrown_by(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// Whether a call throws an error of that code whose message holds the text.
template <class Call>
bool throws_error(Call&& call, ErrorCode code, const std::string& text = "") {
  const std::optional<Error> error = thrown_by(call);
  return error && error->code() == code &&
         std::string(error->what()).find(text) != std::string::npos;
}

}  // namespace credence::testing
