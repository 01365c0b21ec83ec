// Which flags a command line has.
#include "flags.hpp"

#include <algorithm>

namespace credence::tool {

bool Grammar::given(std::string_view name) const {
  return std::any_of(flags_.begin(), flags_.end(), [&](const Flag& flag) {
    return flag.name == name && (flag.on != nullptr ? *flag.on : !flag.values.empty());
  });
}

std::string_view Grammar::first_given(std::initializer_list<std::string_view> names) const {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](auto name) { return given(name); });
  return found == names.end() ? std::string_view() : *found;
}

}  // namespace credence::tool
