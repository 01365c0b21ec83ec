#include <credence/study/data_report.hpp>

#include <credence/data/convert.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/predictive_check.hpp>
#include <credence/study/structured.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>

#include <fmt/format.h>

#include "base/names.hpp"
#include "study/check/unusual_rows.hpp"
#include "study/describe/conclusions.hpp"
#include "study/folds/bound_study.hpp"

namespace credence {
namespace {

constexpr Index least_checked = 200;  // rows, however much one of them holds

// The first features of a ranking; of a tied block its columns, of words their text once.
std::vector<std::string> best_features(const std::vector<FeatureInformation>& information,
                                       const Schema& schema, Index most) {
  const ColumnPlaces places(schema);
  std::unordered_set<std::string_view> seen;
  std::vector<std::string> names;
  for (const FeatureInformation& each : information) {
    if (std::ssize(names) == most) break;
    const std::size_t at = places.of(each.feature);
    const bool tied = at != ColumnPlaces::nowhere && schema.columns[at].tied.has_value();
    const std::string& name = tied ? each.part : each.feature;
    if (seen.insert(name).second) names.push_back(name);
  }
  return names;
}

// The two best features of numbers; fewer where there are not two.
std::vector<std::string> best_numbers(const std::vector<FeatureInformation>& information,
                                      const Schema& schema, const FamilySet& families) {
  const std::vector<std::string> numbers = features_of_surfaces(schema, families);
  std::vector<std::string> best;
  for (const std::string& name :
       best_features(information, schema, std::numeric_limits<Index>::max()))
    if (best.size() < 2 && detail::among(numbers, name)) best.push_back(name);
  return best;
}

// The features of a schema that hold the names: of a tied block its columns.
std::vector<std::string> features_with(const std::vector<std::string>& names,
                                       const Schema& schema) {
  std::vector<std::string> features;
  for (const ColumnSchema& column : schema.columns) {
    const auto is_named = [&](const std::string& name) { return detail::among(names, name); };
    if (column.family == "none") continue;
    if (is_named(column.name) ||
        std::any_of(column.columns.begin(), column.columns.end(), is_named))
      features.push_back(column.name);
  }
  return features;
}

// Of more classes no beliefs of numbers are drawn, each of which takes the square of the classes, and
// no pairs of columns tested within each class.
constexpr Index most_drawn_classes = 50;

// The levels of all features in all classes.
double cells_of(const Posterior<Model>& posterior) {
  double levels = 0;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j)
      levels += static_cast<double>(block->feature(j).levels.size());
  return levels * static_cast<double>(posterior.label.size());
}

// Beliefs of numbers are drawn only where there are few features and classes, and of very many levels fewer
// are drawn: they take their time.
InformationOptions information_options(const DataReportOptions& options,
                                       const Posterior<Model>& posterior) {
  constexpr Index few = 40;
  constexpr double most = 2e7;  // some 5 s
  constexpr double fewest = 200;
  InformationOptions asked{.estimator = options.estimator};
  if (std::ssize(posterior.model.schema().columns) > few ||
      posterior.label.size() > most_drawn_classes) {
    asked.draws = 0;
  } else {
    const double fitting = std::max(most / std::max(cells_of(posterior), 1.0), fewest);
    asked.draws = static_cast<Index>(std::min(fitting, static_cast<double>(asked.draws)));
  }
  return asked;
}

// Says what is left away where there are many classes.
void note_many_classes(Index classes, DataReport& report) {
  if (classes <= most_drawn_classes) return;
  for (const char* what :
       {"intervals of the mutual information of numbers are", "the dependence of columns is"})
    report.omitted.push_back(fmt::format("{} not shown: {} classes are more than {}", what, classes,
                                         most_drawn_classes));
}

// The classes with the most rows.
std::vector<std::string> largest_classes(const Overview& overview, Index most) {
  std::vector<std::size_t> order(overview.classes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return overview.class_rows[a] > overview.class_rows[b];
  });
  order.resize(std::min(order.size(), static_cast<std::size_t>(most)));
  std::sort(order.begin(), order.end());
  std::vector<std::string> classes;
  for (const std::size_t klass : order) classes.push_back(overview.classes[klass]);
  return classes;
}

// Puts pictures into the order of names.
void order_pictures(std::vector<FeaturePicture>& pictures, const std::vector<std::string>& names) {
  const auto position = [&](const FeaturePicture& picture) {
    return std::find(names.begin(), names.end(), picture.feature) - names.begin();
  };
  std::stable_sort(pictures.begin(), pictures.end(),
                   [&](const auto& a, const auto& b) { return position(a) < position(b); });
}

// Adds what `make` gives; where it is undefined, why.
template <class Make>
void add_or_omit(DataReport& report, const std::string& what, Make&& make) {
  const std::string why = detail::why_undefined(make);
  if (!why.empty()) report.omitted.push_back(what + " is not shown: " + why);
}

