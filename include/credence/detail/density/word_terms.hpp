#pragma once
// The log density of a document, word by word.
#include <credence/density/multinomial.hpp>
#include <optional>
#include <vector>

namespace credence {

/// Terms that add up to the log density of a document: one for each of its words, in their order, and
/// for a density that does not factor over words one for its length. Nats.
struct WordTerms {
  std::vector<double> words;
  std::optional<double> length = {};
};

/// A density of documents whose logarithm is a sum over words.
template <class D>
concept WordwiseDensity = requires(const D& d, const WordCounts& document) {
  { word_terms(d, document) } -> std::same_as<WordTerms>;
};

namespace detail {
/// Calls `term(probability or weight, count)` for each word that is among `known`; -inf for others.
template <class Term>
std::vector<double> terms_of_words(const WordCounts& document, const std::vector<double>& known,
                                   Term&& term) {
  std::vector<double> terms;
  terms.reserve(document.size());
  for (const WordCount& entry : document) {
    const bool possible = is_amount(entry.count) && (entry.count == 0 || entry.word < known.size());
    if (!possible)
      terms.push_back(-infinity);
    else
      terms.push_back(entry.count == 0 ? 0 : term(known[entry.word], entry.count));
  }
  return terms;
}
}  // namespace detail

/// Returns how often a word occurs times the logarithm of its probability.
[[nodiscard]] inline WordTerms word_terms(const Multinomial& d, const WordCounts& document) {
  return {.words = detail::terms_of_words(
              document, d.probabilities, [](double p, double count) { return x_log_y(count, p); })};
}

/// ln(Gamma(weight + count) / Gamma(weight)) for each word, and ln(Gamma(total) / Gamma(total +
/// tokens)) for the length.
/// source  docs/reference/families/dirichlet_multinomial.md
[[nodiscard]] inline WordTerms word_terms(const CompoundMultinomial& d,
                                          const WordCounts& document) {
  const double tokens = length(document);
  return {.words = detail::terms_of_words(
              document, d.weights,
              [](double weight, double count) { return log_gamma_ratio(weight, count); }),
          .length = tokens > 0 ? -log_gamma_ratio(compensated_sum(d.weights), tokens) : 0.0};
}

}  // namespace credence
