#include <credence/detail/base/place.hpp>

#include <credence/base/error.hpp>
#include <string>

namespace credence::detail {

void no_such_place(std::string_view what, Index at, Index size) {
  const std::string thing(what);
  const std::string remedy =
      size == 0 ? std::string("there is none") : "choose one from 0 to " + std::to_string(size - 1);
  throw Error(ErrorCode::shape,
              "no " + thing + " has the position " + std::to_string(at) + "; " + remedy);
}

}  // namespace credence::detail