void add_cells(const Posterior<Model>& posterior, const DataReportOptions& options,
               DataReport& report) {
  if (report.information.empty()) return;
  const std::string& feature = report.information.front().feature;
  const ColumnSchema* column = posterior.model.schema().find(feature);
  if (column == nullptr || column->tied) return;
  CellOptions asked;
  const bool words = posterior.model.families().find(*column)->facts().datum == DatumKind::words;
  if (words && !report.pictures.empty() && !report.pictures.front().levels.empty())
    asked.level = report.pictures.front().levels.front();
  for (const std::string& klass : largest_classes(report.overview, options.most_cells))
    add_or_omit(report, "what is believed of '" + feature + "' in class '" + klass + "'",
                [&] { report.cells.push_back(cell_picture(posterior, feature, klass, asked)); });
}

// What one simulation of features draws: numbers and words of the rows, and probabilities of words.
struct Draws {
  double of_rows = 0;
  double of_words = 0;
};

Draws draws_of(const Posterior<Model>& posterior, Index rows,
               const std::vector<std::string>& features) {
  Draws all;
  for (const Box<AnyBlock>& block : posterior.blocks) {
    const DatumKind datum = block->family().facts().datum;
    for (Index j = 0; j < block->size(); ++j) {
      const FeatureFacts& feature = block->feature(j);
      if (!detail::among(features, feature.name)) continue;
      const auto levels = static_cast<double>(feature.levels.size());
      if (datum == DatumKind::words) {
        all.of_rows += studied(block->family()).tokens(*block, j);
        all.of_words += levels * static_cast<double>(posterior.label.classes.size());
      } else {
        all.of_rows += static_cast<double>(rows) * (datum == DatumKind::numbers ? levels : 1);
      }
    }
  }
  return all;
}

// As many simulations as asked, unless a vocabulary takes most of the time: then no fewer than show that a
// quantity lies beyond all of them.
Index simulations_of(const DataReportOptions& options, const Draws& draws) {
  constexpr double fewest = 200;
  constexpr double time_of_word = 5;  // the probability of a word is dearer to draw than a word
  const double asked = static_cast<double>(options.simulations);
  const double part = std::min(options.most_drawn / (time_of_word * draws.of_words), 1.0);
  return static_cast<Index>(std::max(part * asked, std::min(fewest, asked)));
}

// Labelled rows with evenly spaced places in the table.
// in  most: fewer than there are labelled rows
Table evenly_spaced(const Table& table, const std::string& label, Index most) {
  const CodeColumn classes = codes_of(table, table.column(label));
  const std::vector<Index> truth = detail::positions_that_count(classes, classes.levels, {});
  std::vector<Index> labelled;
  for (std::size_t row = 0; row < truth.size(); ++row)
    if (truth[row] >= 0) labelled.push_back(static_cast<Index>(row));
  std::vector<Index> rows;
  for (Index i = 0; i < most; ++i)
    rows.push_back(labelled[static_cast<std::size_t>(i * std::ssize(labelled) / most)]);
  return table.select(rows);
}

// The rows of these classes.
Table rows_of(const Table& table, const std::string& label, const std::vector<std::string>& some) {
  const CodeColumn classes = codes_of(table, table.column(label));
  const std::vector<Index> truth = detail::positions_that_count(classes, some, {});
  std::vector<Index> rows;
  for (std::size_t row = 0; row < truth.size(); ++row)
    if (truth[row] >= 0) rows.push_back(static_cast<Index>(row));
  return table.select(rows);
}

// A report looks at as many rows as it can simulate often enough for small p-values, and keeps what is
// simulated for no more classes than anybody looks at.
void add_check(const Posterior<Model>& posterior, const Table& table,
               const std::vector<std::string>& best, const DataReportOptions& options,
               DataReport& report) {
  if (options.simulations == 0 || best.empty()) return;
  CheckOptions asked{.features = features_with(best, posterior.model.schema())};
  const std::string& weight = options.comparison.weight;
  constexpr Index most_classes = 200;
  const Index classes = std::ssize(posterior.label.classes);
  std::optional<Table> of_some;
  if (classes > most_classes)
    of_some = rows_of(table, posterior.label.name, largest_classes(report.overview, most_classes));
  const Table& looked_at = of_some ? *of_some : table;
  const Index rows = of_some ? looked_at.rows() : report.comparison.rows;
  const Draws draws = draws_of(posterior, rows, asked.features);
  asked.simulations = simulations_of(options, draws);
  const double part = std::min(options.most_drawn / draws.of_rows, 1.0) * static_cast<double>(rows);
  const Index most = std::max(static_cast<Index>(part), std::min(least_checked, rows));
  std::optional<Table> spaced;
  if (most < rows) spaced = evenly_spaced(looked_at, posterior.label.name, most);
  report.check = predictive_check(posterior, spaced ? *spaced : looked_at, asked, weight);
  if (of_some)
    report.check->notes.push_back(
        fmt::format("the {} classes of most rows, of {}, were checked", most_classes, classes));
  if (most < rows)
    report.check->notes.push_back(
        fmt::format("{} of {} rows were checked, evenly spaced through the data", most, rows));
  report.conclusions.misfits = misfits(*report.check);
  detail::add_better_families(table, posterior.model.schema(), weight, report.conclusions.misfits);
}

