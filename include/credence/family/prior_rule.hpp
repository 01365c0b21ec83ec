#pragma once
// What a model says of a prior before it has seen data.
#include <concepts>
#include <string_view>
#include <variant>

namespace credence {

/// A word that stands for numbers which are found when a posterior is asked, from the statistics of
/// the column pooled over classes.
enum class Automatic {
  unit,    ///< "auto": scale-aware, worth one observation
  steady,  ///< "auto3": the same with shape 3/2, so that every Bayesian estimate exists from one
           ///< row on
};

[[nodiscard]] constexpr std::string_view to_string(Automatic rule) {
  return rule == Automatic::unit ? "auto" : "auto3";
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
}  // namespace detail

/// Numbers, or a word that stands for them.
template <class Prior>
using PriorRule = typename detail::RuleOf<Prior>::type;

}  // namespace credence
