#pragma once
// All that one command tells of data: what they are, how estimators do on them, what was learned.
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/cell_pictures.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/decision_surfaces.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/overview.hpp>
#include <credence/study/predictive_checks.hpp>

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

namespace detail {

/// The first features of a ranking; of a tied block its columns, of words their text once.
[[nodiscard]] std::vector<std::string> best_features(
    const std::vector<FeatureInformation>& information, const Schema& schema, Index most);
/// The two best features of numbers; fewer where there are not two.
[[nodiscard]] std::vector<std::string> best_numbers(
    const std::vector<FeatureInformation>& information, const Schema& schema);
/// Beliefs of numbers are drawn only where there are few features: they take their time.
[[nodiscard]] InformationOptions information_options(const DataReportOptions& options,
                                                     const Schema& schema);
/// The classes with the most rows.
[[nodiscard]] std::vector<std::string> largest_classes(const Overview& overview, Index most);
/// Puts pictures into the order of names.
void order_pictures(std::vector<FeaturePicture>& pictures, const std::vector<std::string>& names);

/// Adds what `make` gives; where it is undefined, why.
template <class Make>
void add_or_omit(DataReport& report, const std::string& what, Make&& make) {
  try {
    make();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    report.omitted.push_back(what + " is not shown: " + error.what());
  }
}

template <class List>
void add_cells(const Posterior<BasicModel<List>>& posterior, const DataReportOptions& options,
               DataReport& report) {
  if (report.information.empty()) return;
  const std::string& feature = report.information.front().feature;
  const ColumnSchema* column = posterior.model.schema().find(feature);
  if (column == nullptr || column->tied) return;
  CellOptions asked;
  if (column->family == DirichletMultinomialFamily::name && !report.pictures.empty() &&
      !report.pictures.front().levels.empty())
    asked.level = report.pictures.front().levels.front();
  for (const std::string& klass : largest_classes(report.overview, options.most_cells))
    add_or_omit(report, "what is believed of '" + feature + "' in class '" + klass + "'",
                [&] { report.cells.push_back(cell_picture(posterior, feature, klass, asked)); });
}

/// The features of a schema that hold the names: of a tied block its columns.
[[nodiscard]] std::vector<std::string> features_with(const std::vector<std::string>& names,
                                                     const Schema& schema);

/// How many numbers and words a simulation of features draws.
template <class List>
[[nodiscard]] double drawn_at_once(const Posterior<BasicModel<List>>& posterior, Index rows,
                                   const std::vector<std::string>& features) {
  double all = 0;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    for (Index j = 0; j < block.size(); ++j) {
      if (std::find(features.begin(), features.end(), block.feature(j).name) == features.end())
        continue;
      if constexpr (std::is_same_v<typename Block<F>::Datum, WordCounts>) {
        for (const double tokens : block.pooled(j).counts) all += tokens;
      } else {
        const bool one = !std::is_same_v<typename Block<F>::Datum, std::vector<double>>;
        all += static_cast<double>(rows) * (one ? 1.0 : static_cast<double>(block.levels(j)));
      }
    }
  });
  return all;
}

template <class List>
void add_check(const Posterior<BasicModel<List>>& posterior, const Table& table,
               const std::vector<std::string>& best, const DataReportOptions& options,
               DataReport& report) {
  if (options.simulations == 0 || best.empty()) return;
  const CheckOptions asked{.simulations = options.simulations,
                           .features = features_with(best, posterior.model.schema())};
  if (drawn_at_once(posterior, table.rows(), asked.features) > options.most_drawn) {
    report.omitted.push_back("the model beside its data is not shown: there are more than " +
                             text(options.most_drawn) +
                             " numbers and words to simulate; say how often by --simulations, or "
                             "ask 'credence check'");
    return;
  }
  report.check = predictive_check(posterior, table, asked, options.comparison.weight);
}

}  // namespace detail

/// The report of a table: its overview, the comparison of all estimators, what its features tell of
/// the class, and pictures of the best of them.
/// in      test: rows that are not learned from, or null
/// throws  as compare, and as evaluate for the test rows; Error{schema} for features that cannot span
///         a surface
/// cost    that of compare, one pass more, and the pictures
template <class List>
[[nodiscard]] DataReport data_report(const BasicModel<List>& model, const Table& table,
                                     const Table* test, const DataReportOptions& options = {}) {
  DataReport report{.file = table.file()};
  report.comparison = compare(model, table, options.comparison);
  const std::string& weight = options.comparison.weight;
  const BasicModel<List> bare(detail::schema_of_study(model.schema(), options.comparison));
  const auto posterior = observe(bare, table, weight);
  const Schema& schema = bare.schema();
  report.overview = overview(posterior);
  if (test != nullptr) {
    report.test_file = test->file();
    report.test = evaluate(posterior, *test, all_estimators, weight);
  }
  report.information =
      rank_by_mutual_information(posterior, detail::information_options(options, schema));
  report.relevances = rank_by_evidence(posterior);
  const auto best = detail::best_features(report.information, schema, options.most_features);
  detail::add_or_omit(report, "densities", [&] {
    const PictureOptions asked{.estimator = options.estimator, .features = best};
    if (!best.empty()) report.pictures = feature_pictures(posterior, table, asked, weight);
    detail::order_pictures(report.pictures, best);
  });
  detail::add_cells(posterior, options, report);
  detail::add_check(posterior, table, best, options, report);
  const auto two =
      options.surface.empty() ? detail::best_numbers(report.information, schema) : options.surface;
  if (two.size() == 2)
    detail::add_or_omit(report, "the decision surface", [&] {
      report.surface = decision_surface(posterior, table, two[0], two[1],
                                        SurfaceOptions{.estimator = options.estimator});
    });
  return report;
}

extern template DataReport data_report(const Model&, const Table&, const Table*,
                                       const DataReportOptions&);

}  // namespace credence
