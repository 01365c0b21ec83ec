#pragma once
// What is behind an object that can be moved from, and nothing else.
#include <credence/base/error.hpp>

#include <memory>
#include <string>

namespace credence::detail {

/// Returns what is behind an object.
/// in      what: the object is, in messages
/// throws  Error{domain} for one that was moved from
template <class State>
[[nodiscard]] State& behind(const std::unique_ptr<State>& state, const char* what) {
  if (state == nullptr) [[unlikely]]
    throw Error(ErrorCode::domain,
                std::string(what) + " was moved from; use the one that it was moved to");
  return *state;
}

}  // namespace credence::detail
