#pragma once
// Documents whose word probabilities are themselves uncertain (Polya's urn).
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/multinomial.hpp>
#include <credence/density/word_counts.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>
#include <vector>

namespace credence {

/// A sequence of tokens whose word probabilities were drawn from a Dirichlet density with these
/// weights: a word seen once is likelier to come again. The density is that of the ordered
/// sequence, given its length.
///
///     const DirichletMultinomial words{.weights = {1, 1}};
///     log_density(words, WordCounts{{0, 2}});    // ln(1/2 * 2/3)
struct DirichletMultinomial {
  using value_type = WordCounts;

  std::vector<double> weights;

  static constexpr auto members =
      std::tuple{Member{"weights", &DirichletMultinomial::weights, Domain::positive}};
  friend bool operator==(const DirichletMultinomial&, const DirichletMultinomial&) = default;
};

/// Throws Error{domain} naming the weight that is not positive and finite.
inline void check(const DirichletMultinomial& d) { check_members(d, "DirichletMultinomial"); }

/// Nats; 0 for a document of no words; -inf for one that holds a word beyond the last weight.
/// cost    linear in the number of weights, which are summed anew; two log-gamma ratios per word
/// source  docs/reference/families/dirichlet_multinomial.md
[[nodiscard]] inline double log_density(const DirichletMultinomial& d, const WordCounts& document) {
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

/// A document of `drawn_length` tokens (density/multinomial.hpp).
[[nodiscard]] inline WordCounts draw(const DirichletMultinomial& d, Random& random) {
  if (d.weights.empty()) return {};
  return draw(Multinomial{.probabilities = random.dirichlet(d.weights)}, random);
}

}  // namespace credence
