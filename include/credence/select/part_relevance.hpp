#pragma once
// Evidence of relevance, one word of a text or one column of a block at a time.
#include <credence/family/beta_bernoulli.hpp>
#include <credence/learn/keep.hpp>
#include <credence/select/relevance.hpp>

namespace credence {

namespace detail {

/// What the tokens of each class say of one word against all others.
class WordSplit {
 public:
  /// in  prior: one for all classes;  cells: one for each class
  WordSplit(const Dirichlet& prior, std::span<const WordTotals> cells);

  /// Puts the evidences of a word into a relevance. Under a Dirichlet prior one probability against
  /// the rest has a Beta prior, so that these are exact.
  void measure(Index word, Relevance& relevance) const;

 private:
  const Dirichlet& prior_;
  std::span<const WordTotals> cells_;
  double weight_ = 0;           // of the prior
  std::vector<double> totals_;  // of each class
};

template <ConjugateFamily F>
void add_words(const Block<F>& block, Index j, std::span<const std::string> classes,
               const RelevanceOptions& options, BlockPriors<F>& found,
               std::vector<Relevance>& all) {
  const Feature<F>& feature = block.feature(j);
  typename F::Prior prior;
  std::string undefined;
  try {
    prior = common_prior(block, j, classes, found);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    undefined = error.what();
  }
  const WordSplit split(prior, cells_of(block, j));
  for (Index word = 0; word < std::ssize(feature.levels); ++word) {
    Relevance& one = all.emplace_back(Relevance{
        .feature = part_name(feature.name, feature.levels[static_cast<std::size_t>(word)]),
        .family = std::string(word_of<F>()),
        .undefined = undefined});
    if (!undefined.empty()) continue;
    split.measure(word, one);
    one.probability = probability_given(one.log_bayes_factor, options.prior_probability);
  }
}

template <TiedFamily F>
void add_columns(const Block<F>& block, Index j, std::span<const std::string> classes,
                 const RelevanceOptions& options, std::vector<Relevance>& all) {
  const Feature<F>& feature = block.feature(j);
  for (Index column = 0; column < std::ssize(feature.levels); ++column) {
    const Block<F> one = part_of(block, j, NamedParts::Part{.whole = false, .members = {column}});
    BlockPriors<F> found(one);
    Relevance& relevance = all.emplace_back(relevance_of(one, 0, classes, options, found));
    relevance.feature = part_name(feature.name, one.feature(0).levels.front());
  }
}

}  // namespace detail

/// The features, the one that says most about the class first, as rank_by_evidence, but for words
/// and blocks: a text is taken apart into its words, each against all others among the tokens of a
/// class, and a block of tied variances into its columns, each alone. Parts are named by part_name.
/// throws  Error{domain} for a prior probability that is not in [0, 1]
/// cost    features x classes x levels, and one search for each empirical prior
template <class M>
[[nodiscard]] std::vector<Relevance> rank_parts_by_evidence(const Posterior<M>& posterior,
                                                            const RelevanceOptions& options = {}) {
  (void)probability_given(0, options.prior_probability);
  const std::vector<std::string>& classes = posterior.label.classes;
  std::vector<Relevance> all;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    BlockPriors<F> found(block);
    for (Index j = 0; j < block.size(); ++j) {
      if constexpr (std::is_same_v<typename F::Statistics, WordTotals>)
        detail::add_words(block, j, classes, options, found, all);
      else if constexpr (detail::DivisibleFamily<F>)
        detail::add_columns(block, j, classes, options, all);
      else
        all.push_back(detail::relevance_of(block, j, classes, options, found));
    }
  });
  detail::sort_relevances(all);
  return all;
}

extern template std::vector<Relevance> rank_parts_by_evidence(const Posterior<Model>&,
                                                              const RelevanceOptions&);

}  // namespace credence
