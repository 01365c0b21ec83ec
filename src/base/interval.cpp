// What is said of an interval that cannot be.
#include <credence/base/interval.hpp>

#include <credence/base/error.hpp>

#include <fmt/format.h>

namespace credence::detail {

void no_mass(double mass) {
  throw Error(ErrorCode::domain,
              fmt::format("the mass of an interval is {}; give a number between 0 and 1", mass));
}

}  // namespace credence::detail
