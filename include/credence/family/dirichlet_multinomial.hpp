#pragma once
// Documents with a Dirichlet prior on their word probabilities.
#include <credence/density/dirichlet.hpp>
#include <credence/density/multinomial.hpp>
#include <credence/detail/family/category_counts.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/exact_levels.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>
#include <vector>

namespace credence {

/// Weighted totals of each word over all documents, and how many documents there were. The list of
/// words grows when a word lies beyond it and never shrinks.
struct WordTotals {
  using value_type = WordCounts;

  std::vector<double> counts;
  double documents = 0;

  void observe(const WordCounts& document, double weight = 1) {
    if (weight == 0) return;
    documents += weight;
    for (const WordCount& entry : document) {
      if (entry.count == 0) continue;
      detail::grow(counts, Index{entry.word} + 1);
      counts[entry.word] += weight * entry.count;
    }
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(const WordCounts& document, double weight = 1) {
    if (weight == 0) return;
    WordTotals left = *this;
    left.documents = detail::taken_back(documents, weight, "documents");
    for (const WordCount& entry : document) {
      if (entry.count == 0) continue;
      const double seen = entry.word < counts.size() ? counts[entry.word] : 0;
      const double rest = detail::taken_back(seen, weight * entry.count, "counts");
      left.counts[entry.word] = rest;
    }
    if (left.documents == 0) left.counts.assign(counts.size(), 0);
    *this = std::move(left);
  }
  void merge(const WordTotals& other) {
    detail::add_entries(counts, other.counts);
    documents += other.documents;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    documents = detail::discounted(documents, factor);
    detail::discount_entries(counts, documents == 0 ? 0 : factor);
  }
  /// Returns the total weight of the documents (not of their words).
  [[nodiscard]] double count() const { return documents; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp).
  [[nodiscard]] std::string contradiction() const {
    if (documents != 0) return {};  // without a look at each count
    return detail::sums_of_nothing({"documents", documents}, {{"counts", compensated_sum(counts)}});
  }

  [[nodiscard]] Index levels() const { return static_cast<Index>(counts.size()); }
  /// Adds words without data at the end, up to n.
  void resize(Index n) { detail::grow(counts, n); }
  /// Word i becomes word to[i] of n.
  void rearrange(std::span<const Index> to, Index n) { counts = detail::rearranged(counts, to, n); }

  static constexpr auto members =
      Members{Member{"counts", &WordTotals::counts, Domain::nonnegative},
              Member{"documents", &WordTotals::documents, Domain::nonnegative}};
  friend bool operator==(const WordTotals&, const WordTotals&) = default;
};

/// The sums behind WordTotals.
template <>
struct SumsOf<WordTotals> {
  static constexpr std::size_t fixed = 1, each = 1;
  static void add(std::vector<ExactSum>& sums, const WordCounts& document, double weight) {
    detail::sum_at(sums, 0).add(weight);
    for (const WordCount& entry : document)
      if (entry.count != 0)
        detail::sum_at(sums, fixed + entry.word).add_product(weight, entry.count);
  }
  [[nodiscard]] static WordTotals rounded(const std::vector<ExactSum>& sums) {
    return {.counts = detail::rounded_levels(sums, fixed), .documents = sums[0].value()};
  }
};

/// Returns the posterior Dirichlet: weights plus word totals; weights beyond the words seen stay as
/// they are.
/// throws  Error{shape} when the prior has fewer weights than there are words
/// source  docs/reference/families/dirichlet_multinomial.md
[[nodiscard]] inline Dirichlet posterior(const Dirichlet& prior, const WordTotals& seen) {
  return detail::posterior_weights(prior, seen.counts);
}

/// Returns the log probability of all documents as ordered sequences of tokens (no multinomial
/// coefficient).
/// out     nats; 0 when no word was seen
/// throws  Error{shape} when the prior has fewer weights than there are words
/// cost    one log-gamma ratio per word that was seen
[[nodiscard]] inline double log_evidence(const Dirichlet& prior, const WordTotals& seen) {
  return detail::log_sequence(prior, seen.counts);
}

/// Returns the log probability of all documents as ordered sequences of tokens at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Multinomial& d, const WordTotals& seen) {
  return detail::log_likelihood_of_counts(d.probabilities, seen.counts);
}

/// The family of texts, and of blocks of count columns. Its predictive is the
/// Dirichlet-multinomial distribution, `CompoundMultinomial`.
///
///     Posterior<DirichletMultinomial> spam{Dirichlet{{1, 1}}};
///     spam.observe(WordCounts{{0, 3}, {1, 1}});
///     log_density(spam.predictive(), WordCounts{{0, 2}});    // ln(4/6 * 5/7)
struct DirichletMultinomial {
  using Shipped = DirichletMultinomial;
  using Likelihood = Multinomial;
  using Prior = Dirichlet;
  using Predictive = CompoundMultinomial;
  using Statistics = WordTotals;

