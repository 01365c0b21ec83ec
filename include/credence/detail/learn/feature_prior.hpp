#pragma once
// From a prior as a schema states it to the prior of one cell.
#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/data/schema.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/data/entry_places.hpp>
#include <credence/detail/learn/prior_spec.hpp>
#include <credence/detail/learn/strengthened.hpp>
#include <credence/family/family_facts.hpp>
#include <optional>
#include <span>
#include <string>

namespace credence {

/// The distribution of one feature before data: one rule for all classes, or one for each.
template <ConjugateFamily F>
struct FeaturePrior {
  using Rule = PriorRule<typename F::Prior>;

  Rule shared = F{}.prior;
  std::vector<std::pair<std::string, Rule>> by_class;

  /// Returns the rule of each class.
  [[nodiscard]] std::vector<const Rule*> rules(std::span<const std::string> classes) const {
    std::vector<const Rule*> all;
    for (const Index at : detail::entries_of(classes, by_class))
      all.push_back(at < 0 ? &shared : &by_class[static_cast<std::size_t>(at)].second);
    return all;
  }
  friend bool operator==(const FeaturePrior&, const FeaturePrior&) = default;
};

namespace detail {

/// Throws Error{schema}: the word is not one that a prior of the family may be.
[[noreturn]] void unknown_prior_word(std::string_view word, std::string_view what,
                                     const FamilyFacts& family);
/// "the prior of column 'age'"
[[nodiscard]] std::string prior_of_column(std::string_view name);
/// Throws Error{shape}: a Dirichlet prior of `weights` entries for `levels` levels.
[[noreturn]] void wrong_number_of_weights(Index weights, Index levels, std::string_view what);

/// Returns whether one of the fields has that name.
[[nodiscard]] bool holds(const Fields& fields, std::string_view name);

/// What fields say about a prior beside its numbers.
/// in      numbers: the names of its numbers;  family: whose keys are known
/// throws  Error{schema} for a key that is unknown or there twice, and for one that says the sample
///         size of a prior beside numbers that say it, too
[[nodiscard]] Elicited told_in(const Fields& fields, std::span<const std::string_view> numbers,
                               const FamilyFacts& family, std::string_view what);

/// Returns the fixed hyperparameters, where all of them are given.
template <class Prior>
requires requires { typename Prior::Known; }
[[nodiscard]] std::optional<typename Prior::Known> known_in(const Partial<Prior>& partial) {
  typename Prior::Known known;
  std::size_t found = 0;
  for_each_member<typename Prior::Known>([&](const auto& constant) {
    partial.for_each(true, [&](const auto& member) {
      if constexpr (std::is_same_v<double Prior::*, std::remove_cvref_t<decltype(member.pointer)>>)
        if (member.name == constant.name) {
          known.*(constant.pointer) = partial.numbers.*(member.pointer);
          ++found;
        }
    });
  });
  if (found < Prior::Known::members.size) return std::nullopt;
  return known;
}

/// Returns the rule of some numbers; one that has all, or none, is that of the numbers or the word.
template <ConjugateFamily F, class Numbers>
[[nodiscard]] PriorRule<typename F::Prior> rule_of(Partial<Numbers> partial) {
  if (partial.complete()) return std::move(partial.numbers);
  if constexpr (!LevelledStatistics<typename F::Statistics>)
    if (partial.given == 0 && partial.n == 1) return Automatic::unit;
  if constexpr (requires { typename Numbers::Known; })
    if (const auto known = known_in(partial);
        known && partial.n == 1 && given_fields(partial).size() == Numbers::Known::members.size)
      return *known;
  return partial;
}

/// Numbers by name, not all of which need be there, and keys that elicit them.
template <ConjugateFamily F, class Numbers>
[[nodiscard]] PriorRule<typename F::Prior> partial_rule(const Fields& fields,
                                                        const std::string& what) {
  const Elicited told = told_in(fields, member_names<Numbers>(), facts_of<F>(), what);
  Partial<Numbers> partial;
  for_each_member<Numbers>([&](const auto& member) {
    if (!holds(fields, member.name)) return;
    auto value = partial.numbers.*(member.pointer);
    take(fields, member.name, what, value);
    partial.give(member.pointer, value);
  });
  if constexpr (requires { F::elicit(told, partial); })
    if (!partial.complete()) add_elicited<F>(told, partial);
  partial.for_each(true, [&](const auto& member) {
    check_domain(partial.numbers.*(member.pointer), member.domain, member.name, what);
  });
  if (partial.complete()) check_members(partial.numbers, what);
  return rule_of<F>(std::move(partial));
}

template <ConjugateFamily F>
PriorRule<typename F::Prior> rule_from(const PriorSpec& spec, const std::string& what) {
  using Prior = typename F::Prior;
  for (const Automatic word : prior_words_of<F>())
    if (spec.word == to_string(word)) return word;
  if (!spec.word.empty()) unknown_prior_word(spec.word, what, facts_of<F>());
  if (spec.values.empty()) return F{}.prior;
  if constexpr (requires { typename Prior::Symmetric; }) {
    if (holds(spec.values, "each"))
      return from_fields<typename Prior::Symmetric>(spec.values, what);
  }
  if constexpr (requires { F::of_each(1.0); })
    if (holds(spec.values, "each"))
      return F::of_each(from_fields<Dirichlet::Symmetric>(spec.values, what).each);
  if constexpr (requires { typename Prior::PerColumn; }) {
    using PerColumn = typename Prior::PerColumn;
    const std::vector<std::string_view> each = member_names<PerColumn>();
    for (const std::string_view name : member_names<Prior>())
      if (holds(spec.values, name) && std::find(each.begin(), each.end(), name) == each.end())
        return from_fields<Prior>(spec.values, what);
    return partial_rule<F, PerColumn>(spec.values, what);
  } else {
    if constexpr (requires { typename Prior::Known; }) {
      const std::vector<std::string_view> constants = member_names<typename Prior::Known>();
      if (spec.values.size() == constants.size() &&
          std::all_of(constants.begin(), constants.end(),
                      [&](std::string_view name) { return holds(spec.values, name); }))
        return from_fields<typename Prior::Known>(spec.values, what);
    }
    return partial_rule<F, Prior>(spec.values, what);
  }
}

/// Multiplies the prior sample size of a feature, which is in numbers.
/// throws  Error{undefined} for a word, and for some numbers
template <ConjugateFamily F>
void strengthen(FeaturePrior<F>& prior, double factor) {
  using Rule = PriorRule<typename F::Prior>;
  const auto scale = [&](Rule& rule) {
    rule = rule.visit([&]<class P>(const P& numbers) -> Rule {
      if constexpr (std::is_same_v<P, Automatic>)
        no_strength(to_string(numbers));
      else if constexpr (std::is_same_v<P, PartialOf<typename F::Prior>>)
        no_strength(to_string(Automatic::unit));
      else
        return with_strength(numbers, factor);
    });
  };
  if (prior.by_class.empty()) scale(prior.shared);
  for (auto& rule : prior.by_class) scale(rule.second);
}

}  // namespace detail

/// Returns the word of a prior that leaves it to the data of each class, if one does.
template <ConjugateFamily F>
[[nodiscard]] std::optional<Automatic> empirical_word(const FeaturePrior<F>& prior) {
  const auto word_of = [](const auto& rule) -> std::optional<Automatic> {
    const auto* word = get_if<Automatic>(rule);
    return word && is_empirical(*word) ? std::optional(*word) : std::nullopt;
  };
  if (prior.by_class.empty()) return word_of(prior.shared);
  for (const auto& rule : prior.by_class)
    if (const auto word = word_of(rule.second)) return word;
  return std::nullopt;
}

/// Returns whether a rule of the prior gives one weight for each level, so that no level may join.
template <ConjugateFamily F>
[[nodiscard]] bool has_weights(const FeaturePrior<F>& prior) {
  const auto weighted = [](const auto& rule) {
    return LevelledStatistics<typename F::Statistics> && holds_alternative<typename F::Prior>(rule);
  };
  if (prior.by_class.empty()) return weighted(prior.shared);
  return std::any_of(prior.by_class.begin(), prior.by_class.end(),
                     [&](const auto& rule) { return weighted(rule.second); });
}

/// Returns the typed prior of a feature.
/// in      what: names the feature in messages, for example "the prior of column 'age'"
/// throws  Error{schema} for an unknown word or name, Error{domain} for a number out of its domain
template <ConjugateFamily F>
[[nodiscard]] FeaturePrior<F> feature_prior(const PriorSpec& spec, const std::string& what) {
  FeaturePrior<F> prior;
  if (spec.by_class.empty()) {
    prior.shared = detail::rule_from<F>(spec, what);
    return prior;
  }
  for (const auto& [klass, rule] : spec.by_class)
    prior.by_class.emplace_back(klass,
                                detail::rule_from<F>(rule, what + " for class '" + klass + "'"));
  return prior;
}

/// Returns the same, back as plain data with every default written out.
template <ConjugateFamily F>
[[nodiscard]] PriorSpec spec_of(const FeaturePrior<F>& prior) {
  if (prior.by_class.empty()) return prior_spec_of(prior.shared);
  PriorSpec spec;
  for (const auto& [klass, rule] : prior.by_class)
    spec.by_class.emplace_back(klass, prior_spec_of(rule));
  return spec;
}

}  // namespace credence
