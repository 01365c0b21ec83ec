#pragma once
// How a posterior's classifiers do on rows with known classes: rows of their own, or those it has
// learned.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/complement.hpp>
#include <credence/predict/decide.hpp>
#include <credence/study/result.hpp>
#include <memory>

namespace credence {

struct LogisticTwin;  // study/twin.hpp

/// One posterior's classifiers on rows that it has not learned from, or on those that it has.
struct Evaluation {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes;
  /// By estimator, the baseline last: "test", or "training" and "leave_one_out". A posterior with
  /// feature weights has a result without them before the one with them, of the estimator that they
  /// were found for: find_result(results, "predictive", "test", FeatureWeighting::each).
  std::vector<Result> results;
  std::vector<std::string> notes;
  StudySeconds seconds = {};

  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// Options of an evaluation.
struct EvaluateOptions {
  std::vector<Estimator> estimators{all_estimators.begin(), all_estimators.end()};
  std::string weight = {};             ///< column of row weights; empty: 1 each
  std::optional<LossTable> loss = {};  ///< what decisions cost, of the posterior's classes in order
  /// Adds a result of the rule of complement naive Bayes, which has labels and no probabilities.
  std::optional<ComplementWeights> complement = {};

  friend bool operator==(const EvaluateOptions&, const EvaluateOptions&) = default;
};

/// Returns how a posterior's classifiers do on the labelled rows of a table; the others are
/// skipped.
///
///     for (const Result& result : evaluate(posterior, test).results)
///       if (result.metrics)
///         std::cout << classifier_name(result) << ' ' << result.metrics->log_loss << '\n';
///     evaluate(posterior, test, {.estimators = {Estimator::predictive}, .weight = "times"});
///
/// throws  as bind, and as ComplementClassifier where it is asked for; Error{schema} when the table
///         has no label column or no row with a label, with the place of a label that the posterior
///         does not know, for weights that a feature reads, and for losses of other classes; as check
///         for losses that cannot be weighed
/// cost    estimators x rows x features x classes
[[nodiscard]] Evaluation evaluate(const Posterior<Model>& posterior, const Table& table,
                                  const EvaluateOptions& options = {});

/// Returns the same of a logistic regression, whose result is called twin_name.
/// in      options: its estimators are not looked at
/// throws  as evaluate; Error{undefined} with the place of a missing cell; Error{shape} for a twin
///         without one class count for each class; Error{schema} where the complement rule is asked for
[[nodiscard]] Evaluation evaluate(const LogisticTwin& twin, const Table& table,
                                  const EvaluateOptions& options = {},
                                  const FamilySet& families = shipped_families());

/// Gathers the same from rows that come table after table, such as those of a TableStream: no table is
/// needed any more once it was added, and where the rows are cut changes no number.
///
///     Evaluator evaluator(posterior);
///     for (Table chunk; stream.next(chunk);) evaluator.add(chunk);
///     const Evaluation evaluation = std::move(evaluator).evaluation();
class Evaluator {
 public:
  /// in      as evaluate; posterior must outlive the object
  /// throws  Error{schema} for losses of other classes than those of the posterior, in their order;
  ///         as check for losses that cannot be weighed
  explicit Evaluator(const Posterior<Model>& posterior, EvaluateOptions options = {});
  /// in      as evaluate of a logistic regression; twin must outlive the object
  /// throws  as for a posterior; Error{shape} and Error{schema} as evaluate
  explicit Evaluator(const LogisticTwin& twin, EvaluateOptions options = {},
                     const FamilySet& families = shipped_families());
  /// A posterior that dies at the end of the expression cannot be looked up later.
  explicit Evaluator(const Posterior<Model>&& posterior, EvaluateOptions options = {}) = delete;
  /// Nor can a logistic regression.
  explicit Evaluator(const LogisticTwin&& twin, EvaluateOptions options = {},
                     const FamilySet& families = shipped_families()) = delete;
  /// Takes over the rows of another one, which is of no further use.
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  /// Scores the labelled rows of a table, of which there may be none.
  /// throws  as evaluate, but not for a table without labelled rows; the object is then of no
  ///         further use
  /// cost    as evaluate; keeps what RocScores keeps of each row, for each estimator and the baseline
  void add(const Table& table);
  /// Scores the labelled rows of a table as add does, and returns what was found in the place of adding
  /// it: an evaluator of equal arguments, also in another process, adds it.
  /// throws, cost  as add; the text has 8 bytes for each row, estimator and class
  [[nodiscard]] std::string scored(const Table& table);
  /// Adds what another evaluator has scored.
  /// throws  Error{version} for a text that is damaged
  void add_scored(std::string_view scored);
  /// Returns how they do on all rows that were added.
  /// throws  Error{schema} when none of them has a label
  [[nodiscard]] Evaluation evaluation() &&;
  /// An evaluator is of no further use behind it: std::move(evaluator).evaluation().
  Evaluation evaluation() & = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Returns how a posterior's classifiers do on the rows it has learned: on "training" as they are,
/// on "leave_one_out" each by what is left without it. The table must hold the rows that were
/// learned, all of them and no others, with the same weights.
/// throws  as evaluate; Error{domain} when a class has another weight than was learned, and with the
///         place of a row that was never learned; Error{schema} where the complement rule is asked for,
///         which does not forget rows
/// cost    estimators x rows x features x (2 classes + 1)
[[nodiscard]] Evaluation evaluate_learned(const Posterior<Model>& posterior, const Table& table,
                                          const EvaluateOptions& options = {});

}  // namespace credence
