#pragma once
// The numbers that the rule of a prior stands for.
#include <algorithm>
#include <credence/detail/family/finite.hpp>
#include <credence/detail/learn/feature_facts.hpp>
#include <credence/detail/learn/feature_prior.hpp>
#include <credence/detail/learn/strengthened.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// Replaces the given members of a prior.
/// in  given: bit i for member i
template <class Prior>
void put_given(Prior& prior, const Prior& told, unsigned given) {
  unsigned bit = 1;
  for_each_member<Prior>([&](const auto& member) {
    if ((given & bit) != 0) prior.*(member.pointer) = told.*(member.pointer);
    bit <<= 1;
  });
}

/// Returns the error of an automatic prior with another remedy: to give the one number that is left
/// to it.
[[nodiscard]] Error with_missing_number(const Error& error, std::string_view member);

/// Returns what `automatic` does. Its error says to give all numbers; where one alone is missing, to
/// give that one.
template <class Some, class F>
[[nodiscard]] auto or_ask_for_missing(const Some& partial, const F& automatic) {
  try {
    return automatic();
  } catch (const Error& error) {
    std::vector<std::string_view> missing;
    partial.for_each(false, [&](const auto& member) { missing.push_back(member.name); });
    if (missing.size() != 1) throw;
    throw with_missing_number(error, missing.front());
  }
}

/// Returns the prior that some numbers stand for: the rest as `auto` has it, worth `n`
/// observations.
/// throws  Error{undefined} where `auto` has no meaning for these data
template <ConjugateFamily F>
[[nodiscard]] typename F::Prior completed(const Partial<typename F::Prior>& partial,
                                          const typename F::Statistics& pooled) {
  using Prior = typename F::Prior;
  const auto automatic = [&]() -> Prior {
    if constexpr (requires { typename Prior::Known; })
      if (const auto known = known_in(partial)) return F::automatic(*known, pooled);
    return F::automatic(Automatic::unit, pooled);
  };
  Prior prior = or_ask_for_missing(partial, automatic);
  if (partial.n != 1) prior = with_strength(std::move(prior), partial.n);
  put_given(prior, partial.numbers, partial.given);
  return prior;
}

/// Returns the same for a block of columns; numbers are those of every column.
template <TiedFamily F>
[[nodiscard]] typename F::Prior completed(const PartialOf<typename F::Prior>& partial, Tying tying,
                                          const typename F::Statistics& pooled, Index columns) {
  using Prior = typename F::Prior;
  Prior prior = or_ask_for_missing(
      partial, [&] { return F::tied_prior(Automatic::unit, tying, pooled, columns); });
  if (partial.n != 1) prior = with_strength(std::move(prior), partial.n);
  if constexpr (requires { typename Prior::PerColumn; })
    put_given(prior, F::tied_prior(partial.numbers, tying, pooled, columns), partial.given);
  else
    put_given(prior, partial.numbers, partial.given);
  return F::tied_prior(prior, tying, pooled, columns);
}

/// `n` observations in equal shares for all levels.
template <class Prior>
[[nodiscard]] typename Prior::Symmetric shared_by(const Partial<Prior>& partial, Index levels) {
  return {.each = partial.n / static_cast<double>(std::max<Index>(levels, 1))};
}

/// Returns a rule without words that stands for the same numbers, where the pooled column determines
/// them; BlockPriors also knows the words that need the statistics of each class.
/// in      pooled: statistics of the column over all classes
/// throws  Error{undefined} where the word has no meaning for these data, as in a constant column
template <ConjugateFamily F>
[[nodiscard]] PriorRule<typename F::Prior> resolved(const PriorRule<typename F::Prior>& rule,
                                                    const FeatureFacts& feature,
                                                    const typename F::Statistics& pooled) {
  using Prior = typename F::Prior;
  if (!holds_alternative<Prior>(rule))
    check_finite(pooled, [] { return std::string("all classes together"); });
  const auto* partial = get_if<PartialOf<Prior>>(rule);
  if constexpr (TiedFamily<F>) {
    // Numbers, too: they may be in units of the columns' spreads.
    const Index columns = std::ssize(feature.levels);
    if (partial != nullptr) return completed<F>(*partial, feature.tied, pooled, columns);
    return F::tied_prior(rule, feature.tied, pooled, columns);
  } else {
    const auto* word = get_if<Automatic>(rule);
    if constexpr (requires { typename Prior::Known; })
      if (const auto* known = get_if<typename Prior::Known>(rule))
        return F::automatic(*known, pooled);
    if constexpr (LevelledStatistics<typename F::Statistics>) {
      if (partial != nullptr) return shared_by(*partial, pooled.levels() + feature.reserved());
      if (word != nullptr) return typename Prior::Symmetric{};
    } else {
      if (partial != nullptr) return completed<F>(*partial, pooled);
      if (word != nullptr) return F::automatic(*word, pooled);
    }
    return rule;
  }
}

/// Returns the numbers of a rule without words: where it is one number for each level, all of them.
/// throws  Error{shape} where a list of weights does not fit the levels
template <ConjugateFamily F>
[[nodiscard]] typename F::Prior expanded(const PriorRule<typename F::Prior>& rule,
                                         const FeatureFacts& feature,
                                         const typename F::Statistics& pooled) {
  using Prior = typename F::Prior;
  if constexpr (requires { typename Prior::Symmetric; }) {
    const Index levels = pooled.levels() + feature.reserved();
    if (const auto* each = get_if<typename Prior::Symmetric>(rule)) return expand(*each, levels);
    const Index weights = std::ssize(numbers_of(rule).weights);
    if (weights != levels) wrong_number_of_weights(weights, levels, prior_of_column(feature.name));
  }
  return numbers_of(rule);
}

}  // namespace credence::detail
