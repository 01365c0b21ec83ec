#pragma once
// On how many random cases a law is checked.
#include <rapidcheck.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

namespace credence::testing {

/// Checks a property on `times` as many random cases as RC_PARAMS says (CTest: 1000), or on
/// CREDENCE_LAW_CASES of them, which the preset `soak` sets to a million.
template <class Property>
bool holds(const std::string& name, Property&& property, int times = 1) {
  namespace detail = rc::detail;
  detail::TestParams params = detail::configuration().testParams;
  params.maxSuccess *= times;
  if (const char* wished = std::getenv("CREDENCE_LAW_CASES")) params.maxSuccess = std::atoi(wished);
  detail::TestMetadata metadata;
  metadata.id = metadata.description = name;
  const detail::TestResult result =
      detail::checkTestable(std::forward<Property>(property), metadata, params);
  if (result.is<detail::SuccessResult>()) return true;
  std::cerr << "- " << name << '\n';
  detail::printResultMessage(result, std::cerr);
  std::cerr << std::endl;
  return false;
}

}  // namespace credence::testing
