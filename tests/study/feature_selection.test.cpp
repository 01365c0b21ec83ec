// Rankings with all that is known of each feature, and the posterior of those that were chosen.
#include <credence/study/feature_selection.hpp>

#include <credence/learn/keep.hpp>
#include <credence/select/mutual_information.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <algorithm>

#include <map>

#include "support/has.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const Table& iris() {
  static const Table table = read_csv(project_file("examples/data/iris.csv"));
  return table;
}
const Model& iris_model() {
  static const Model model = infer_model(iris(), {.label = "class"});
  return model;
}

Strings names_of(const RankedFeatures& ranked) {
  Strings names;
  for (const RankedFeature& one : ranked.features) names.push_back(one.name);
  return names;
}

}  // namespace

TEST_CASE("a ranking joins information, evidence and inclusion of each feature") {
  const auto posterior = observe(iris_model(), iris());
  const auto ranked = select_features(iris_model(), iris(), {.information = {.draws = 20}}).ranked;
  std::map<std::string, Relevance> relevances;
  for (const Relevance& one : rank_by_evidence(posterior)) relevances[one.feature] = one;

  const auto information = rank_by_mutual_information(posterior, {.draws = 20});
  REQUIRE(ranked.features.size() == 4);
  CHECK(ranked.rows == 150);
  CHECK(ranked.kept == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const RankedFeature& one = ranked.features[i];
    CAPTURE(one.name);
    CHECK(one.name == information[i].feature);
    CHECK(one.mutual_information == information[i].mutual_information);
    CHECK(one.posterior_mean == information[i].mean);
    CHECK(one.bounds == information[i].interval);
    CHECK(one.prior_bounds == information[i].prior_interval);
    CHECK(one.log_bayes_factor == relevances[one.name].log_bayes_factor);
    CHECK(one.inclusion == relevances[one.name].probability);
    CHECK_FALSE(one.score.has_value());
  }
}

TEST_CASE("the kept posterior is that of the best features") {
  for (const RankBy by : {RankBy::mutual_information, RankBy::evidence, RankBy::conditional}) {
    CAPTURE(to_string(by));
    const auto selection =
        select_features(iris_model(), iris(), {.by = by, .information = {.draws = 0}, .most = 2});
    const Strings best = names_of(selection.ranked);
    CHECK(selection.ranked.kept == 2);
    CHECK(selection.posterior == keep(observe(iris_model(), iris()), Strings{best[0], best[1]}));
  }
}

TEST_CASE("a curve chooses how many features are kept") {
  for (const ChooseBy choose : {ChooseBy::leave_one_out, ChooseBy::cross_validation}) {
    const auto selection = select_features(
        iris_model(), iris(), {.information = {.draws = 0}, .choose = choose, .folds = 5});
    const RankedFeatures& ranked = selection.ranked;
    REQUIRE(ranked.curve.has_value());
    CHECK(ranked.curve->points.size() == 5);
    CHECK(ranked.curve->ranked_anew == (choose == ChooseBy::cross_validation));
    CHECK(ranked.kept == ranked.curve->chosen);
    // One that there are no draws; another that leave-one-out flatters.
    CHECK(ranked.notes.size() == (choose == ChooseBy::leave_one_out ? 2 : 1));
    CHECK(selection.posterior.model.schema().columns.size() ==
          static_cast<std::size_t>(ranked.kept));
  }
}

TEST_CASE("the rules take the best, or the fewest that do nearly as well") {
  const auto point = [](Index features, double log_loss) {
    return SelectionPoint{
        .features = features, .metrics = Metrics{.log_loss = log_loss}, .standard_error = 0.1};
  };
  std::vector<SelectionPoint> points{point(0, 0.7), point(1, 0.35), point(2, 0.31), point(3, 0.3),
                                     point(4, 0.3)};
  CHECK(chosen_by(SelectionRule::best, points) == 3);
  CHECK(chosen_by(SelectionRule::one_standard_error, points) == 1);
  points[1].metrics.reset();
  CHECK(chosen_by(SelectionRule::one_standard_error, points) == 2);
  for (SelectionPoint& each : points) each.metrics = Metrics{.log_loss = HUGE_VAL};
  CHECK_FALSE(chosen_by(SelectionRule::best, points).has_value());
}

TEST_CASE("of many features some numbers are passed over, never the first or all") {
  CHECK(selection_sizes(0) == std::vector<Index>{0});
  CHECK(selection_sizes(3) == std::vector<Index>{0, 1, 2, 3});
  const auto sizes = selection_sizes(8000);
  CHECK(sizes.size() < 400);
  CHECK(std::is_sorted(sizes.begin(), sizes.end()));
  CHECK(sizes[200] == 200);
  CHECK(sizes[201] == 210);
  CHECK(sizes.back() == 8000);
  CHECK(sizes[sizes.size() - 2] < 8000);
}

