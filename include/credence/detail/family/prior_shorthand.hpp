#pragma once
// What a prior may be given by in the place of all of its numbers.

namespace credence {
template <class Prior>
struct Partial;  // family/prior_rule.hpp
}  // namespace credence

namespace credence::detail {

template <class Prior>
struct PartialIn {
  using type = Partial<Prior>;
};
// Of several columns: some of the numbers that hold for every one of them.
template <class Prior>
requires requires { typename Prior::PerColumn; }
struct PartialIn<Prior> {
  using type = Partial<typename Prior::PerColumn>;
};

struct NoShorthand {
  friend bool operator==(const NoShorthand&, const NoShorthand&) = default;
};
template <class Prior>
struct ShorthandOf {
  using type = NoShorthand;
};
// A Dirichlet may also be given by one pseudo-count for each level, however many there will be.
template <class Prior>
requires requires { typename Prior::Symmetric; }
struct ShorthandOf<Prior> {
  using type = typename Prior::Symmetric;
};
// A prior of several columns may also be given by the same numbers for every one of them.
template <class Prior>
requires requires { typename Prior::PerColumn; }
struct ShorthandOf<Prior> {
  using type = typename Prior::PerColumn;
};
// A prior with fixed hyperparameters may also be given by these alone: the rest is automatic.
template <class Prior>
requires requires { typename Prior::Known; }
struct ShorthandOf<Prior> {
  using type = typename Prior::Known;
};

}  // namespace credence::detail
