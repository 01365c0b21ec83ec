// Numbers in messages, and the sentence on a moment that does not exist.
#include <credence/detail/density/detail.hpp>

#include <charconv>

namespace credence::detail {

std::string text(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

Error no_moment(const std::string& what, const std::string& name, double value, double bound) {
  return Error(ErrorCode::undefined,
               what + " exists only for '" + name + "' above " + text(bound) + ", here it is " +
                   text(value) + "; more data or a stronger prior raise it, and quantiles exist");
}

}  // namespace credence::detail
