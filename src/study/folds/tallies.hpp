#pragma once
// What classifiers say of rows with known classes, gathered until it is a result.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/decide.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/result.hpp>
#include <credence/study/twin.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "predict/structure/pair_terms.hpp"
#include "study/metrics/baseline.hpp"
#include "study/metrics/paired_losses.hpp"

namespace credence::detail {

/// Predictions of one estimator, and why there are none; of one classifier or of several folds.
struct Tally {
  Scorecard card = {};
  PairedLosses losses = {};
  std::optional<RocScores> roc = {};  // where areas under the ROC curves are asked for
  const LossTable* loss = nullptr;    // where costs are asked for
  Moments costs = {};                 // of the actions of least expected loss
  std::vector<UndefinedInFold> undefined = {};
  StudySeconds seconds = {};
  /// Takes predictions in the place of adding them; none for adding them.
  std::function<void(const Predictions&, const LabelledRows&)> take = {};
};

/// Scores rows of one table after another; the estimates are made once.
class RowScorer {
 public:
  /// in      posterior: outlives this object;  fold: from 1, 0 outside cross-validation
  RowScorer(const Posterior<Model>& posterior, Estimator estimator, Index fold = 0);
  /// in      posterior: of a logistic regression's columns and class counts; both outlive this object
  RowScorer(const Posterior<Model>& posterior, const LogisticTwin& twin);
  /// Adds what is said of rows; after the first undefined estimate, which some structures lack for
  /// levels of these rows alone, only the undefined ones are noted down.
  void add(const BoundTable& bound, const LabelledRows& rows, Tally& tally);
  /// Adds what another scorer of equal arguments said of rows.
  void add_scored(const Predictions& predictions, const LabelledRows& rows, Tally& tally) const;
  /// Notes down undefined estimates, of which that one said nothing.
  void note_undefined(Tally& tally);

 private:
  void add_by_twin(const BoundTable& bound, std::span<const LabelledRows> parts,
                   Tally& tally) const;
  [[nodiscard]] bool add_by_pairs(const BoundTable& bound, const LabelledRows& rows, Tally& tally);
  [[nodiscard]] bool is_summarised(const Tally& tally) const;
  void make_classifier(Tally& tally);
  void add_by_classifier(const BoundTable& bound, const LabelledRows& rows,
                         std::span<const LabelledRows> parts, Tally& tally) const;

  const Posterior<Model>* posterior_;
  Estimator estimator_;
  Index fold_;
  const LogisticTwin* twin_ = nullptr;  // in the place of an estimator
  Baseline baseline_;
  std::optional<std::shared_ptr<const PairTerms>> pairs_{};  // null: there are none
  std::optional<Classifier<Model>> classifier_{};
  bool is_estimated_ = false;
};

/// Notes down estimates that do not exist.
void add_undefined(std::vector<UndefinedCell> cells, Index fold, Tally& tally);

/// Scores the rows of one table.
void score(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
           const LabelledRows& rows, Index fold, Tally& tally);

/// Adds predictions of rows.
/// in      baseline: what the baseline loses on each of the rows
void add(const Predictions& predictions, const LabelledRows& rows, std::span<const double> baseline,
         Tally& tally);

/// The same of rows of which only the summaries are known; they are not ranked.
void add(const RowSummaries& summaries, const LabelColumn& label, const LabelledRows& rows,
         Tally& tally);

/// Adds what the labels of training rows alone say of rows.
/// in      training: a label with the counts of these rows
void score_baseline(const LabelColumn& training, const LabelledRows& rows, Tally& tally);

void add(StudySeconds& seconds, const StudySeconds& more);

/// Returns the log loss of a row: +inf for an impossible one.
[[nodiscard]] inline double loss_of(const Predictions& predictions, std::size_t row, Index truth) {
  if (predictions.impossible[row]) return std::numeric_limits<double>::infinity();
  const std::size_t classes = predictions.classes.size();
  return -predictions.log_probability[row * classes + static_cast<std::size_t>(truth)];
}

/// in      baseline: how it did on the same rows
[[nodiscard]] Result result_of(std::string_view estimator, std::string on, Tally tally,
                               const Result& baseline);
[[nodiscard]] Result baseline_result(std::string on, Tally tally);

/// What one estimator says of rows that were learned.
struct LearnedTallies {
  Tally training = {};
  Tally left_out = {};
};

/// What the labels of learned rows alone say of them, with and without each row's own.
/// in      start: an empty tally, which says what is gathered
[[nodiscard]] LearnedTallies score_baseline_learned(const LabelColumn& learned,
                                                    const LabelledRows& rows,
                                                    const Tally& start = {});

/// Scores learned rows, one entry for each estimator; empirical-Bayes priors are found once for
/// all.
/// in      start: an empty tally, which says what is gathered
[[nodiscard]] std::vector<LearnedTallies> score_learned(const Posterior<Model>& posterior,
                                                        std::span<const Estimator> estimators,
                                                        const BoundTable& bound,
                                                        const LabelledRows& rows,
                                                        const Tally& start = {});

/// A table that was bound to be scored, and the rows that can be.
struct RowsToScore {
  BoundTable bound;
  LabelledRows rows;
};

/// Returns the rows of a table that can be scored, which may be none, and adds them to an evaluation
/// before its results.
[[nodiscard]] RowsToScore rows_to_score(const Posterior<Model>& posterior, const Table& table,
                                        std::string_view weight, Evaluation& evaluation);

/// Throws Error{domain} unless every class has the weight in these rows that was learned of it.
void check_learned(const LabelColumn& label, const LabelledRows& rows, const Table& table);

}  // namespace credence::detail
