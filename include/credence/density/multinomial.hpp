#pragma once
// Word counts of a document, whose probabilities are known or uncertain.
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/count.hpp>
#include <credence/detail/density/detail.hpp>
#include <vector>

namespace credence {

/// A sequence of tokens, each drawn with the given word probabilities. The density is that of the
/// ordered sequence, given its length; log_coefficient (density/count.hpp) is apart.
///
///     const Multinomial spam{.probabilities = {0.7, 0.3}};
///     log_density(spam, WordCounts{{0, 2}, {1, 1}});    // 2 ln 0.7 + ln 0.3
struct Multinomial {
  using value_type = WordCounts;

  std::vector<double> probabilities;

  static constexpr auto members =
      Members{Member{"probabilities", &Multinomial::probabilities, Domain::simplex}};
  friend bool operator==(const Multinomial&, const Multinomial&) = default;
};

/// Throws Error{domain} unless the probabilities are at least 0 and sum to 1.
inline void check(const Multinomial& d) { check_members(d, "Multinomial"); }

/// Returns the log density in nats; 0 for a document of no words; -inf for one that holds a word
/// without probability.
/// throws  Error{domain} where a probability that it reads is outside [0, 1]
/// cost    linear in the words of the document
[[nodiscard]] inline double log_density(const Multinomial& d, const WordCounts& document) {
  CompensatedSum sum;
  for (const WordCount& entry : document) {
    if (!detail::is_amount(entry.count)) return -detail::infinity;
    if (entry.count == 0) continue;
    if (entry.word >= d.probabilities.size()) return -detail::infinity;
    const double probability = d.probabilities[entry.word];
    detail::check_domain(probability, Domain::simplex, "probabilities", "Multinomial");
    sum.add(x_log_y(entry.count, probability));
  }
  return sum.value();
}

/// The number of tokens in a drawn document. The model says nothing about length, so that draws
/// have a fixed one: long enough to repeat words, short enough for tests.
inline constexpr int drawn_length = 8;

/// Returns a document of `drawn_length` tokens; of none when there are no words.
[[nodiscard]] inline WordCounts draw(const Multinomial& d, Random& random) {
  if (d.probabilities.empty()) return {};
  check(d);
  std::vector<std::uint32_t> tokens;
  for (int i = 0; i < drawn_length; ++i)
    tokens.push_back(static_cast<std::uint32_t>(random.index(d.probabilities)));
  return count_words(tokens);
}

/// A sequence of tokens whose word probabilities were drawn from a Dirichlet density with these
/// weights, the Dirichlet-multinomial distribution: a word seen once is more probable to come
/// again. The density is that of the ordered sequence, given its length.
///
///     const CompoundMultinomial words{.weights = {1, 1}};
///     log_density(words, WordCounts{{0, 2}});    // ln(1/2 * 2/3)
struct CompoundMultinomial {
  using value_type = WordCounts;

  std::vector<double> weights;

  static constexpr auto members =
      Members{Member{"weights", &CompoundMultinomial::weights, Domain::positive}};
  friend bool operator==(const CompoundMultinomial&, const CompoundMultinomial&) = default;
};

/// Throws Error{domain} naming the weight that is not positive and finite.
inline void check(const CompoundMultinomial& d) { check_members(d, "CompoundMultinomial"); }

/// Returns the log density in nats; 0 for a document of no words; -inf for one that holds a word
/// beyond the last weight.
/// cost    linear in the number of weights, which are summed anew; two log-gamma ratios per word
/// source  docs/reference/families/dirichlet_multinomial.md
[[nodiscard]] inline double log_density(const CompoundMultinomial& d, const WordCounts& document) {
  check(d);
  CompensatedSum sum;
  for (const WordCount& entry : document) {
    if (!detail::is_amount(entry.count)) return -detail::infinity;
    if (entry.count == 0) continue;
    if (entry.word >= d.weights.size()) return -detail::infinity;
    sum.add(log_gamma_ratio(d.weights[entry.word], entry.count));
  }
  const double tokens = length(document);
  if (tokens == 0) return 0;
  sum.add(-log_gamma_ratio(compensated_sum(d.weights), tokens));
  return sum.value();
}

/// Returns a document of `drawn_length` tokens (density/multinomial.hpp).
[[nodiscard]] inline WordCounts draw(const CompoundMultinomial& d, Random& random) {
  check(d);
  if (d.weights.empty()) return {};
  return draw(Multinomial{.probabilities = random.dirichlet(d.weights)}, random);
}

}  // namespace credence
