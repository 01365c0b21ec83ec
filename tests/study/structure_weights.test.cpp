// Weights of features that have parents, and of averages as a whole.
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/explain.hpp>
#include <credence/study/feature_weights.hpp>
#include <credence/study/leave_one_out.hpp>
#include <credence/study/structured.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

Table house_votes() { return read_csv(testing::project_file("examples/data/house_votes_84.csv")); }

Posterior<Model> learned(const Table& table, StructureKind kind) {
  const Model naive = infer_model(table, {.label = "class"});
  return observe(with_structure(naive, {.kind = kind}), table);
}

// A weight for each feature: 1, 1/2, 1/3, ...
FeatureWeights falling(const Posterior<Model>& posterior, double first = 1) {
  FeatureWeights weights{.kind = FeatureWeighting::each, .estimator = "predictive"};
  for (const ColumnSchema& column : posterior.model.schema().columns) {
    if (column.family == "none") continue;
    weights.names.push_back(column.name);
    weights.values.push_back(first / static_cast<double>(weights.names.size()));
  }
  return weights;
}

double mean_loss(const Predictions& predictions, const BoundTable& bound,
                 const std::vector<std::string>& classes) {
  const std::vector<Index> truth = label_positions(bound.label, bound.rows, classes);
  double sum = 0;
  for (Index row = 0; row < predictions.rows(); ++row)
    sum -= predictions.log_probabilities(
        row)[static_cast<std::size_t>(truth[static_cast<std::size_t>(row)])];
  return sum / static_cast<double>(predictions.rows());
}

}  // namespace

TEST_CASE("weights of 1 leave a tree as it is, to the last digits") {
  const Table table = house_votes();
  Posterior<Model> tree = learned(table, StructureKind::tan);
  const Predictions plain = Classifier{tree, Estimator::predictive}.predict(table);
  tree.feature_weights = falling(tree);
  for (double& value : tree.feature_weights.values) value = 1;
  const Predictions weighted = Classifier{tree, Estimator::predictive}.predict(table);
  for (std::size_t i = 0; i < plain.log_joint.size(); ++i)
    CHECK(weighted.log_joint[i] == doctest::Approx(plain.log_joint[i]).epsilon(1e-12));
}

TEST_CASE("a weight of a tree multiplies the term of its feature") {
  const Table table = house_votes();
  Posterior<Model> tree = learned(table, StructureKind::tan);
  const auto joints_with = [&](std::size_t feature, double weight) {
    Posterior<Model> one = tree;
    one.feature_weights = falling(tree);
    for (std::size_t j = 0; j < one.feature_weights.values.size(); ++j)
      one.feature_weights.values[j] = j == feature ? weight : 1;
    return Classifier{one, Estimator::predictive}.predict(table).log_joint;
  };
  for (const std::size_t feature : {std::size_t{0}, std::size_t{5}}) {
    const std::vector<double> without = joints_with(feature, 0);
    const std::vector<double> half = joints_with(feature, 0.5);
    const std::vector<double> whole = joints_with(feature, 1);
    for (std::size_t i = 0; i < whole.size(); i += 17)
      CHECK(half[i] == doctest::Approx((without[i] + whole[i]) / 2).epsilon(1e-12));
  }
}

TEST_CASE(
    "weighted leave-one-out of a tree equals a fit of the other rows under the same weights") {
  const Table table = house_votes();
  Posterior<Model> tree = learned(table, StructureKind::tan);
  tree = freeze(tree);
  tree.feature_weights = falling(tree, 0.8);
  const BoundTable bound = bind(tree.model, table);
  const LeaveOneOut left = leave_one_out(tree, Estimator::predictive, bound, all_rows(bound.rows));
  REQUIRE(left.undefined.empty());
  for (Index row = 0; row < bound.rows; row += 61) {
    std::vector<Index> others;
    for (Index other = 0; other < bound.rows; ++other)
      if (other != row) others.push_back(other);
    Posterior<Model> rest = tree;
    clear_statistics(rest);
    observe(rest, bound, others);
    rest.feature_weights = tree.feature_weights;
    const Predictions refitted =
        Classifier{rest, Estimator::predictive}.predict(bound, std::span(&row, 1));
    for (std::size_t c = 0; c < 2; ++c)
      CHECK(left.predictions.log_joints(row)[c] ==
            doctest::Approx(refitted.log_joints(0)[c]).epsilon(1e-12));
  }
}

