#pragma once
// What a reader of a study should know, in sentences.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/result.hpp>

namespace credence {

/// Estimators that give the same answers for a model, whatever the data.
struct Coincidences {
  std::vector<std::string> mode_families = {};  ///< of features where maximum_a_posteriori is
      ///< maximum_likelihood, because their prior is uniform
  Index mode_features = 0;                      ///< how many features these are
  bool mode_of_classes = false;                 ///< the class probabilities coincide as well
  std::vector<std::string> mean_families = {};  ///< of features where predictive is posterior_mean
  Index mean_features = 0;
};

/// Returns the features and classes of a posterior for which estimators coincide, decided from the
/// priors.
/// cost    features x classes x levels
[[nodiscard]] Coincidences coincidences(const Posterior<Model>& posterior);

namespace detail {
/// Adds notes on the features for which estimators coincide that a comparison both shows.
void add_coincidences(const Comparison& comparison, const Coincidences& same,
                      std::vector<std::string>& notes);

/// Returns how many columns have the family that numbers get where nothing is known of them: the
/// evidence may have a better one, and several may have a full covariance.
[[nodiscard]] Index normal_columns(std::span<const std::string> families);

/// Every note and every conclusion calls a difference clear beyond so many of its standard errors.
/// docs/explanation/baseline.md gives the reasons.
inline constexpr double clear_errors = 2;
inline constexpr const char* not_clear = "; the difference is within 2 standard errors";

/// Whether probabilities are better than the class frequencies alone.
enum class AgainstBaseline { better, not_clearly_better, perhaps_worse, worse };

/// Returns how a log loss compares with the baseline's on the same rows: perhaps worse, where the
/// difference is not clear. None without a log loss, and for one class, where both are 0.
[[nodiscard]] std::optional<AgainstBaseline> against_baseline(const Result& result);

/// Returns what feature weights would do that were not asked for: "feature weights (...) give
/// predictive a log loss of 0.123 in place of 0.456 ...".
/// in      estimator: as the reader knows it
[[nodiscard]] std::string sentence_on_advised(const FeatureWeights& weights,
                                              std::string_view estimator,
                                              std::span<const std::string> families, int decimals);

/// "8 rows are few: ...", where standard errors are themselves uncertain; else empty.
[[nodiscard]] std::string warning_of_few_rows(const Metrics& metrics);
}  // namespace detail

/// Adds a note on the estimators whose log loss is not below the baseline's by more than chance, and
/// one on those that are over-confident, with what may help.
/// in      baseline: the notes are on the rows that it is on;  families: of the features, on which it
///         depends what may help
/// source  docs/explanation/baseline.md
void add_notes_on_probabilities(std::span<const Result> results, const Result& baseline,
                                std::span<const std::string> families,
                                std::vector<std::string>& notes);

/// Rows left out, estimators that coincide, impossible rows, unseen categories, overfitting, and
/// probabilities (below). What is to be said of several estimators is one sentence.
/// in      table_rows: rows of the table, those left out included;  truth: class of each row used
[[nodiscard]] std::vector<std::string> notes_on(const Comparison& comparison,
                                                const Coincidences& same, Index table_rows,
                                                std::span<const Index> truth);

/// Returns rows left out, impossible rows, unseen categories, and probabilities.
[[nodiscard]] std::vector<std::string> notes_on(const Evaluation& evaluation, const Model& model,
                                                Index table_rows);

}  // namespace credence