  static constexpr std::string_view name = "multinomial";
  static constexpr std::string_view needs = "counts of at least 0, or a text";
  PriorRule<Dirichlet> prior = Dirichlet::Symmetric{.each = 1};

  [[nodiscard]] static bool accepts(const WordCounts& document) { return is_document(document); }
  /// Returns one sighting of each word.
  [[nodiscard]] static Dirichlet automatic(Automatic, const WordTotals& pooled) {
    return expand(Dirichlet::Symmetric{.each = 1}, pooled.levels());
  }
  static constexpr std::array elicits{std::string_view("n")};
  /// `n` tokens in equal shares for all words, however many there will be.
  static void elicit(const Elicited& told, Partial<Dirichlet>& prior) {
    prior.n = told.n.value_or(1);
  }
  /// Of largest evidence, a weight for each level of the cell that has most of them
  /// (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<Dirichlet> empirical(
      std::span<const WordTotals> cells, const EmpiricalSearch<Dirichlet>& search = {}) {
    return detail::empirical_dirichlet(cells, search, name);
  }
  /// Returns the same weight for each level: by evidence, or by leaving one out.
  [[nodiscard]] static EmpiricalPrior<Dirichlet::Symmetric> empirical_each(
      std::span<const WordTotals> cells, Automatic word,
      const EmpiricalSearch<Dirichlet::Symmetric>& search = {}) {
    return detail::empirical_each(cells, word, search, name);
  }

  /// Word totals over their sum; Error{undefined} when no word was seen.
  [[nodiscard]] static Multinomial maximum_likelihood(const WordTotals& seen) {
    return {.probabilities = detail::frequencies(seen.counts, name)};
  }
  /// Returns the mode of the posterior; Error{undefined} where it has none (density/dirichlet.hpp).
  [[nodiscard]] static Multinomial maximum_a_posteriori(const Dirichlet& posterior) {
    return {.probabilities = mode(posterior)};
  }
  [[nodiscard]] static Multinomial posterior_mean(const Dirichlet& posterior) {
    return {.probabilities = mean(posterior)};
  }
  /// Returns the compound distribution: within one document, a word seen is more probable to come
  /// again.
  [[nodiscard]] static CompoundMultinomial predictive(const Dirichlet& posterior) {
    return {.weights = posterior.weights};
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const Dirichlet& posterior,
                                                const WordCounts& document) {
    return detail::moments_of_words(posterior, document);
  }
  /// Additive smoothing, which is the posterior mean.
  [[nodiscard]] static Multinomial like_scikit_learn(const Dirichlet& posterior, const WordTotals&,
                                                     double) {
    return posterior_mean(posterior);
  }

  [[nodiscard]] static std::vector<double> parameters(const Multinomial& d) {
    return d.probabilities;
  }
  [[nodiscard]] static Multinomial likelihood(const std::vector<double>& probabilities) {
    return {.probabilities = probabilities};
  }
};

}  // namespace credence
