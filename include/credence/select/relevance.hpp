#pragma once
// Whether a feature depends on the class: the evidence of one cell per class against one for all.
#include <algorithm>
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence {

/// What the data say of one feature's dependence on the class.
struct Relevance {
  std::string feature = {};
  std::string family = {};
  double log_evidence = 0;         ///< a likelihood for each class; nats
  double pooled_log_evidence = 0;  ///< one likelihood for all classes, under the same prior
  double log_bayes_factor = 0;     ///< the first minus the second
  double probability = 0;          ///< that the feature depends on the class, given the data
  std::string undefined = {};      ///< why there are no such numbers; empty where they exist

  friend bool operator==(const Relevance&, const Relevance&) = default;
};

struct RelevanceOptions {
  /// That a feature depends on the class, before the data; in [0, 1].
  double prior_probability = 0.5;
};

/// The probability of a hypothesis after data with this log Bayes factor for it: rho B / (1 - rho +
/// rho B), at any size of the factor.
/// throws  Error{domain} for a prior probability that is not in [0, 1]
/// source  [raftery1995]
[[nodiscard]] double probability_given(double log_bayes_factor, double prior_probability);

namespace detail {

/// The one prior of a feature for all classes, or Error{undefined}.
template <ConjugateFamily F>
[[nodiscard]] typename F::Prior common_prior(const Block<F>& block, Index j,
                                             std::span<const std::string> classes,
                                             BlockPriors<F>& found) {
  const auto all = found.of(j, classes);
  for (const auto& prior : all)
    if (!(prior == all.front()))
      throw Error(ErrorCode::undefined,
                  "column '" + block.feature(j).name +
                      "' has another prior for each class, and none for all classes together; give "
                      "it one prior");
  return all.empty() ? typename F::Prior{} : all.front();
}

template <ConjugateFamily F>
[[nodiscard]] Relevance relevance_of(const Block<F>& block, Index j,
                                     std::span<const std::string> classes,
                                     const RelevanceOptions& options, BlockPriors<F>& found) {
  Relevance relevance{.feature = block.feature(j).name, .family = std::string(word_of<F>())};
  try {
    relevance.log_evidence = log_evidence(block, j, classes, found);
    relevance.pooled_log_evidence =
        log_evidence(common_prior(block, j, classes, found), block.pooled(j));
    relevance.log_bayes_factor = relevance.log_evidence - relevance.pooled_log_evidence;
    relevance.probability =
        probability_given(relevance.log_bayes_factor, options.prior_probability);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    relevance.undefined = error.what();
  }
  return relevance;
}

/// By log Bayes factor, the largest first; equal ones by name; undefined ones last.
void sort_relevances(std::vector<Relevance>& relevances);

}  // namespace detail

/// The features, the one that says most about the class first. No row is read: both evidences
/// follow from the statistics. Automatic and empirical priors are taken in the numbers they stand
/// for now, the same for every class and for all together.
/// out     one entry per feature; one whose evidence does not exist says why, and comes last
/// throws  Error{domain} for a prior probability that is not in [0, 1]
/// cost    features x classes x levels, and one search for each empirical prior
/// source  [raftery1995]; docs/evidence.md
template <class M>
[[nodiscard]] std::vector<Relevance> rank_by_evidence(const Posterior<M>& posterior,
                                                      const RelevanceOptions& options = {}) {
  (void)probability_given(0, options.prior_probability);
  std::vector<Relevance> all;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    BlockPriors<F> found(block);
    for (Index j = 0; j < block.size(); ++j)
      all.push_back(detail::relevance_of(block, j, posterior.label.classes, options, found));
  });
  detail::sort_relevances(all);
  return all;
}

extern template std::vector<Relevance> rank_by_evidence(const Posterior<Model>&,
                                                        const RelevanceOptions&);

}  // namespace credence
