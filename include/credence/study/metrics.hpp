#pragma once
// How well probabilities agree with the classes that were true, and whether they are what they say:
// of the rows given 0.8, are eight in ten right?
#include <array>
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/study/metric_sums.hpp>
#include <credence/predict/prediction.hpp>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace credence {

namespace detail {
struct PackedConfusion;  // study/shared_results.cpp
class RankedRows;        // study/ranked_rows.hpp
}  // namespace detail

/// The rows whose probability lies between two ends.
struct CalibrationBin {
  double lower = 0;
  double upper = 1;             ///< belongs to the next bin, but for the last
  double weight = 0;            ///< of its rows
  double right = 0;             ///< weight of those of them that were so
  double mean_probability = 0;  ///< what was said of them
  Interval interval = {0, 1};   ///< of the share that is so

  /// Returns the share that was so. Only where weight > 0.
  [[nodiscard]] double share() const { return right / weight; }
  friend bool operator==(const CalibrationBin&, const CalibrationBin&) = default;
};

/// How probabilities compare with what happened, bin by bin; bins without rows are left out.
struct Calibration {
  std::string klass = {};  ///< whose probability it is; empty: that of each row's label
  double mass = 0.9;       ///< that each interval holds
  /// Mean distance of shares from probabilities, by weight ("expected calibration error").
  double error = 0;
  /// The same distance under draws from the posterior of each share, equal-tailed: with few rows a
  /// bin's share is uncertain, and the interval lies above the distance itself.
  Interval error_interval = {};
  std::vector<CalibrationBin> bins;

  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// Gathers probabilities and whether they came true, in ten bins of equal width.
///
///     CalibrationCounts counts;
///     counts.add(0.8, true);
///     counts.calibration(0.9).bins[0].interval;    // of the share of those given 0.8 to 0.9
class CalibrationCounts {
 public:
  static constexpr std::size_t bins = 10;

  /// in      probability: in [0, 1], else it counts for the nearer end
  /// throws  Error{domain} for NaN, and for a weight that is negative or not finite
  void add(double probability, bool right, double weight = 1);
  /// Returns the bins that have rows, with equal-tailed intervals of shares under a uniform prior.
  /// throws  Error{domain} for a mass that is not between 0 and 1
  /// source  docs/reference/families/beta_bernoulli.md; docs/explanation/reports.md
  [[nodiscard]] Calibration calibration(double mass = 0.9) const;

  friend bool operator==(const CalibrationCounts&, const CalibrationCounts&) = default;

 private:
  struct Bin {
    double weight = 0;
    double right = 0;
    double probabilities = 0;

    friend bool operator==(const Bin&, const Bin&) = default;
  };
  std::array<Bin, bins> bins_ = {};
};

/// Returns the same for lists of equal length.
/// throws  Error{shape} for lists of different lengths; as the above
[[nodiscard]] Calibration calibration(std::span<const double> probabilities,
                                      const std::vector<bool>& right, double mass = 0.9);

/// Returns the interval of a share after `right` of `weight` were so, under a uniform prior.
/// in  mass: in (0, 1);  weight: at most 1e300, else Error{domain}
[[nodiscard]] Interval share_interval(double right, double weight, double mass);

/// Averages over rows; each row counts by its weight.
struct Metrics {
  double accuracy = 0;          ///< share of rows whose label is right, 0 to 1
  double log_loss = 0;          ///< mean of -ln p(true class), nats; +inf when one was impossible
  double brier = 0;             ///< mean of sum over classes of (p - [true])^2, 0 to 2
  double confidence = 0;        ///< mean of the largest probability, 0 to 1
  Index impossible_rows = 0;    ///< rows that were impossible under every class
  double weight = 0;            ///< of the rows, on which all of these are averages
  double log_loss_error = 0;    ///< standard error of log_loss as a mean of rows; +inf where it is
  double confidence_error = 0;  ///< standard error of confidence - accuracy as a mean of rows
  double ruled_out = 0;         ///< share of rows whose true class was impossible, 0 to 1

  friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// The weight of rows by true and by predicted class. Pairs of classes without rows take no memory.
///
///     Confusion confusion({"ill", "well"});
///     confusion.add(0, 1);
///     confusion.at(0, 1);  // 1: ill, and taken for well
class Confusion {
 public:
  /// The rows of one class that were given the label of one class.
  struct Cell {
    Index truth = 0;      ///< position of the true class
    Index predicted = 0;  ///< position of the label
    double weight = 0;    ///< of the rows

    friend bool operator==(const Cell&, const Cell&) = default;
  };

  Confusion() = default;
  /// No rows yet.
  explicit Confusion(std::vector<std::string> classes);
  /// in      matrix: true x predicted, row-major
  /// throws  Error{shape} for a matrix of another size, Error{domain} as add
  Confusion(std::vector<std::string> classes, const std::vector<double>& matrix);

  [[nodiscard]] const std::vector<std::string>& classes() const& { return classes_; }
  /// Returns those of a table that dies at the end of the expression.
  [[nodiscard]] std::vector<std::string> classes() && { return std::move(classes_); }
  // Classes are positions from 0; one that is not there is Error{shape}.
  /// Adds rows of one class that were given the label of another, or its own.
  /// throws  Error{domain} for a weight that is negative or not finite
  void add(Index truth, Index predicted, double weight = 1);
  /// Returns the weight of rows of one class that were given the label of another.
  [[nodiscard]] double at(Index truth, Index predicted) const;
  /// Returns the weight of the rows of a class.
  [[nodiscard]] double weight_of_class(Index klass) const;
  /// Returns the weight of the rows that were given the label of a class.
  [[nodiscard]] double weight_of_label(Index klass) const;
  /// Returns the pairs of classes that have rows, by true and then by predicted class.
  [[nodiscard]] std::vector<Cell> cells() const;

  friend bool operator==(const Confusion&, const Confusion&) = default;

 private:
  friend struct detail::PackedConfusion;  // between processes

  std::vector<std::string> classes_;
  std::map<std::pair<Index, Index>, double> weight_;  // by true and predicted class
  std::vector<double> of_class_;
  std::vector<double> of_label_;
};

/// Where the accuracy of rows like these lies, with this mass in (0, 1), if these rows are independent:
/// an interval of a share.
[[nodiscard]] Interval accuracy_interval(const Metrics& metrics, double mass = 0.9);

/// Share of the rows of a class that were given its label; NaN where the class has no rows. Throws
/// Error{shape}, as precision does, for an unknown class.
[[nodiscard]] double recall(const Confusion& confusion, Index klass);

/// Share of the rows given a label that are of its class; NaN where the label was given to none.
[[nodiscard]] double precision(const Confusion& confusion, Index klass);

/// 2 precision recall / (precision + recall) of a class, 0 where no row of it was given its label;
/// none for a class without rows.
[[nodiscard]] std::optional<double> f1(const Confusion& confusion, Index klass);

/// Returns the plain mean of f1 over the classes that have rows; none without rows.
[[nodiscard]] std::optional<double> macro_f1(const Confusion& confusion);

/// Returns the plain mean of recall over the classes that have rows; none without rows.
[[nodiscard]] std::optional<double> balanced_accuracy(const Confusion& confusion);

/// Areas under the ROC curves of the class probabilities.
struct RocAreas {
  /// Of each class against all others: the probability that a row of the class is given a larger
  /// probability of it than a row of another class, ties counting half. None for a class without
  /// rows, or with all of them.
  std::vector<std::optional<double>> classes;
  /// Of two classes the area of the last, which is that of the first as well; of more the mean over
  /// classes, each weighted by its rows. None where no class has an area.
  std::optional<double> area;

