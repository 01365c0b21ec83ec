#pragma once
// Complement naive Bayes: words weighed by how rare they are in all other classes.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>
#include <string>
#include <utility>
#include <vector>

namespace credence {

/// How the weights of words are scaled.
enum class ComplementWeights {
  plain,       ///< -ln of the share of the word among the tokens of the other classes
  normalised,  ///< these, over the sum of their absolute values: so that no class weighs more
};

/// Stands in results in the place of an estimator's name for this rule.
inline constexpr const char* complement_name = "complement";

/// The rule of Rennie et al. for documents of words: a class is as likely as its words are unlikely in
/// all other classes together. It is no probability model and no estimate of one: its scores are no
/// log joints, the class frequencies do not enter, and there are no evidence, intervals or
/// explanations of it. It reads the posterior of a multinomial model, so that the rows need not be read
/// again; the pseudo-counts are those of the block's prior (scikit-learn's alpha = `each`).
///
///     const ComplementClassifier rule(posterior);
///     rule.predict(bound, {.count = bound.rows}).label;
///
/// source  [rennie2003] sec. 3.1 and 3.2; docs/explanation/complement.md
class ComplementClassifier {
 public:
  /// throws  Error{schema} for a feature of another family, or where there is none; Error{undefined}
  ///         for a prior that has no numbers, or for a model with a structure
  /// cost    words x classes
  explicit ComplementClassifier(const Posterior<Model>& posterior,
                                ComplementWeights weights = ComplementWeights::plain);

  [[nodiscard]] const std::vector<std::string>& classes() const& { return classes_; }
  /// Returns those of a classifier that dies at the end of the expression.
  [[nodiscard]] std::vector<std::string> classes() && { return std::move(classes_); }
  /// Returns the weight of each word of a feature for a class; a reserved place is the last.
  /// throws  Error{shape} for an unknown feature or class
  [[nodiscard]] const std::vector<double>& weights(Index feature, Index klass) const {
    return weights_[detail::place_in_matrix("feature", feature, "class", klass, classes_.size(),
                                            weights_.size())];
  }

  /// Labels rows: the class of the largest score, of equals the earlier.
  /// in      bound: made with the posterior's model
  /// out     `log_joint` holds the scores, `log_probability` their log-softmax, which is no probability
  ///         of a class; a row without words has the same score for every class
  /// throws  Error{schema} for an unseen word whose policy is `error`
  [[nodiscard]] Predictions predict(const BoundTable& bound, RowSpan rows) const;

 private:
  void weigh(const AnyBlock& block, ComplementWeights weights);

  std::vector<std::string> classes_;
  std::vector<FeatureFacts> features_;
  std::vector<std::vector<double>> weights_;  // features x classes
};

}  // namespace credence
