#pragma once
// Everything that `credence report` shows: the data, how estimators perform, what was learned.
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/dependence.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/predictive_check.hpp>
#include <optional>
#include <string>
#include <vector>

namespace credence {

/// Options of a report.
struct DataReportOptions {
  CompareOptions comparison = {};
  Estimator estimator = Estimator::predictive;  ///< of densities and the surface
  Index most_features = 12;                     ///< whose densities are shown, the best first
  Index most_cells = 3;                   ///< classes whose belief of the best feature is shown
  std::vector<std::string> surface = {};  ///< two features of numbers; none: the best two
  Index simulations = 1000;  ///< of the check of the features that are shown; 0: no check
  /// Numbers and words of one simulation; of more rows a part is checked, evenly spaced.
  double most_drawn = 30000;

  friend bool operator==(const DataReportOptions&, const DataReportOptions&) = default;
};

/// A feature whose data do not look like its family: at least two of its quantities are extreme, and
/// more than one in twenty.
struct Misfit {
  std::string feature = {};
  std::string family = {};
  Index extreme = 0;  ///< quantities, of all classes
  Index quantities = 0;
  double p_value = 1;       ///< the smallest; no less than 2 / (simulations + 1)
  std::string better = {};  ///< a family of more evidence; empty: none is known
  /// Of that family against the feature's, under default priors; none where the feature's has none.
  std::optional<double> log_bayes_factor;

  friend bool operator==(const Misfit&, const Misfit&) = default;
};

/// Returns the features that do not fit their family, the one with the largest share of extreme
/// quantities first; without better families, which a check does not look for.
[[nodiscard]] std::vector<Misfit> misfits(const PredictiveCheck& check);

/// A row whose leave-one-out log density in its own class is far below that of the other rows.
struct UnusualRow {
  Index row = 0;  ///< in the table, from 1
  std::string klass = {};
  std::string feature = {};  ///< that says most against it
  std::string value = {};    ///< of that feature, as it was written; empty for a block of columns
  double below_median = 0;   ///< nats: the sum over features of the distance below their medians

  friend bool operator==(const UnusualRow&, const UnusualRow&) = default;
};

/// The conclusions of a report.
struct Conclusions {
  double rows = 0;  ///< weight of the labelled rows
  std::string label = {};
  std::vector<std::string> classes;
  std::vector<double> class_rows;
  std::string on = {};                   ///< the rows that estimators are judged by
  std::optional<Result> baseline;        ///< the class frequencies alone
  std::optional<Result> best;            ///< the estimator of least log loss
  std::vector<Misfit> misfits;           ///< features that do not fit their family
  std::vector<Relevance> uninformative;  ///< features that say nothing about the class
  /// Weights that make a log loss above the baseline's smaller, where they were not asked for.
  FeatureWeights advised_weights = {};
  std::vector<std::string> dependent;    ///< pairs of the best features, a sentence each
  std::vector<UnusualRow> unusual_rows;  ///< the furthest of them, at most 5
  Index unusual_in_all = 0;

  friend bool operator==(const Conclusions&, const Conclusions&) = default;
};

/// The contents of a report.
struct DataReport {
  std::string file = {};
  std::string version = {};    ///< of the program that made the report, where it says so
  std::string command = {};    ///< its command line, likewise
  std::string file_date = {};  ///< when the file was last changed, likewise
  Conclusions conclusions = {};
  Overview overview = {};
  Comparison comparison = {};
  FeatureWeights feature_weights = {};  ///< of all rows, where they were asked for
  std::string test_file = {};
  std::optional<Evaluation> test;               ///< where there were test rows
  std::vector<FeatureInformation> information;  ///< of all features, the best first
  std::vector<Relevance> relevances;            ///< of all features, the best first
  std::vector<FeaturePicture> pictures;         ///< of the best features
  std::vector<CellPicture> cells;
  std::optional<DecisionSurface> surface;
  std::optional<PredictiveCheck> check;       ///< of the best features
  std::optional<DependenceCheck> dependence;  ///< of the best features
  std::vector<std::string> omitted;           ///< what is not there, and why; a sentence each

  friend bool operator==(const DataReport&, const DataReport&) = default;
};

/// Returns the report of a table: its overview, the comparison of all estimators, what its features
/// say about the class, and pictures of the best of them.
/// in      test: rows that are not learned from, or null
/// throws  as compare, and as evaluate for the test rows; Error{schema} for features that cannot span
///         a surface
/// cost    that of compare, one pass more, the pictures, and simulations x most_drawn draws at most
[[nodiscard]] DataReport data_report(const Model& model, const Table& table, const Table* test,
                                     const DataReportOptions& options = {});

}  // namespace credence
