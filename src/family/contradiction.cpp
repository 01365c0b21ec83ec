// The sentences on statistics that no data could have left.
#include <credence/detail/family/contradiction.hpp>

#include <cmath>

namespace credence::detail {

std::string sums_of_nothing(const Named& count, std::initializer_list<Named> sums) {
  if (count.second != 0) return {};
  for (const Named& sum : sums)
    if (sum.second != 0)
      return "'" + std::string(count.first) + "' is 0, and '" + std::string(sum.first) + "' " +
             text(sum.second);
  return {};
}

std::string above(const Named& part, const Named& whole) {
  if (!(part.second > whole.second + summed * std::abs(whole.second))) return {};
  return "'" + std::string(part.first) + "' is " + text(part.second) + ", above '" +
         std::string(whole.first) + "', " + text(whole.second);
}

}  // namespace credence::detail
