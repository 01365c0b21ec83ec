// Random cases by rapidcheck, compiled once for all laws.
#include "support/law_cases.hpp"

#include <cstdlib>
#include <iostream>

bool credence::testing::holds(const std::string& name,
                              const std::function<void(std::uint64_t)>& property, int times) {
  namespace detail = rc::detail;
  detail::TestParams params = detail::configuration().testParams;
  params.maxSuccess *= times;
  if (const char* wished = std::getenv("CREDENCE_LAW_CASES")) params.maxSuccess = std::atoi(wished);
  detail::TestMetadata metadata;
  metadata.id = metadata.description = name;
  const detail::TestResult result = detail::checkTestable(property, metadata, params);
  if (result.is<detail::SuccessResult>()) return true;
  std::cerr << "- " << name << '\n';
  detail::printResultMessage(result, std::cerr);
  std::cerr << std::endl;
  return false;
}
