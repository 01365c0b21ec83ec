#pragma once
// Predictions averaged over which features depend on the class.
#include <credence/detail/select/ranked_family.hpp>
#include <credence/predict/estimates.hpp>

namespace credence {

namespace detail {
/// ln(w e^a + (1 - w) e^b), exactly a for w = 1 and b for w = 0.
[[nodiscard]] double log_mixture(double w, double a, double b);
}  // namespace detail

/// A classifier that does not choose features but averages over the choice: the density of a feature
/// is that of the class with the probability that the feature depends on the class, and else that of
/// all classes together. A feature that tells nothing then adds nothing.
///
///     const AveragedClassifier classifier(posterior, {.prior_probability = 0.1});
///     classifier.predict(patients).probability(0, 1);
class AveragedClassifier {
 public:
  /// throws  Error{undefined} naming the features that have no predictive density, or none for all
  ///         classes together; for a model with a structure; for a posterior that was discounted.
  ///         Error{domain} for a prior probability that is not in [0, 1]
  /// cost    features x classes x levels
  explicit AveragedClassifier(const Posterior<Model>& posterior,
                              const RelevanceOptions& options = {});

  [[nodiscard]] const std::vector<std::string>& classes() const& { return estimates_.classes; }
  /// Returns those of a classifier that dies at the end of the expression.
  [[nodiscard]] std::vector<std::string> classes() && { return std::move(estimates_.classes); }
  /// Returns how probable it is that each feature depends on the class; the most probable first.
  [[nodiscard]] const std::vector<Relevance>& inclusion() const& { return inclusion_; }
  /// Returns those of a classifier that dies at the end of the expression.
  [[nodiscard]] std::vector<Relevance> inclusion() && { return std::move(inclusion_); }

  /// Scores every row of a table. Throws as Classifier::predict does.
  [[nodiscard]] Predictions predict(const Table& table) const;
  /// Scores some rows of a bound table, in the order given.
  /// cost    rows x features x classes, without the kernels of Classifier; the same bits for any
  ///         number of threads
  [[nodiscard]] Predictions predict(const BoundTable& bound, RowSpan rows) const;

 private:
  void answer(Predictions& out) const;

  Estimates estimates_;
  std::vector<Relevance> inclusion_;
  std::vector<Box<AnyAveraged>> blocks_;  // one a block of the estimates, in their order
};

}  // namespace credence
