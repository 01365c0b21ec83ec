// Rankings put together, and selection over the list in families.hpp.
#include <credence/study/feature_selection.hpp>

#include <credence/data/number.hpp>

#include <unordered_map>

namespace credence {
namespace detail {
namespace {

void add(RankedFeature& feature, const FeatureInformation& one) {
  feature.family = one.family;
  if (one.undefined.empty()) {
    feature.mutual_information = one.mutual_information;
    feature.bounds = one.interval;
  } else {
    feature.undefined = one.undefined;
  }
}

void add(RankedFeature& feature, const Relevance& one) {
  feature.family = one.family;
  if (one.undefined.empty()) {
    feature.log_bayes_factor = one.log_bayes_factor;
    feature.inclusion = one.probability;
  } else if (feature.undefined.empty()) {
    feature.undefined = one.undefined;
  }
}

// Names in the order of the first list that has them.
std::vector<std::string> in_order(RankBy by, std::span<const FeatureInformation> information,
                                  std::span<const Relevance> relevance,
                                  std::span<const ConditionalRank> conditional) {
  std::vector<std::string> names;
  if (by == RankBy::mutual_information)
    for (const FeatureInformation& one : information) names.push_back(name_of(one));
  else if (by == RankBy::evidence)
    for (const Relevance& one : relevance) names.push_back(one.feature);
  else
    for (const ConditionalRank& one : conditional) names.push_back(one.name);
  return names;
}

}  // namespace

std::vector<RankedFeature> constant_columns(const Schema& schema, const Table& table) {
  std::vector<RankedFeature> constant;
  for (const ColumnSchema& column : schema.columns)
    if (const Column* cells = table.find(column.name);
        column.family == "none" && cells != nullptr && is_constant(*cells))
      constant.push_back({.name = column.name,
                          .family = column.family,
                          .mutual_information = 0.0,
                          .bounds = Interval{.lower = 0, .upper = 0}});
  return constant;
}

std::string name_of(const FeatureInformation& one) {
  return one.part.empty() ? one.feature : part_name(one.feature, one.part);
}

std::vector<RankedFeature> joined(const FeatureSelectionOptions& options,
                                  std::span<const FeatureInformation> information,
                                  std::span<const Relevance> relevance,
                                  std::span<const ConditionalRank> conditional) {
  std::unordered_map<std::string, RankedFeature> known;
  for (const FeatureInformation& one : information) add(known[name_of(one)], one);
  for (const Relevance& one : relevance) add(known[one.feature], one);
  for (const ConditionalRank& one : conditional) known[one.name].score = one.score;
  std::vector<RankedFeature> features;
  for (const std::string& name : in_order(options.by, information, relevance, conditional)) {
    features.push_back(std::move(known[name]));
    features.back().name = name;
  }
  return features;
}

SelectionOptions curve_options(const FeatureSelectionOptions& options) {
  return {.estimator = options.information.estimator,
          .rule = options.rule,
          .folds = options.folds,
          .seed = options.seed,
          .fold_column = options.fold_column,
          .weight = options.weight,
          .most = options.most};
}

void check(const FeatureSelectionOptions& options) {
  check_options(options.information);
  check(options.conditional);
  (void)probability_given(0, options.relevance.prior_probability);
  if (options.choose != ChooseBy::nothing) check(curve_options(options));
  if (options.most < -1)
    throw Error(ErrorCode::domain, "the number of features to take is " +
                                       to_text(static_cast<double>(options.most)) +
                                       "; give at least 0");
}

Index chosen(const SelectionCurve& curve) {
  if (curve.chosen) return *curve.chosen;
  throw Error(ErrorCode::undefined,
              "no number of features has a finite log loss, so that none can be chosen; choose "
              "another estimator, such as 'predictive', or say how many to take");
}

std::vector<std::string> notes_on(const RankedFeatures& ranked) {
  std::vector<std::string> notes;
  if (ranked.curve && !ranked.curve->ranked_anew)
    notes.emplace_back(
        "the ranking has seen every row that the curve is judged by, so that the curve compares "
        "numbers of features and flatters all of them; cross_validation ranks anew in every fold");
  if (ranked.curve && ranked.kept == 0)
    notes.emplace_back("no feature is worth taking: the frequencies of the classes do as well");
  return notes;
}

}  // namespace detail

template FeatureSelection<Model> select_features(const Model&, const Table&,
                                                 const FeatureSelectionOptions&);

}  // namespace credence
