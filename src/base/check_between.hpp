#pragma once
// Holds numbers that are asked for to the interval from 0 to 1.
#include <credence/base/error.hpp>

#include <fmt/format.h>

namespace credence::detail {

/// Throws Error{domain} unless a number lies between 0 and 1.
/// in      what: it is, as "the mass of an interval"
inline void check_between_0_and_1(const char* what, double value) {
  if (!(value > 0 && value < 1))
    throw Error(ErrorCode::domain,
                fmt::format("{} is {}; give a number between 0 and 1", what, value));
}

}  // namespace credence::detail
