#pragma once
// From a prior as a schema states it to the prior of one cell.
#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/data/schema.hpp>
#include <credence/detail/learn/prior_spec.hpp>
#include <credence/family/family_facts.hpp>
#include <optional>
#include <string>

namespace credence {

/// What is believed of one feature before data: one rule for all classes, or one for each.
template <ConjugateFamily F>
struct FeaturePrior {
  using Rule = PriorRule<typename F::Prior>;

  Rule shared = F{}.prior;
  std::vector<std::pair<std::string, Rule>> by_class;

  [[nodiscard]] const Rule& rule(std::string_view klass) const {
    for (const auto& [name, rule] : by_class)
      if (name == klass) return rule;
    return shared;
  }
  friend bool operator==(const FeaturePrior&, const FeaturePrior&) = default;
};

namespace detail {

/// Throws Error{schema}: the word is not one that a prior may be.
/// in  words: those that it may be
[[noreturn]] void unknown_prior_word(std::string_view word, std::string_view what,
                                     const std::vector<Automatic>& words);
/// Throws Error{undefined}: `resolve` was asked for a word that needs the statistics of each class.
[[noreturn]] void needs_every_class(Automatic word, std::string_view what);
/// "the prior of column 'age'"
[[nodiscard]] std::string prior_of_column(std::string_view name);
/// Throws Error{shape}: a Dirichlet prior of `weights` entries for `levels` levels.
[[noreturn]] void wrong_number_of_weights(Index weights, Index levels, std::string_view what);

/// Whether one of the fields has that name.
[[nodiscard]] inline bool holds(const Fields& fields, std::string_view name) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const auto& field) { return field.first == name; });
}

template <ConjugateFamily F>
PriorRule<typename F::Prior> rule_from(const PriorSpec& spec, const std::string& what) {
  using Prior = typename F::Prior;
  for (const Automatic word : prior_words_of<F>())
    if (spec.word == to_string(word)) return word;
  if (!spec.word.empty()) unknown_prior_word(spec.word, what, prior_words_of<F>());
  if (spec.values.empty()) return F{}.prior;
  if constexpr (requires { typename Prior::Symmetric; }) {
    if (spec.values.size() == 1 && spec.values.front().first == "each")
      return from_fields<typename Prior::Symmetric>(spec.values, what);
  }
  if constexpr (requires { typename Prior::PerColumn; }) {
    if (holds(spec.values, "mean"))
      return from_fields<typename Prior::PerColumn>(spec.values, what);
  }
  if constexpr (requires { typename Prior::Known; }) {
    using Known = typename Prior::Known;
    if (spec.values.size() == Known::members.size) return from_fields<Known>(spec.values, what);
  }
  return from_fields<Prior>(spec.values, what);
}

}  // namespace detail

/// The word of a prior that leaves it to the data of each class, if one does.
template <ConjugateFamily F>
[[nodiscard]] std::optional<Automatic> empirical_word(const FeaturePrior<F>& prior) {
  const auto word_of = [](const auto& rule) -> std::optional<Automatic> {
    const auto* word = std::get_if<Automatic>(&rule);
    return word && is_empirical(*word) ? std::optional(*word) : std::nullopt;
  };
  if (prior.by_class.empty()) return word_of(prior.shared);
  for (const auto& rule : prior.by_class)
    if (const auto word = word_of(rule.second)) return word;
  return std::nullopt;
}

/// Whether a rule of the prior gives one weight for each level, so that no level may join.
template <ConjugateFamily F>
[[nodiscard]] bool has_weights(const FeaturePrior<F>& prior) {
  const auto weighted = [](const auto& rule) {
    return LevelledStatistics<typename F::Statistics> &&
           std::holds_alternative<typename F::Prior>(rule);
  };
  if (prior.by_class.empty()) return weighted(prior.shared);
  return std::any_of(prior.by_class.begin(), prior.by_class.end(),
                     [&](const auto& rule) { return weighted(rule.second); });
}

/// The typed prior of a feature.
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

/// The same, back as plain data with every default written out.
template <ConjugateFamily F>
[[nodiscard]] PriorSpec spec_of(const FeaturePrior<F>& prior) {
  if (prior.by_class.empty()) return prior_spec_of(prior.shared);
  PriorSpec spec;
  for (const auto& [klass, rule] : prior.by_class)
    spec.by_class.emplace_back(klass, prior_spec_of(rule));
  return spec;
}

/// The numbers that a rule stands for, where the pooled column determines them; BlockPriors also
/// knows the words that need the statistics of each class.
/// in      pooled: statistics of the column over all classes;  reserved: levels kept for unseen
///         categories (0 or 1)
/// throws  Error{undefined} where the word has no meaning for these data, as in a constant column;
///         Error{shape} where a list of weights does not fit the levels
template <ConjugateFamily F>
[[nodiscard]] typename F::Prior resolve(const PriorRule<typename F::Prior>& rule,
                                        const typename F::Statistics& pooled, Index reserved,
                                        const std::string& what) {
  using Prior = typename F::Prior;
  if (const auto* word = std::get_if<Automatic>(&rule); word && is_empirical(*word))
    detail::needs_every_class(*word, what);
  if (const auto* word = std::get_if<Automatic>(&rule);
      word && !LevelledStatistics<typename F::Statistics>)
    return F::automatic(*word, pooled);
  if constexpr (requires { typename Prior::Known; }) {
    if (const auto* known = std::get_if<typename Prior::Known>(&rule))
      return F::automatic(*known, pooled);
  }
  if constexpr (requires { typename Prior::Symmetric; }) {
    const Index levels = pooled.levels() + reserved;
    if (const auto* each = std::get_if<typename Prior::Symmetric>(&rule))
      return expand(*each, levels);
    if (std::holds_alternative<Automatic>(rule)) return expand(typename Prior::Symmetric{}, levels);
    const Prior& prior = std::get<Prior>(rule);
    const auto weights = static_cast<Index>(prior.weights.size());
    if (weights != levels) detail::wrong_number_of_weights(weights, levels, what);
  }
  return std::get<Prior>(rule);
}

}  // namespace credence
