#pragma once
// Tables of densities that score rows. A classifier cannot learn.
#include <credence/predict/estimates.hpp>

namespace credence {

namespace detail {
class TableScorer;
}

/// Scores rows under one estimator; shares nothing with the posterior it came from.
///
///     const Classifier classifier{posterior, Estimator::predictive};
///     const Predictions answers = classifier.predict(table);
///     answers.label_of(0);
template <class M>
class Classifier;

/// The classifier of a model over the columns of a table.
template <>
class Classifier<Model> {
 public:
  /// throws  Error{undefined} naming every feature and class that has no estimate
  Classifier(const Posterior<Model>& posterior, Estimator estimator);
  explicit Classifier(Estimates estimates);
  Classifier(const Classifier& other);
  Classifier(Classifier&& other) noexcept;
  Classifier& operator=(const Classifier& other);
  Classifier& operator=(Classifier&& other) noexcept;
  ~Classifier();

  [[nodiscard]] Estimator estimator() const { return estimates_.estimator; }
  [[nodiscard]] const std::vector<std::string>& classes() const& { return estimates_.classes; }
  /// Returns those of a classifier that dies at the end of the expression.
  [[nodiscard]] std::vector<std::string> classes() && { return std::move(estimates_.classes); }
  /// Returns the log probability of each class before its features are seen, in nats.
  [[nodiscard]] const std::vector<double>& log_class_probabilities() const& {
    return estimates_.log_class_probabilities;
  }
  /// Returns those of a classifier that dies at the end of the expression.
  [[nodiscard]] std::vector<double> log_class_probabilities() && {
    return std::move(estimates_.log_class_probabilities);
  }

  /// Returns the densities that it scores with.
  [[nodiscard]] const Estimates& estimates() const& { return estimates_; }
  /// Returns those of a classifier that dies at the end of the expression.
  [[nodiscard]] Estimates estimates() && { return std::move(estimates_); }

  /// Scores every row of a table. The label column need not be there.
  /// throws  as bind; Error{schema} with the place of an unseen category whose policy is `error`;
  ///         Error{domain} with the place of a cell that its family does not accept, and after a
  ///         move from it
  [[nodiscard]] Predictions predict(const Table& table) const;
  /// Scores some rows of a bound table, in the order given.
  /// in      bound: made with the classifier's model
  /// throws  Error{schema} for a table that was bound to another model, Error{shape} for an unknown
  ///         row; and as above
  /// cost    rows x features x classes; the same bits for any number of threads
  [[nodiscard]] Predictions predict(const BoundTable& bound, RowSpan rows) const;
  [[nodiscard]] Predictions predict(const BoundTable& bound, std::span<const Index> rows) const;
  /// Returns the positions of the most probable classes alone: nothing of the size rows x classes
  /// is made.
  [[nodiscard]] std::vector<Index> labels(const BoundTable& bound, RowSpan rows) const;
  /// Returns what the probabilities of rows come to: nothing of the size rows x classes is made.
  /// in      truth: the position of the class of each of the rows
  /// throws  as predict; Error{shape} for another number of classes than rows, or an unknown one;
  ///         Error{schema} for a classifier with a structure
  [[nodiscard]] RowSummaries summarise(const BoundTable& bound, RowSpan rows,
                                       std::span<const Index> truth) const;

 private:
  /// Cells that no row may ask for need no estimate; rows that ask for them all the same throw.
  struct Unchecked {};
  Classifier(Estimates estimates, Unchecked);

  friend class detail::TableScorer;  // src/predict/classifier/table_scorer.hpp

  void lay_out();
  /// Whether its own tables are those of features with weights; a structure's are those of its levels.
  [[nodiscard]] bool weighs_features() const {
    return estimates_.feature_weights.any() && estimates_.structure.empty();
  }
  /// What adds to a row: the blocks, or under weights the features.
  [[nodiscard]] const std::vector<Box<AnyTable>>& tables() const {
    return weighs_features() ? features_ : estimates_.tables;
  }

  Estimates estimates_;
  std::vector<Box<AnyTable>> features_;  // under weights: one a feature
  std::vector<double> weights_;          // the same
  std::vector<Box<AnyScores>> scores_;   // one for each of the tables
  detail::Rounding rounding_ = detail::Rounding::dropped;
  std::vector<Nested<Classifier<Model>>> cells_;  // of a structure: groups x levels
};

Classifier(const Posterior<Model>&, Estimator)->Classifier<Model>;
Classifier(Estimates)->Classifier<Model>;

}  // namespace credence
