#pragma once
// What a paired comparison of two classifiers found, as plain data: reports render it.
#include <credence/study/correlated_t.hpp>
#include <credence/study/discordant_rows.hpp>
#include <credence/study/result.hpp>
#include <string_view>

namespace credence {

/// What a difference is counted in; of each the better value makes the difference positive for its
/// classifier.
enum class PairedMeasure { accuracy, log_loss, brier };

/// The measure's word: "accuracy", "log_loss", "brier".
[[nodiscard]] std::string_view to_string(PairedMeasure measure);
/// The measure of that word, if it is one.
[[nodiscard]] std::optional<PairedMeasure> paired_measure_named(std::string_view name);
/// How much better metrics are by the measure: the accuracy, or minus the loss.
[[nodiscard]] double goodness(const Metrics& metrics, PairedMeasure measure);

/// One of the two classifiers, and how it did on the rows of the first repeat's folds.
struct PairedSide {
  std::string classifier = {};  ///< an estimator, or "logistic_regression"
  std::vector<std::string> features = {};
  std::vector<std::string> families = {};  ///< one per feature
  Result result = {};                      ///< on "cross_validation", pooled over rows

  friend bool operator==(const PairedSide&, const PairedSide&) = default;
};

/// Both classifiers on one fold, by the measure, unchanged in sign: a loss is a loss.
struct PairedFold {
  Index repeat = 0;  ///< from 1
  Index fold = 0;    ///< from 1
  Index rows = 0;    ///< tested
  double first = 0;
  double second = 0;
  double difference = 0;  ///< how much better the first is; NaN where both losses are infinite

  friend bool operator==(const PairedFold&, const PairedFold&) = default;
};

/// Two classifiers on the same folds, again and again.
struct PairedComparison {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes = {};
  Index folds = 0;
  Index repeats = 1;
  std::optional<std::uint64_t> seed = {};  ///< none where a column gave the folds
  PairedMeasure measure = PairedMeasure::accuracy;
  PairedSide first = {};
  PairedSide second = {};
  std::vector<PairedFold> differences = {};  ///< by repeat and fold; empty where one is undefined
  /// None where a classifier is undefined in a fold, or a difference is not finite.
  std::optional<DifferencePosterior> test = {};
  std::optional<DiscordantRows> discordant = {};  ///< of the first repeat; none likewise
  std::vector<std::string> notes = {};

  friend bool operator==(const PairedComparison&, const PairedComparison&) = default;
};

}  // namespace credence
