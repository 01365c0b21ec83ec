#pragma once
// What a model says of a prior before it has seen data.
#include <array>
#include <credence/base/members.hpp>
#include <credence/detail/family/prior_shorthand.hpp>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace credence {

/// A word that stands for numbers which are found when a posterior is asked, from the statistics of
/// the column: pooled over classes, or, for an empirical-Bayes prior, of each class.
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

/// Returns whether the numbers come from the statistics of each class, and not from the pooled
/// column.
[[nodiscard]] constexpr bool is_empirical(Automatic rule) {
  return rule != Automatic::unit && rule != Automatic::steady;
}

/// What data a prior is worth: their mean, their standard deviation and their number. What is not
/// said stays as in `auto`.
///
///     elicited<NormalInverseGammaNormal>({.mean = 40, .sd = 10, .n = 5});
struct Elicited {
  std::optional<double> mean = {};
  std::optional<double> sd = {};                ///< standard deviation
  std::optional<double> n = {};                 ///< prior sample size
  std::string_view what = "an elicited prior";  ///< names the prior in messages

  friend bool operator==(const Elicited&, const Elicited&) = default;
};

namespace detail {
/// Throws Error{schema}: a number of a prior is given, and a key says the same in another way.
[[noreturn]] void given_twice(const Elicited& told, std::string_view key, std::string_view member);
/// Throws Error{domain} unless what is told of `sd` and `n` is positive and finite.
void check_elicited(const Elicited& told);
/// Returns the mean that was told, which must be in the domain; throws Error{domain}.
[[nodiscard]] double elicited_mean(const Elicited& told, Domain domain);
/// Returns the mean of yes and no, between 0 and 1; throws Error{domain}.
[[nodiscard]] double elicited_share(const Elicited& told);
/// Throws Error{schema}: the keys have a meaning beside a mean and a fixed hyperparameter only.
[[noreturn]] void lacks_constant(const Elicited& told, std::string_view constant,
                                 std::string_view example);
/// Throws Error{schema} where numbers of an elicited prior are left to data.
[[noreturn]] void incompletely_elicited(const Elicited& told,
                                        const std::vector<std::string_view>& missing);

/// The keys that elicit a prior.
inline constexpr std::array mean_sd_n{std::string_view("mean"), std::string_view("sd"),
                                      std::string_view("n")};
inline constexpr std::array mean_n{std::string_view("mean"), std::string_view("n")};
}  // namespace detail

/// Some numbers of a prior. The others are those of `auto`, found when a posterior is asked; `n` is
/// the sample size that they are worth.
///
///     Partial<NormalInverseGamma>{}.give(&NormalInverseGamma::mean, 40)
template <class Prior>
struct Partial {
  Prior numbers = {};  ///< of which the given ones count
  unsigned given = 0;  ///< bit i: whether member i is given
  double n = 1;

  template <class Value>
  Partial& give(Value Prior::*member, const std::type_identity_t<Value>& value) {
    numbers.*member = value;
    given |= bit_of(member);
    return *this;
  }
  template <class Value>
  [[nodiscard]] bool has(Value Prior::*member) const {
    return (given & bit_of(member)) != 0;
  }
  [[nodiscard]] bool complete() const { return given == (1U << Prior::members.size) - 1; }
  /// Calls `f(member)` for each member that is given, or for each that is not.
  template <class F>
  void for_each(bool of_given, F&& f) const {
    unsigned bit = 1;
    for_each_member<Prior>([&](const auto& member) {
      if (((given & bit) != 0) == of_given) f(member);
      bit <<= 1;
    });
  }

  friend bool operator==(const Partial&, const Partial&) = default;

 private:
  template <class Value>
  [[nodiscard]] static unsigned bit_of(Value Prior::*member) {
    unsigned bit = 1;
    unsigned found = 0;
    for_each_member<Prior>([&](const auto& each) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each.pointer)>, Value Prior::*>)
        if (each.pointer == member) found = bit;
      bit <<= 1;
    });
    return found;
  }
};

namespace detail {
/// Throws Error{schema}: a prior is asked for its numbers, and has a word or some of them.
[[noreturn]] void not_in_numbers();
}  // namespace detail

/// Some numbers of a prior, as its rule may hold them.
template <class Prior>
using PartialOf = typename detail::PartialIn<Prior>::type;

/// Numbers, some of them, or a word that stands for them: one of `Prior`, `Shorthand`, `Some` and
/// `Automatic` at a time. (Not std::variant: twenty of them take a compiler a third of a second.)
///
///     PriorRule<Beta> rule = Beta{.ones = 2, .zeros = 1};
///     get_if<Beta>(rule)->ones;               // 2
///     holds_alternative<Automatic>(rule);     // false
template <class Prior>
class PriorRule {
 public:
  /// What numbers may be given by instead: Prior::Symmetric, Prior::PerColumn or Prior::Known.
  using Shorthand = typename detail::ShorthandOf<Prior>::type;
  /// Some of the numbers.
  using Some = PartialOf<Prior>;

