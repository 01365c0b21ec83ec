#pragma once
// What may be given where a family wants a datum: nothing that would be misread in silence.
#include <concepts>
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/density/count.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace credence::detail {

/// Integers, and not truth values or letters.
template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                      !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
                      !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

/// Enumerations whose values are such integers.
template <class T>
concept Enumeration = std::is_enum_v<T> && WholeNumber<std::underlying_type_t<T>>;

/// Returns whether a value of one type may be observed as a datum of another. C++ alone would make
/// true of a text, of 0.3 and of -7.
/// binary      bool (and the reference to one in std::vector<bool>)
/// codes       integers other than bool, and enumerations; other integers likewise
/// counts      integers other than bool, over an exposure of 1; Count with any exposure
/// numbers     any arithmetic type but bool
/// all others  what converts to them
template <class Given, class Datum>
[[nodiscard]] constexpr bool may_be_given() {
  if constexpr (std::same_as<Given, Datum>)
    return true;
  else if constexpr (std::same_as<Datum, bool>)
    return std::same_as<Given, std::vector<bool>::reference>;
  else if constexpr (std::same_as<Datum, Code>)
    return WholeNumber<Given> || Enumeration<Given>;
  else if constexpr (WholeNumber<Datum> || std::same_as<Datum, Count>)
    return WholeNumber<Given>;
  else if constexpr (std::floating_point<Datum>)
    return std::is_arithmetic_v<Given> && !std::same_as<Given, bool>;
  else
    return std::convertible_to<const Given&, Datum>;
}

template <class Given, class Datum>
concept GivenFor = may_be_given<Given, Datum>();

/// An integer that the type of a datum cannot hold. Throws Error{domain}.
[[noreturn]] inline void integer_out_of_range(const std::string& given) {
  throw Error(ErrorCode::domain,
              "the integer " + given + " is too large for a code; use the position of a level");
}

/// Calls `use(datum)` with a value as the datum that it stands for.
/// throws  Error{domain} for an integer that the type of the datum cannot hold
template <class Datum, GivenFor<Datum> Given, class Use>
void with_given(const Given& given, const Use& use) {
  if constexpr (std::same_as<Given, Datum>) {
    use(given);
  } else if constexpr (Enumeration<Given>) {
    with_given<Datum>(static_cast<std::underlying_type_t<Given>>(given), use);
  } else if constexpr (WholeNumber<Datum>) {
    if (!std::in_range<Datum>(given)) integer_out_of_range(std::to_string(given));
    use(static_cast<Datum>(given));
  } else if constexpr (std::same_as<Datum, Count>) {
    use(Count(static_cast<double>(given)));
  } else {
    use(static_cast<Datum>(given));
  }
}

}  // namespace credence::detail
