#pragma once
// Whether a feature depends on the class: the evidence of one cell per class against one for all.
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

/// Options of the evidence that features depend on the class.
struct RelevanceOptions {
  /// That a feature depends on the class, before the data; in [0, 1].
  double prior_probability = 0.5;

  friend bool operator==(const RelevanceOptions&, const RelevanceOptions&) = default;
};

/// Returns the probability of a hypothesis after data with this log Bayes factor for it: rho B / (1
/// - rho + rho B), at any size of the factor.
/// throws  Error{domain} for a prior probability that is not in [0, 1]
/// source  [raftery1995]
[[nodiscard]] double probability_given(double log_bayes_factor, double prior_probability);

namespace detail {
/// By log Bayes factor, the largest first; equal ones by name; undefined ones last.
void sort_relevances(std::vector<Relevance>& relevances);
}  // namespace detail

/// Returns the features, the one that says most about the class first. No row is read: both
/// evidences follow from the statistics. Automatic and empirical-Bayes priors are taken in the
/// numbers they stand for now, the same for every class and for all together.
/// out     one entry per feature; one whose evidence does not exist says why, and comes last
/// throws  Error{domain} for a prior probability that is not in [0, 1]
/// cost    features x classes x levels, and one search for each empirical-Bayes prior
/// source  [raftery1995]; docs/explanation/evidence.md
[[nodiscard]] std::vector<Relevance> rank_by_evidence(const Posterior<Model>& posterior,
                                                      const RelevanceOptions& options = {});

/// Returns the features, the one that says most about the class first, as rank_by_evidence, but for
/// words and blocks: a text is taken apart into its words, each against all others among the tokens
/// of a class, and a block of tied variances into its columns, each alone. Parts are named by
/// part_name.
/// throws  Error{domain} for a prior probability that is not in [0, 1]
/// cost    features x classes x levels, and one search for each empirical-Bayes prior
[[nodiscard]] std::vector<Relevance> rank_parts_by_evidence(const Posterior<Model>& posterior,
                                                            const RelevanceOptions& options = {});

}  // namespace credence