TEST_CASE("weights that are found for a structure lower its leave-one-out loss, as they say") {
  const Table table = house_votes();
  for (const auto& found : {std::pair{StructureKind::tan, FeatureWeighting::each},
                            std::pair{StructureKind::tan, FeatureWeighting::common},
                            std::pair{StructureKind::aode, FeatureWeighting::common}}) {
    CAPTURE(std::string(to_string(found.first)));
    const auto& [kind, weighting] = found;
    Posterior<Model> posterior = learned(table, kind);
    const BoundTable bound = bind(posterior.model, table);
    const std::vector<Index> rows = all_rows(bound.rows);
    const double before =
        mean_loss(leave_one_out(posterior, Estimator::predictive, bound, rows).predictions, bound,
                  posterior.label.classes);
    posterior.feature_weights =
        find_feature_weights(posterior, Estimator::predictive, bound, rows, {.kind = weighting});
    const double after =
        mean_loss(leave_one_out(posterior, Estimator::predictive, bound, rows).predictions, bound,
                  posterior.label.classes);
    CHECK(posterior.feature_weights.log_loss_before == doctest::Approx(before).epsilon(1e-10));
    CHECK(posterior.feature_weights.log_loss_after == doctest::Approx(after).epsilon(1e-10));
    CHECK(after < before);
  }
  const Posterior<Model> average = learned(table, StructureKind::aode);
  CHECK(testing::throws_error(
      [&] {
        (void)find_feature_weights(average, Estimator::predictive, bind(average.model, table),
                                   all_rows(table.rows()), {.kind = FeatureWeighting::each});
      },
      ErrorCode::schema, "can have a common weight"));
}

TEST_CASE("a common weight of an average counts for all that is not the class itself") {
  const Table table = house_votes();
  const Model average =
      with_structure(infer_model(table, {.label = "class"}), {.kind = StructureKind::aode});
  Schema schema = average.schema();
  schema.class_prior =
      testing::given_classes({{"democrat", 0.7}, {"independent", 0.0}, {"republican", 0.3}});
  Posterior<Model> posterior = observe(with_schema(average, schema), table);
  const Estimates plain = estimate(posterior, Estimator::predictive);
  const Predictions without = Classifier{plain}.predict(table);
  posterior.feature_weights = falling(posterior);
  posterior.feature_weights.kind = FeatureWeighting::common;
  for (double& value : posterior.feature_weights.values) value = 0.4;

  const Predictions weighted = Classifier{posterior, Estimator::predictive}.predict(table);

  for (Index row = 0; row < table.rows(); row += 29) {
    CAPTURE(row);
    for (const std::size_t klass : {std::size_t{0}, std::size_t{2}}) {
      const double of_class = plain.log_class_probabilities[klass];
      const double joint = without.log_joints(row)[klass];
      CHECK(weighted.log_joints(row)[klass] ==
            doctest::Approx(of_class + 0.4 * (joint - of_class)).epsilon(1e-12));
    }
    CHECK(std::isinf(weighted.log_joints(row)[1]));
  }
}

TEST_CASE("an explanation under a common weight is of the class that is predicted") {
  const Table table = house_votes();
  Posterior<Model> posterior = learned(table, StructureKind::aode);
  const BoundTable bound = bind(posterior.model, table);
  const Predictions plain = Classifier{posterior, Estimator::predictive}.predict(table);
  posterior.feature_weights = falling(posterior);
  posterior.feature_weights.kind = FeatureWeighting::common;
  for (double& value : posterior.feature_weights.values) value = 0.03;
  const Estimates estimates = estimate(posterior, Estimator::predictive);
  const Predictions weighted = Classifier{estimates}.predict(table);

  Index changed = 0;
  for (Index row = 0; row < table.rows() && changed < 5; ++row) {
    const auto at = static_cast<std::size_t>(row);
    if (weighted.label[at] == plain.label[at]) continue;
    ++changed;
    const Explanation found = explain(estimates, bound, row);
    CHECK(found.klass == weighted.classes[static_cast<std::size_t>(weighted.label[at])]);
    CHECK(found.log_odds > 0);
  }
  CHECK(changed == 5);
}