  /// The word `auto`.
  PriorRule() = default;
  /// A word.
  PriorRule(Automatic word) : word_(word) {}
  /// Numbers, all of them.
  PriorRule(Prior numbers) : kind_(Kind::numbers), numbers_(std::move(numbers)) {}
  /// What they may be given by instead.
  PriorRule(Shorthand shorthand) : kind_(Kind::shorthand), shorthand_(std::move(shorthand)) {}
  /// Some of them.
  PriorRule(Some some) : kind_(Kind::some), some_(std::move(some)) {}

  /// Calls `f` with what the rule holds.
  template <class F>
  decltype(auto) visit(F&& f) const {
    if constexpr (!std::is_same_v<Shorthand, detail::NoShorthand>)
      if (kind_ == Kind::shorthand) return f(shorthand_);
    if (kind_ == Kind::numbers) return f(numbers_);
    if (kind_ == Kind::some) return f(some_);
    return f(word_);
  }
  /// Returns what the rule holds where it is a `T`, else nullptr.
  template <class T>
  [[nodiscard]] const T* find() const {
    if constexpr (std::is_same_v<T, Automatic>)
      return kind_ == Kind::word ? &word_ : nullptr;
    else if constexpr (std::is_same_v<T, Prior>)
      return kind_ == Kind::numbers ? &numbers_ : nullptr;
    else if constexpr (std::is_same_v<T, Shorthand>)
      return kind_ == Kind::shorthand ? &shorthand_ : nullptr;
    else {
      static_assert(std::is_same_v<T, Some>, "the rule of this prior never holds such a type");
      return kind_ == Kind::some ? &some_ : nullptr;
    }
  }

  friend bool operator==(const PriorRule&, const PriorRule&) = default;

 private:
  enum class Kind : unsigned char { word, numbers, shorthand, some };

  // What is not held stays as it is made, so that equal rules have equal members.
  Kind kind_ = Kind::word;
  Automatic word_ = Automatic::unit;
  Prior numbers_ = {};
  Shorthand shorthand_ = {};
  Some some_ = {};
};

/// Returns what a rule holds where it is a `T`, else nullptr.
template <class T, class Prior>
[[nodiscard]] const T* get_if(const PriorRule<Prior>& rule) {
  return rule.template find<T>();
}
template <class T, class Prior>
const T* get_if(const PriorRule<Prior>&& rule) = delete;
/// Returns whether a rule holds a `T`.
template <class T, class Prior>
[[nodiscard]] bool holds_alternative(const PriorRule<Prior>& rule) {
  return get_if<T>(rule) != nullptr;
}

/// Returns the numbers of a rule that holds all of them; throws Error{schema} for any other.
template <class Prior>
[[nodiscard]] const Prior& numbers_of(const PriorRule<Prior>& rule) {
  const Prior* const numbers = get_if<Prior>(rule);
  if (numbers == nullptr) detail::not_in_numbers();
  return *numbers;
}

namespace detail {
/// Adds the numbers that follow from what is told. A member called `mean` is the mean itself.
/// throws  Error{domain} for a number out of its domain; Error{schema} for keys that exclude
///         each other
template <class F, class Prior>
void add_elicited(Elicited told, Partial<Prior>& prior) {
  check_elicited(told);
  for_each_member<Prior>([&](const auto& member) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member.pointer)>, double Prior::*>)
      if (told.mean && member.name == "mean") {
        prior.give(member.pointer, elicited_mean(told, member.domain));
        told.mean.reset();
      }
  });
  F::elicit(told, prior);
}
}  // namespace detail

/// Returns the prior of a family that is worth `n` observations of that mean and standard deviation
/// (docs/reference/priors.md).
///
///     Posterior<BetaBernoulli> coin{elicited<BetaBernoulli>({.mean = 0.2, .n = 10})};
///
/// throws  Error{schema} where numbers are left to data; Error{domain} for one out of its domain
template <class F>
[[nodiscard]] typename F::Prior elicited(const Elicited& told) {
  Partial<typename F::Prior> prior;
  detail::add_elicited<F>(told, prior);
  if (!prior.complete()) {
    std::vector<std::string_view> missing;
    prior.for_each(false, [&](const auto& member) { missing.push_back(member.name); });
    detail::incompletely_elicited(told, missing);
  }
  check_members(prior.numbers, told.what);
  return prior.numbers;
}

}  // namespace credence
