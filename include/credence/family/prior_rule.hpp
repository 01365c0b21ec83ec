#pragma once
// What a model says of a prior before it has seen data.
#include <array>
#include <concepts>
#include <string_view>
#include <variant>

namespace credence {

/// A word that stands for numbers which are found when a posterior is asked, from the statistics of
/// the column: pooled over classes, or, for an empirical prior, of each class.
enum class Automatic {
  unit,       ///< "auto": scale-aware, worth one observation
  steady,     ///< "auto3": the same with shape 3/2, so that every Bayesian estimate exists from one
              ///< row on
  empirical,  ///< "empirical": of largest evidence, from the classes of the column
  empirical_block,     ///< "empirical_block": the same, from all columns of the family
  empirical_each,      ///< "empirical_each": one number for every level, of largest evidence
  leave_one_out_each,  ///< "leave_one_out_each": the same, of largest leave-one-out score
  description_length,  ///< "mdl": bins between the cuts that tell the classes apart
};

/// Every word, in the order in which messages list them.
inline constexpr std::array all_automatic_words = {Automatic::unit,
                                                   Automatic::steady,
                                                   Automatic::empirical,
                                                   Automatic::empirical_block,
                                                   Automatic::empirical_each,
                                                   Automatic::leave_one_out_each,
                                                   Automatic::description_length};

[[nodiscard]] constexpr std::string_view to_string(Automatic rule) {
  switch (rule) {
    case Automatic::unit:
      return "auto";
    case Automatic::steady:
      return "auto3";
    case Automatic::empirical:
      return "empirical";
    case Automatic::empirical_block:
      return "empirical_block";
    case Automatic::empirical_each:
      return "empirical_each";
    case Automatic::leave_one_out_each:
      return "leave_one_out_each";
    case Automatic::description_length:
      return "mdl";
  }
  return {};
}

/// Whether the numbers come from the statistics of each class, and not from the pooled column.
[[nodiscard]] constexpr bool is_empirical(Automatic rule) {
  return rule != Automatic::unit && rule != Automatic::steady;
}

namespace detail {
template <class Prior>
struct RuleOf {
  using type = std::variant<Automatic, Prior>;
};
// A Dirichlet may also be given by one pseudo-count for each level, however many there will be.
template <class Prior>
requires requires { typename Prior::Symmetric; }
struct RuleOf<Prior> {
  using type = std::variant<Automatic, Prior, typename Prior::Symmetric>;
};
// A prior of several columns may also be given by the same numbers for every one of them.
template <class Prior>
requires requires { typename Prior::PerColumn; }
struct RuleOf<Prior> {
  using type = std::variant<Automatic, Prior, typename Prior::PerColumn>;
};
// A prior with constants that are known may also be given by these alone: the rest is automatic.
template <class Prior>
requires requires { typename Prior::Known; }
struct RuleOf<Prior> {
  using type = std::variant<Automatic, Prior, typename Prior::Known>;
};
}  // namespace detail

/// Numbers, or a word that stands for them.
template <class Prior>
using PriorRule = typename detail::RuleOf<Prior>::type;

}  // namespace credence
