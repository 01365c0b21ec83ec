#pragma once
// What one datum of a family can be: six kinds, and no others.
#include <credence/base/index.hpp>
#include <credence/density/count.hpp>
#include <type_traits>
#include <vector>

namespace credence {

/// What one datum of a family is. A closed set: all that reads cells knows these six and no others.
enum class DatumKind {
  answer,    ///< bool
  category,  ///< Code, of levels with names
  number,    ///< double
  count,     ///< Count: a number of events over an exposure
  words,     ///< WordCounts: a document
  numbers,   ///< std::vector<double>: a row of several columns
};

namespace detail {
template <class Datum>
struct KindOfDatum;
template <>
struct KindOfDatum<bool> : std::integral_constant<DatumKind, DatumKind::answer> {};
template <>
struct KindOfDatum<Code> : std::integral_constant<DatumKind, DatumKind::category> {};
template <>
struct KindOfDatum<double> : std::integral_constant<DatumKind, DatumKind::number> {};
template <>
struct KindOfDatum<Count> : std::integral_constant<DatumKind, DatumKind::count> {};
template <>
struct KindOfDatum<WordCounts> : std::integral_constant<DatumKind, DatumKind::words> {};
template <>
struct KindOfDatum<std::vector<double>> : std::integral_constant<DatumKind, DatumKind::numbers> {};
}  // namespace detail

/// Returns the kind of a type of datum; does not compile for a type that is none of the six.
template <class Datum>
inline constexpr DatumKind kind_of_datum = detail::KindOfDatum<Datum>::value;

/// Returns whether data of that kind have levels (or words) with names of their own.
[[nodiscard]] constexpr bool has_levels(DatumKind kind) {
  return kind == DatumKind::category || kind == DatumKind::words;
}

}  // namespace credence
