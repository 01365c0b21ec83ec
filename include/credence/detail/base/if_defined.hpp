#pragma once
// Asks for what may not exist for these data: for the value, or for the reason.
#include <credence/base/error.hpp>
#include <optional>
#include <string>

namespace credence::detail {

/// Returns what `make` gives, or nothing where it throws Error{undefined}.
template <class Make>
[[nodiscard]] auto if_defined(Make&& make) -> std::optional<decltype(make())> {
  try {
    return make();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return std::nullopt;
  }
}

/// Calls `make`. Returns the message of the Error{undefined} that it throws, or an empty text.
template <class Make>
[[nodiscard]] std::string why_undefined(Make&& make) {
  try {
    make();
    return {};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return error.what();
  }
}

}  // namespace credence::detail
