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

namespace credence {

struct DataReportOptions {
  CompareOptions comparison = {};
  Estimator estimator = Estimator::predictive;  ///< of densities and the surface
  Index most_features = 12;                     ///< whose densities are shown, the best first
  Index most_cells = 3;                   ///< classes whose belief of the best feature is shown
  std::vector<std::string> surface = {};  ///< two features of numbers; none: the best two
  Index simulations = 200;     ///< of the check of the features that are shown; 0: no check
  double most_drawn = 250000;  ///< numbers and words of one simulation; of more there is no check
};

/// What was found, part by part.
struct DataReport {
  std::string file = {};
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
/// cost    that of compare, one pass more, and the pictures
[[nodiscard]] DataReport data_report(const Model& model, const Table& table, const Table* test,
                                     const DataReportOptions& options = {});

}  // namespace credence
