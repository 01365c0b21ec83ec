// What is told of a prior: which numbers it may be, and what is said of those that it may not.
#include <credence/family/prior_rule.hpp>

#include <credence/base/error.hpp>

#include <fmt/format.h>

#include "base/names.hpp"

namespace credence::detail {

void not_in_numbers() {
  throw Error(
      ErrorCode::schema,
      "a prior is needed in numbers, but it is a word or leaves some of them out; give all");
}

void given_twice(const Elicited& told, std::string_view key, std::string_view member) {
  throw Error(ErrorCode::schema, fmt::format("{} gives both '{}' and '{}', of which one follows "
                                             "from the other; leave one of them out",
                                             told.what, key, member));
}

void check_elicited(const Elicited& told) {
  if (told.sd) check_domain(*told.sd, Domain::positive, "sd", told.what);
  if (told.n) check_domain(*told.n, Domain::positive, "n", told.what);
}

double elicited_mean(const Elicited& told, Domain domain) {
  check_domain(*told.mean, domain, "mean", told.what);
  return *told.mean;
}

double elicited_share(const Elicited& told) {
  const double mean = *told.mean;
  if (mean > 0 && mean < 1) return mean;
  throw Error(ErrorCode::domain,
              fmt::format("{} holds {} as 'mean', which is the probability of 1; make it a number "
                          "between 0 and 1, neither of them",
                          told.what, mean));
}

void lacks_constant(const Elicited& told, std::string_view constant, std::string_view example) {
  throw Error(ErrorCode::schema, fmt::format("{} needs 'mean' and '{}' together, for example '{}'",
                                             told.what, constant, example));
}

void incompletely_elicited(const Elicited& told, const std::vector<std::string_view>& missing) {
  throw Error(ErrorCode::schema,
              fmt::format("{} leaves {} to data; give mean, sd and n as far as the family takes "
                          "them, or the prior in numbers",
                          told.what, quoted_list(missing)));
}

}  // namespace credence::detail
