#pragma once
// On how many random cases a law is checked.
#include <rapidcheck.h>

#include <cstdint>
#include <functional>
#include <string>

namespace credence::testing {

/// Checks a property of a seed on `times` as many random seeds as RC_PARAMS says (CTest: 1000), or on
/// CREDENCE_LAW_CASES of them, which the preset `soak` sets to a million. One type for all properties: what
/// rapidcheck is made of is not compiled for each law and family.
bool holds(const std::string& name, const std::function<void(std::uint64_t)>& property,
           int times = 1);

}  // namespace credence::testing
