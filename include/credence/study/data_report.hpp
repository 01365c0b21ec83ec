#pragma once
// All that one command tells of data: what they are, how estimators do on them, what was learned.
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/cell_picture.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/predictive_check.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Returns the rows that results are judged by: "test", "cross_validation" or "leave_one_out", the
/// first of them that has metrics; else those of the first result.
[[nodiscard]] std::string judged_on(std::span<const Result> results);

/// Returns the result of an estimator on a set of rows; null where there is none.
[[nodiscard]] const Result* find_result(std::span<const Result> results, std::string_view estimator,
                                        std::string_view on);

/// Returns the result of least log loss on a set of rows, the baseline aside; of equal ones the
/// posterior predictive, of infinite ones the most accurate. Null where no estimate is defined.
[[nodiscard]] const Result* best_result(std::span<const Result> results, std::string_view on);

/// Returns whether the mean probability of the labels is above (below) the accuracy by more than a hundredth
/// and more than two standard errors.
[[nodiscard]] bool is_over_confident(const Metrics& metrics);
[[nodiscard]] bool is_under_confident(const Metrics& metrics);

struct DataReportOptions {
  CompareOptions comparison = {};
  Estimator estimator = Estimator::predictive;  ///< of densities and the surface
  Index most_features = 12;                     ///< whose densities are shown, the best first
  Index most_cells = 3;                   ///< classes whose belief of the best feature is shown
  std::vector<std::string> surface = {};  ///< two features of numbers; none: the best two
  Index simulations = 1000;  ///< of the check of the features that are shown; 0: no check
  /// Numbers and words of one simulation; of more rows a part is checked, evenly spaced.
  double most_drawn = 30000;
};

/// A feature whose data do not look like its family: at least two of its quantities are extreme, and
/// more than one in twenty.
struct Misfit {
  std::string feature = {};
  std::string family = {};
  Index extreme = 0;  ///< quantities, of all classes
  Index quantities = 0;
  double tail_probability = 1;  ///< the smallest; no less than 2 / (simulations + 1)
  std::string better = {};      ///< a family of more evidence; empty: none is known
  /// Of that family against the feature's, under default priors; none where the feature's has none.
  std::optional<double> log_bayes_factor = {};

  friend bool operator==(const Misfit&, const Misfit&) = default;
};

/// Returns the features that do not fit their family, the one with the largest share of extreme
/// quantities first; without better families, which a check does not look for.
[[nodiscard]] std::vector<Misfit> misfits(const PredictiveCheck& check);

/// What a reader should take away: the rest of a report in brief.
struct Conclusions {
  double rows = 0;  ///< weight of the labelled rows
  std::string label = {};
  std::vector<std::string> classes = {};
  std::vector<double> class_rows = {};
  std::string on = {};                        ///< the rows that estimators are judged by
  std::optional<Result> baseline = {};        ///< the class frequencies alone
  std::optional<Result> best = {};            ///< the estimator of least log loss
  std::vector<Misfit> misfits = {};           ///< features that do not fit their family
  std::vector<Relevance> uninformative = {};  ///< features that say nothing about the class

  friend bool operator==(const Conclusions&, const Conclusions&) = default;
};

/// What was found, part by part.
struct DataReport {
  std::string file = {};
  std::string version = {};    ///< of the program that made the report, where it says so
  std::string command = {};    ///< its command line, likewise
  std::string file_date = {};  ///< when the file was last changed, likewise
  Conclusions conclusions = {};
  Overview overview = {};
  Comparison comparison = {};
  std::string test_file = {};
  std::optional<Evaluation> test = {};               ///< where there were rows to test on
  std::vector<FeatureInformation> information = {};  ///< of all features, the best first
  std::vector<Relevance> relevances = {};            ///< of all features, the best first
  std::vector<FeaturePicture> pictures = {};         ///< of the best features
  std::vector<CellPicture> cells = {};
  std::optional<DecisionSurface> surface = {};
  std::optional<PredictiveCheck> check = {};  ///< of the best features
  std::vector<std::string> omitted = {};      ///< what is not there, and why; a sentence each
};

/// The report of a table: its overview, the comparison of all estimators, what its features tell of
/// the class, and pictures of the best of them.
/// in      test: rows that are not learned from, or null
/// throws  as compare, and as evaluate for the test rows; Error{schema} for features that cannot span
///         a surface
/// cost    that of compare, one pass more, the pictures, and simulations x most_drawn draws at most
[[nodiscard]] DataReport data_report(const Model& model, const Table& table, const Table* test,
                                     const DataReportOptions& options = {});

}  // namespace credence
