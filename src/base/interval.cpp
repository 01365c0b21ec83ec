// Which masses an interval can hold.
#include <credence/base/interval.hpp>

#include "base/check_between.hpp"

namespace credence::detail {

void check_mass(double mass) { check_between_0_and_1("the mass of an interval", mass); }

}  // namespace credence::detail