TEST_CASE("a feature without numbers comes last and says why") {
  const Schema schema =
      schema_of({{.name = "flat", .family = "normal"}, {.name = "x", .family = "normal"}});
  const auto ranked =
      select_features(Model(schema), table_of("flat,x,class\n1,1,a\n1,2,a\n1,5,b\n1,7,b\n")).ranked;
  CHECK(names_of(ranked) == Strings{"x", "flat"});
  CHECK_FALSE(ranked.features[1].mutual_information.has_value());
  CHECK_FALSE(ranked.features[1].inclusion.has_value());
  CHECK(ranked.features[1].undefined.find("constant") != std::string::npos);
}

TEST_CASE("a feature with a prior for each class has information, and no inclusion") {
  const PriorSpec of_a =
      numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 1.0}, {"scale", 1.0}});
  const Model model(
      schema_of({{.name = "x", .family = "normal", .prior = {.by_class = {{"a", of_a}}}}}));

  const auto ranked = select_features(model, table_of("x,class\n1,a\n2,a\n4,b\n6,b\n")).ranked;

  REQUIRE(ranked.features.size() == 1);
  CHECK(ranked.features[0].mutual_information.has_value());
  CHECK_FALSE(ranked.features[0].inclusion.has_value());
  CHECK(ranked.features[0].undefined ==
        "column 'x' has another prior for each class, and none for all classes together; give it "
        "one prior");
}

TEST_CASE("a constant column stands last and tells exactly nothing") {
  Table table = iris();
  table.add("always", std::vector<double>(150, 0.1));
  table.add("place", std::vector<std::string>(150, "here"));
  const auto inferred = infer_schema(table, {.label = "class"});
  const auto ranked = select_features(Model(inferred.schema), table).ranked;
  REQUIRE(ranked.features.size() == 6);
  for (const std::size_t at : {4U, 5U}) {
    CHECK(ranked.features[at].name == (at == 4 ? "always" : "place"));
    CHECK(ranked.features[at].mutual_information == 0.0);
    CHECK(ranked.features[at].bounds->upper == 0);
  }
  CHECK(kept_names(ranked).size() == 4);
}

TEST_CASE("equal weights and folds are no constant features") {
  Table table = iris();
  table.add("w", std::vector<double>(150, 1.0));
  table.add("fold", std::vector<std::string>(150, "one"));
  const auto inferred = infer_schema(table, {.label = "class", .drop = {"w", "fold"}});
  const auto names = [&](const std::string& weight, const std::string& folds) {
    const FeatureSelectionOptions options{
        .information = {.draws = 0}, .fold_column = folds, .weight = weight};
    return names_of(select_features(Model(inferred.schema), table, options).ranked);
  };

  CHECK(names("", "").size() == 6);
  CHECK(names("w", "").back() == "fold");
  CHECK(names("", "fold").back() == "w");
  CHECK(names("w", "fold").size() == 4);
}

TEST_CASE("posterior means rank a column of many levels first, and what the data add does not") {
  std::string csv = "many,few,class\n";
  for (int row = 0; row < 240; ++row)
    csv += fmt::format("l{},{},{}\n", row / 2, row % 10 < 4 ? row % 2 : row / 2 % 2,
                       row % 2 == 0 ? "a" : "b");
  const Table table = table_of(csv);
  const Model model{schema_of(
      {{.name = "many", .family = "categorical"}, {.name = "few", .family = "bernoulli"}})};
  const auto first = [&](RankBy by) {
    return names_of(select_features(model, table, {.by = by}).ranked).front();
  };

  CHECK(first(RankBy::posterior_mean) == "many");
  CHECK(first(RankBy::above_prior) == "few");
  CHECK(to_string(RankBy::above_prior) == "above_prior");
}

