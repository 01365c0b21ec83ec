// The families of the library, in the order of the list in families.hpp.
#include <credence/base/error.hpp>
#include <credence/family/families.hpp>
#include <string>
#include <typeinfo>

#include "catalogue/shipped_type.hpp"

namespace credence {

const FamilySet& shipped_families() {
  static const FamilySet all = [] {
    FamilySet families;
    for_each_family(Families{},
                    [&]<class F>(F) { families = families.with(detail::shipped_type<F>()); });
    return families;
  }();
  return all;
}

namespace detail {

const FamilyType& shipped_type_of(const std::type_info& family) {
  for (const FamilyType* type : shipped_families())
    if (type->id() == family) return *type;
  throw Error(ErrorCode::schema, std::string("the library has no family of type ") + family.name() +
                                     "; only families that it ships say `using Shipped`");
}
}  // namespace detail

}  // namespace credence
