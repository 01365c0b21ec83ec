#pragma once
// What a call says when it fails.
#include <credence/base/error.hpp>

#include <optional>
#include <string>

namespace credence::testing {

/// The Error that `call` throws, or nothing when it returns.
template <class Call>
std::optional<Error> error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// Whether `call` throws an Error of this code with exactly this message.
template <class Call>
bool fails_with(ErrorCode code, const std::string& message, Call&& call) {
  const std::optional<Error> error = error_of(call);
  return error && error->code() == code && error->what() == message;
}

/// Whether `call` throws an Error of this code whose message holds the text.
template <class Call>
bool throws_error(Call&& call, ErrorCode code, const std::string& text = "") {
  const std::optional<Error> error = error_of(call);
  return error && error->code() == code &&
         std::string(error->what()).find(text) != std::string::npos;
}

}  // namespace credence::testing