  friend bool operator==(const RocAreas&, const RocAreas&) = default;
};

/// Gathers the class probabilities of rows and ranks them. Rows are ranked by their log odds, which
/// tell probabilities apart that round to 1. Those of many rows wait in the folder for temporary files.
///
///     RocScores scores;
///     scores.add(classifier.predict(table), truth);
///     scores.areas().area;
///
/// source  [provost2003] for the mean weighted by rows
class RocScores {
 public:
  /// Ranked at most of more than two classes: 1 GB on disk.
  static constexpr std::size_t most_numbers = std::size_t{1} << 26;

  RocScores();
  /// For so many rows and classes in all: where they are too many, nothing is kept from the start.
  RocScores(Index rows, std::size_t classes);
  RocScores(const RocScores& other);
  RocScores(RocScores&& other) noexcept;
  RocScores& operator=(RocScores other) noexcept;
  ~RocScores();

  /// As Scorecard::add.
  /// throws  Error{shape} for other lengths or another number of classes than before; as
  ///         Scorecard::add; Error{io}
  /// cost    rows x classes; 16 bytes of disk for each; of two classes, for each row
  void add(const Predictions& predictions, std::span<const Index> truth,
           std::span<const double> weights = {});
  /// Returns whether so many more rows can be kept.
  [[nodiscard]] bool has_room_for(std::size_t rows, std::size_t classes) const;
  /// Keeps nothing from now on, as where there are too many numbers.
  void leave_out(std::size_t classes);
  /// Returns the Mann-Whitney statistic of each class over the number of pairs; no areas where there
  /// were too many numbers to rank.
  /// throws  Error{io}
  /// cost    classes x rows x log rows
  [[nodiscard]] RocAreas areas() const;

 private:
  std::size_t classes_ = 0;
  std::size_t numbers_ = 0;  // that were added
  bool too_many_ = false;
  std::unique_ptr<detail::RankedRows> rows_;  // null: none yet
};

/// Gathers predictions and truths; pooled over rows, whatever fold they came from.
///
///     Scorecard card;
///     card.add(classifier.predict(table), truth);
///     card.metrics().accuracy;
class Scorecard {
 public:
  /// Adds predictions. An impossible row enters accuracy, brier and confidence through its
  /// fallback, log loss as +inf.
  /// in      truth: one per prediction, the position of its true class among predictions.classes,
  ///         -1 for unknown;  weights: one per prediction, or empty for 1 each. Rows without a
  ///         truth or of weight 0 are skipped
  /// throws  Error{shape} when lengths differ, or the classes from those of an earlier call, and
  ///         for a class that is not there; Error{domain} for a weight that is negative or not
  ///         finite. No row is counted then
  /// cost    rows x classes
  void add(const Predictions& predictions, std::span<const Index> truth,
           std::span<const double> weights = {});

  /// Adds the summaries of rows of these classes, of which there are more than two; otherwise as above.
  void add(const RowSummaries& summaries, const std::vector<std::string>& classes,
           std::span<const Index> truth, std::span<const double> weights = {});

  /// Returns how many rows were counted, whatever their weight.
  [[nodiscard]] Index rows() const { return sums_.rows; }
  /// throws  Error{undefined} when no row was counted
  [[nodiscard]] Metrics metrics() const;
  [[nodiscard]] const Confusion& confusion() const { return confusion_; }
  /// Of the probability of the last class where there are two, else of that of each row's label.
  [[nodiscard]] Calibration calibration() const;
  /// Cells (words) of categories that the training data lack; with those of rows skipped.
  [[nodiscard]] Index unseen_cells() const { return unseen_cells_; }

 private:
  /// What is counted of a row.
  struct RowScore {
    Index label = 0;
    bool impossible = false;
    double log_truth = 0;
    double brier = 0;
    double largest = 0;
    std::optional<double> second;  ///< of two classes: the probability of the last
  };
  void check_shapes(std::size_t rows, const std::vector<std::string>& classes, std::size_t truths,
                    std::size_t weights) const;
  void add_row(const RowScore& row, Index truth, double weight);

  detail::MetricSums sums_;
  Index unseen_cells_ = 0;
  Confusion confusion_;
  CalibrationCounts calibration_;
};

}  // namespace credence
