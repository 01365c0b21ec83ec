#pragma once
// Which cells of a block of normal columns share a variance, and whether its columns have a full
// covariance.
#include <array>
#include <optional>
#include <string_view>

namespace credence {

/// Which cells of a block of normal columns share a variance.
enum class Tying {
  free,               ///< nobody: one variance for each column and class
  classes,            ///< the classes: one for each column
  features,           ///< the columns: one for each class, in units of the columns' own spreads
  all,                ///< one for everything, in the same units
  features_unscaled,  ///< one for each class, in the columns' own units
  all_unscaled,       ///< one for everything, in the columns' own units
};

/// Whether the columns of a block have a full covariance.
enum class Covariance {
  diagonal,  ///< none: the columns are independent given the class
  full,      ///< every two of them have a covariance
};

inline constexpr std::array all_tyings{Tying::free, Tying::classes,           Tying::features,
                                       Tying::all,  Tying::features_unscaled, Tying::all_unscaled};

/// Returns whether the columns of one class share a variance.
[[nodiscard]] constexpr bool ties_columns(Tying tying) {
  return tying != Tying::free && tying != Tying::classes;
}
/// Returns whether columns that share a variance do so in units of their own spreads.
[[nodiscard]] constexpr bool in_units_of_spreads(Tying tying) {
  return tying == Tying::features || tying == Tying::all;
}
/// Returns whether the classes share the variance of a column.
[[nodiscard]] constexpr bool ties_classes(Tying tying) {
  return tying == Tying::classes || tying == Tying::all || tying == Tying::all_unscaled;
}

/// Returns the tying's word in schemas and flags.
[[nodiscard]] constexpr std::string_view to_string(Tying tying) {
  switch (tying) {
    case Tying::free:
      return "free";
    case Tying::classes:
      return "classes";
    case Tying::features:
      return "features";
    case Tying::all:
      return "all";
    case Tying::features_unscaled:
      return "features_unscaled";
    default:
      return "all_unscaled";
  }
}

/// Returns the tying of that word; none for any other word.
[[nodiscard]] constexpr std::optional<Tying> tying_named(std::string_view word) {
  for (const Tying tying : all_tyings)
    if (to_string(tying) == word) return tying;
  return std::nullopt;
}

}  // namespace credence