TEST_CASE("rows of weight 0 are not left out, whatever levels and classes they alone have") {
  const Table table = testing::table_of(
      "a,b,w,class\nu,x,1,p\nu,y,1,p\nv,x,1,q\nv,y,1,q\nu,x,1,q\nv,y,1,p\nz,x,0,p\nu,y,0,r\n");
  const Model model(testing::schema_of(
      {{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}}));
  const BoundTable bound = bind(model, table, "w");
  for (const Structure& structure :
       {Structure{.kind = StructureKind::aode, .average = ModelWeights::stacked},
        Structure{.kind = StructureKind::kdb, .most_parents = 1, .select = true}}) {
    CAPTURE(name_of(structure));
    const auto learned =
        learn_structured(with_structure(model, structure), bound, all_rows(bound.rows));
    CHECK(learned.posterior.label.classes == std::vector<std::string>{"p", "q"});
    double sum = 0;
    for (const double weight : learned.posterior.model.schema().structure.model_weights)
      sum += weight;
    CHECK(sum == doctest::Approx(structure.kind == StructureKind::aode ? 1 : 0));
  }
}

TEST_CASE("a table is learned under a structure as its bound rows are, with their weights") {
  const Table table = testing::table_of(
      "a,x,w,class\nu,1,1,p\nu,2,1,p\nv,3,2,q\nv,5,1,q\nu,4,1,q\nv,0,1,p\nu,2.5,1,\n");
  const Model naive(testing::schema_of(
      {{.name = "a", .family = "categorical"}, {.name = "x", .family = "normal"}}));
  const Model tan = with_structure(naive, {.kind = StructureKind::tan});
  const BoundTable bound = bind(naive, table, "w");

  const StructuredPosterior learned = learn_structured(tan, table, Estimator::predictive, "w");

  CHECK(learned.posterior == learn_structured(tan, bound, all_rows(bound.rows)).posterior);
  CHECK(learned.posterior.label.counts.count() == 7);
  CHECK(learned.bound.weights == bound.weights);
  CHECK(testing::throws_error([&] { (void)observe(tan, table); }, ErrorCode::schema,
                              "learn_structured finds them in rows"));
}

TEST_CASE("stacked weights sum to 1 where all models find rows all but impossible") {
  std::string rows = "a,text,class\n";
  std::string many;
  for (int i = 0; i < 2000; ++i) many += " w";
  for (const char* klass : {"p", "q"})
    for (const char* a : {"u", "v", "u"})
      rows += std::string(a) + ",w w,p\n" + a + ",z z," + klass + "\n";
  rows += "u," + many + ",q\n";
  const Table table = testing::table_of(rows);
  const Model model =
      with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                               {.name = "text", .family = "multinomial"}})),
                     {.kind = StructureKind::aode, .average = ModelWeights::stacked});
  const BoundTable bound = bind(with_structure(model, {}), table);
  const auto learned =
      learn_structured(model, bound, all_rows(bound.rows), Estimator::posterior_mean);
  double sum = 0;
  for (const double weight : learned.posterior.model.schema().structure.model_weights)
    sum += weight;
  CHECK(sum == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("a feature without an estimate in a row left out has no weights") {
  // Class p has one row of a = u and b = v; without it, it has rows of either level, but none of both.
  std::string rows = "a,b,x,y\nu,v,k,p\nu,v,k,q\nu,v,k,q\nu,v,k,q\n";
  for (const std::string klass : {"p", "q"})
    for (const std::string levels : {"u,u,", "v,u,", "v,v,"})
      for (const std::string x : {"k", "k", "m", "m"}) rows += levels + x + "," + klass + "\n";
  const Table table = testing::table_of(rows);
  const Model model = with_structure(infer_model(table, {.label = "y"}),
                                     {.kind = StructureKind::given, .given = {{"x", {"a", "b"}}}});
  const Posterior<Model> posterior = observe(model, table);
  const BoundTable bound = bind(posterior.model, table);
  for (const Estimator estimator :
       {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori}) {
    CAPTURE(std::string(to_string(estimator)));
    CHECK_FALSE(leave_one_out(posterior, estimator, bound, all_rows(bound.rows)).undefined.empty());
    CHECK(testing::throws_error(
        [&] { (void)find_feature_weights(posterior, estimator, bound, all_rows(bound.rows)); },
        ErrorCode::undefined, "'p, a = u, b = v'"));
  }
}