TEST_CASE("in every fold features are ranked anew by what was asked for") {
  const auto names_by = [](RankBy by, const Posterior<Model>& training, const BoundTable& bound,
                           std::span<const Index> rows) {
    Strings names;
    if (by == RankBy::conditional) {
      const auto truth = label_positions(bound.label, bound.rows, training.label.classes);
      for (const auto& one : rank_conditionally(training.model.schema(), bound, truth, 3, rows))
        names.push_back(one.name);
      return names;
    }
    InformationOptions asked{.draws = 20};
    asked.measure = by == RankBy::posterior_mean ? InformationMeasure::posterior_mean
                                                 : InformationMeasure::above_prior;
    for (const auto& one : rank_by_mutual_information(training, asked))
      names.push_back(one.feature);
    return names;
  };
  for (const RankBy by : {RankBy::posterior_mean, RankBy::above_prior, RankBy::conditional}) {
    CAPTURE(to_string(by));
    const SelectionCurve expected = selection_in_folds(
        iris_model(), iris(),
        [&](const auto& training, const auto& bound, std::span<const Index> rows) {
          return names_by(by, training, bound, rows);
        },
        {.folds = 3, .seed = 4});

    const auto ranked = select_features(iris_model(), iris(),
                                        {.by = by,
                                         .information = {.draws = 20},
                                         .choose = ChooseBy::cross_validation,
                                         .folds = 3,
                                         .seed = 4})
                            .ranked;

    REQUIRE(ranked.curve.has_value());
    CHECK(*ranked.curve == expected);
  }
  CHECK(to_string(RankBy::posterior_mean) == "posterior_mean");
}

TEST_CASE("a note says which intervals are nearly all prior, and which lack draws") {
  std::string csv = "cabin,fare,class\n";
  for (int row = 0; row < 300; ++row)
    csv += fmt::format("{},{},{}\n", row < 160 ? fmt::format("c{}", row % 147) : "", row % 17,
                       row % 5 < 2 ? "a" : "b");
  const Model model{schema_of(
      {{.name = "cabin", .family = "categorical"}, {.name = "fare", .family = "normal"}})};
  const Strings notes = select_features(model, table_of(csv)).ranked.notes;
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("the interval of 'cabin' is nearly all prior: the data made it ") == 0);
  CHECK(notes[0].ends_with(" % narrower"));  // in whatever unit the interval is shown

  const Strings without =
      select_features(model, table_of(csv), {.information = {.draws = 0}}).ranked.notes;
  REQUIRE(without.size() == 2);
  CHECK(without[0].find("without draws") == 0);
}

TEST_CASE("bits are nats over the logarithm of two, and only once") {
  const auto nats = select_features(iris_model(), iris(), {.information = {.draws = 0}}).ranked;
  const RankedFeatures bits = in_unit(nats, LogUnit::bits);
  CHECK(*bits.features[0].mutual_information ==
        doctest::Approx(*nats.features[0].mutual_information / std::log(2.0)).epsilon(1e-14));
  CHECK(bits.features[0].inclusion == nats.features[0].inclusion);
  CHECK(in_unit(bits, LogUnit::bits) == bits);
}

TEST_CASE("where no number of features has an estimate none is chosen, and the error says so") {
  Schema schema = schema_of({{.name = "x", .family = "normal"}});
  schema.classes = {"a", "b", "nobody"};
  schema.class_prior.each = 0.1;
  const Table table = table_of("x,class\n1,a\n2,a\n4,b\n7,b\n");
  for (const ChooseBy choose : {ChooseBy::leave_one_out, ChooseBy::cross_validation})
    CHECK(throws_error(
        [&] {
          (void)select_features(
              Model(schema), table,
              {.information = {.estimator = Estimator::maximum_a_posteriori, .draws = 0},
               .choose = choose,
               .folds = 2});
        },
        ErrorCode::undefined, "no number of features has a finite log loss"));
}

TEST_CASE("a note says where a prior of many words denies what counts show") {
  std::string csv = "text,class\n";
  for (int row = 0; row < 500; ++row)
    for (const auto& [klass, often] : {std::pair{'a', 200}, std::pair{'b', 100}})
      csv += fmt::format("{},{}\n", row < often ? "mr" : fmt::format("w{}", row % 230), klass);
  const auto notes = [&](double each) {
    const Model model{
        schema_of({{.name = "text", .family = "multinomial", .prior = numbers({{"each", each}})}})};
    return select_features(model, table_of(csv)).ranked.notes;
  };

  CHECK(has_note(notes(1), "the Bayes factor of 'text:mr' speaks against a dependence"));
  CHECK_FALSE(has_note(notes(0.001), "the Bayes factor of"));
}

TEST_CASE("options that nothing has are refused") {
  const auto refused = [](const FeatureSelectionOptions& options, const std::string& text) {
    return throws_error([&] { (void)select_features(iris_model(), iris(), options); },
                        ErrorCode::domain, text);
  };
  CHECK(refused({.most = -3}, "-3"));
  CHECK(refused({.by = RankBy::conditional, .conditional = {.bins = 1}}, "1 bin"));
  CHECK(refused({.relevance = {.prior_probability = 2}}, "2"));
}