// Whether the best features depend on each other within the classes. Few draws: a report wants to know
// which pairs do, not the third digit of how much.
void add_dependence(const Model& model, const Table& table, const std::vector<std::string>& best,
                    const std::string& weight, DataReport& report) {
  constexpr Index few = 40;
  constexpr Index most_named = 3;
  if (best.size() < 2 || report.comparison.classes.size() > std::size_t{most_drawn_classes}) return;
  Schema schema = model.schema();
  schema.structure = {};
  const std::vector<std::string> looked_at = features_with(best, schema);
  for (ColumnSchema& column : schema.columns)
    if (!detail::among(looked_at, column.name)) column = {.name = column.name, .family = "none"};
  try {
    report.dependence =
        dependence_check(with_schema(model, std::move(schema)), table, {.draws = few}, weight);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::limit) throw;
    report.omitted.push_back(std::string("the dependence of columns is not shown: ") +
                             error.what());
    return;
  }
  report.conclusions.dependent = sentences_on(*report.dependence, most_named);
}

// The weights of the estimator of the report, from all rows.
void add_weights(const Posterior<Model>& posterior, const Table& table,
                 const DataReportOptions& options, DataReport& report) {
  const FeatureWeightOptions& asked = options.comparison.feature_weights;
  if (asked.kind == FeatureWeighting::none) return;
  add_or_omit(report, "the figure of feature weights", [&] {
    report.feature_weights =
        with_feature_weights(posterior, options.estimator, table, asked, options.comparison.weight)
            .feature_weights;
  });
}

// What all rows have taught, under the structure that they give.
Posterior<Model> posterior_of(const Model& model, const Table& table, const std::string& weight) {
  if (!is_found_in_rows(model)) return observe(model, table, weight);
  const BoundTable bound = credence::bind(with_structure(model, {}), table, weight);
  return learn_structured(model, bound, all_rows(bound.rows)).posterior;
}

}  // namespace

DataReport data_report(const Model& model, const Table& table, const Table* test,
                       const DataReportOptions& options) {
  DataReport report{.file = table.file()};
  report.comparison = compare(model, table, options.comparison);
  const std::string& weight = options.comparison.weight;
  std::vector<std::string> open = options.comparison.by_evidence;
  std::erase(open, weight);
  std::erase(open, options.comparison.fold_column);
  const Model bare = with_families_by_evidence(
      with_schema(model, detail::schema_of_study(model.schema(), options.comparison)), table, open,
      weight);
  const Posterior<Model> posterior = posterior_of(bare, table, weight);
  const Schema& schema = bare.schema();
  report.overview = overview(posterior);
  add_weights(posterior, table, options, report);
  if (test != nullptr) {
    report.test_file = test->file();
    Posterior<Model> judged = posterior;
    judged.feature_weights = report.feature_weights;
    report.test = evaluate(judged, *test, {.weight = weight});
  }
  const Index classes = posterior.label.size();
  report.information =
      rank_by_mutual_information(posterior, information_options(options, posterior));
  note_many_classes(classes, report);
  report.relevances = rank_by_evidence(posterior);
  const auto best = best_features(report.information, schema, options.most_features);
  add_or_omit(report, "the figure of densities", [&] {
    const PictureOptions asked{.estimator = options.estimator, .features = best};
    if (!best.empty()) report.pictures = feature_pictures(posterior, table, asked, weight);
    order_pictures(report.pictures, best);
  });
  add_cells(posterior, options, report);
  add_or_omit(report, "the predictive check",
              [&] { add_check(posterior, table, best, options, report); });
  add_or_omit(report, "the dependence of columns",
              [&] { add_dependence(bare, table, best, weight, report); });
  const auto two = options.surface.empty()
                       ? best_numbers(report.information, schema, bare.families())
                       : options.surface;
  if (two.size() == 2)
    add_or_omit(report, "the decision surface", [&] {
      report.surface = decision_surface(posterior, table, two[0], two[1],
                                        SurfaceOptions{.estimator = options.estimator});
    });
  detail::add_conclusions(report);
  detail::add_unusual_rows(posterior, table, weight, report.conclusions);
  return report;
}

}  // namespace credence
