#pragma once
// A typed prior as a schema states it.
#include <credence/data/schema.hpp>
#include <credence/family/prior_rule.hpp>
#include <string>
#include <type_traits>

namespace credence {

namespace detail {
/// Returns the given numbers by name, and the sample size where the numbers alone do not say it.
template <class Prior>
[[nodiscard]] Fields given_fields(const Partial<Prior>& partial) {
  Fields fields;
  partial.for_each(true, [&](const auto& member) {
    fields.emplace_back(std::string(member.name), partial.numbers.*(member.pointer));
  });
  if (fields.empty() || partial.n != 1) fields.emplace_back("n", partial.n);
  return fields;
}
}  // namespace detail

/// What a schema says of a rule: its word, or its named numbers.
template <class Prior>
[[nodiscard]] PriorSpec prior_spec_of(const PriorRule<Prior>& rule) {
  return rule.visit([](const auto& prior) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(prior)>, Automatic>)
      return PriorSpec{.word = std::string(to_string(prior)), .values = {}, .by_class = {}};
    else if constexpr (Described<std::remove_cvref_t<decltype(prior)>>)
      return PriorSpec{.word = {}, .values = to_fields(prior), .by_class = {}};
    else
      return PriorSpec{.word = {}, .values = detail::given_fields(prior), .by_class = {}};
  });
}

}  // namespace credence
