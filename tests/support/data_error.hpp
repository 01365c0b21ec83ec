#pragma once
// Questions about the error that a call ended with.
#include <optional>
#include <string>

#include "support/throws.hpp"

namespace credence::testing {

/// Whether the message holds all the parts.
template <class... Parts>
[[nodiscard]] bool says(const std::optional<Error>& error, const Parts&... parts) {
  if (!error) return false;
  const std::string message = error->what();
  return ((message.find(parts) != std::string::npos) && ...);
}

/// Whether there is an error of that code.
[[nodiscard]] inline bool is(const std::optional<Error>& error, ErrorCode code) {
  return error && error->code() == code;
}

}  // namespace credence::testing
