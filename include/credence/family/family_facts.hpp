#pragma once
// What anyone may know of a family without its type.
#include <credence/data/tying.hpp>
#include <credence/detail/family/datum_kind.hpp>
#include <credence/family/empirical_prior.hpp>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/family.hpp>
#include <string_view>
#include <type_traits>
#include <vector>

namespace credence {

namespace detail {
/// Statistics of counts over an exposure.
template <class S>
concept Exposed = requires(S statistics) {
  statistics.exposure;
};
}  // namespace detail

/// What schemas call a family. Families of several columns share the word of their single one.
template <ConjugateFamily F>
[[nodiscard]] constexpr std::string_view word_of() {
  if constexpr (TiedFamily<F>)
    return F::word;
  else
    return F::name;
}

/// Returns whether columns of a block of the family have a full covariance.
template <ConjugateFamily F>
[[nodiscard]] constexpr Covariance covariance_of() {
  if constexpr (requires { F::covariance; })
    return F::covariance;
  else
    return Covariance::diagonal;
}

/// A family as plain data.
struct FamilyFacts {
  std::string_view name;   ///< its own
  std::string_view word;   ///< what schemas call it; families of several columns share one
  std::string_view needs;  ///< what its data must be, for messages
  DatumKind datum = DatumKind::number;
  bool levelled = false;  ///< has levels that are learned
  bool tied = false;      ///< a block of columns whose variances may be tied
  bool exact = false;     ///< can be added up without rounding
  bool exposed = false;   ///< its counts may have an exposure
  Covariance covariance = Covariance::diagonal;
  std::vector<Automatic> prior_words = {};           ///< what its prior may be
  std::vector<std::string_view> prior_keys = {};     ///< the numbers that its prior may give
  std::vector<std::string_view> elicited_keys = {};  ///< what else says them: mean, sd, n

  friend bool operator==(const FamilyFacts&, const FamilyFacts&) = default;
};

/// Returns the words that the prior of a family may be.
template <ConjugateFamily F>
[[nodiscard]] std::vector<Automatic> prior_words_of() {
  std::vector<Automatic> words{Automatic::unit, Automatic::steady};
  if constexpr (EmpiricalFamily<F>) {
    words.push_back(Automatic::empirical);
    words.push_back(Automatic::empirical_block);
    if constexpr (LevelledStatistics<typename F::Statistics>) {
      words.push_back(Automatic::empirical_each);
      words.push_back(Automatic::leave_one_out_each);
    }
  }
  if constexpr (TiedEmpiricalFamily<F>) words.push_back(Automatic::empirical);
  if constexpr (SupervisedFamily<F>) words.push_back(Automatic::description_length);
  return words;
}

/// Returns the numbers that the prior of a family may give, in each of its forms.
template <ConjugateFamily F>
[[nodiscard]] std::vector<std::string_view> prior_keys_of() {
  using Prior = typename F::Prior;
  std::vector<std::string_view> keys = member_names<Prior>();
  const auto add = [&](const std::vector<std::string_view>& more) {
    for (const std::string_view key : more) {
      bool known = false;
      for (const std::string_view other : keys) known = known || other == key;
      if (!known) keys.push_back(key);
    }
  };
  if constexpr (requires { typename Prior::Symmetric; })
    add(member_names<typename Prior::Symmetric>());
  if constexpr (requires { typename Prior::PerColumn; })
    add(member_names<typename Prior::PerColumn>());
  if constexpr (requires { typename Prior::Known; }) add(member_names<typename Prior::Known>());
  return keys;
}

/// Returns the keys that elicit the prior of a family.
template <ConjugateFamily F>
[[nodiscard]] std::vector<std::string_view> elicited_keys_of() {
  if constexpr (requires { F::elicits; })
    return {F::elicits.begin(), F::elicits.end()};
  else
    return {};
}

/// Returns the facts of a family.
template <ConjugateFamily F>
[[nodiscard]] FamilyFacts facts_of() {
  using Statistics = typename F::Statistics;
  using Datum = typename Statistics::value_type;
  return {.name = F::name,
          .word = word_of<F>(),
          .needs = F::needs,
          .datum = kind_of_datum<Datum>,
          .levelled = LevelledStatistics<Statistics>,
          .tied = TiedFamily<F>,
          .exact = ExactlySummable<Statistics>,
          .exposed = std::is_same_v<Datum, Count> && detail::Exposed<Statistics>,
          .covariance = covariance_of<F>(),
          .prior_words = prior_words_of<F>(),
          .prior_keys = prior_keys_of<F>(),
          .elicited_keys = elicited_keys_of<F>()};
}

}  // namespace credence
