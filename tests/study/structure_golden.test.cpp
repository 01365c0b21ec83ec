// Structures on nine rows: exact fractions, from a computation of their own.
#include <doctest/doctest.h>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/leave_one_out.hpp>
#include <credence/study/structured.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/nine_rows.hpp"

using namespace credence;
using testing::nine_model;

namespace {

Table nine() { return testing::table_of(testing::nine_rows); }

Structure given(std::vector<ParentsOf> parents) {
  return {.kind = StructureKind::given, .given = std::move(parents)};
}

// The structure in which one feature is the parent of all others.
Structure one_parent(int parent) {
  std::vector<ParentsOf> parents;
  for (int j = 0; j < 3; ++j)
    if (j != parent) parents.push_back({"x" + std::to_string(j), {"x" + std::to_string(parent)}});
  return given(parents);
}

double evidence_of(const Structure& structure) {
  return log_evidence(observe(nine_model(structure), nine()));
}

doctest::Approx exact(double value) { return doctest::Approx(value).epsilon(1e-12); }

// P(y = 0 | x) of the rows 010, 101 and 021.
std::vector<double> asked(const Structure& structure) {
  const Classifier classifier{observe(nine_model(structure), nine()), Estimator::predictive};
  const Predictions answers =
      classifier.predict(testing::table_of("x0,x1,x2\n0,1,0\n1,0,1\n0,2,1\n"));
  std::vector<double> found;
  for (Index row = 0; row < 3; ++row) found.push_back(std::exp(answers.log_probabilities(row)[0]));
  return found;
}

void check_asked(const Structure& structure, std::array<double, 3> expected) {
  const std::vector<double> found = asked(structure);
  for (std::size_t i = 0; i < 3; ++i) CHECK(found[i] == exact(expected[i]));
}

// P(true class | x, without the row) of all rows.
void check_left_out(const Structure& structure, const std::vector<double>& expected) {
  const Table table = nine();
  const Posterior<Model> posterior = observe(nine_model(structure), table);
  const BoundTable bound = bind(posterior.model, table);
  const LeaveOneOut left =
      leave_one_out(posterior, Estimator::predictive, bound, all_rows(bound.rows));
  REQUIRE(left.undefined.empty());
  for (std::size_t i = 0; i < 9; ++i) {
    const Index own = i < 5 ? 0 : 1;
    CHECK(std::exp(left.predictions.log_probabilities(
              static_cast<Index>(i))[static_cast<std::size_t>(own)]) == exact(expected[i]));
  }
}

const Structure naive{};
const Structure tan_of_information{.kind = StructureKind::tan};
const Structure tan_of_evidence{.kind = StructureKind::tan, .tree = TreeScore::evidence};
const Structure aode{.kind = StructureKind::aode};
const Structure a2de{.kind = StructureKind::a2de};

}  // namespace

TEST_CASE("nine rows: log evidence of structures") {
  CHECK(evidence_of(naive) == exact(-std::log(45722880000000.0)));
  CHECK(evidence_of(one_parent(0)) == exact(-std::log(84652646400000.0)));
  CHECK(evidence_of(one_parent(1)) == exact(-std::log(42138206208000.0)));
  CHECK(evidence_of(one_parent(2)) == exact(-std::log(84652646400000.0)));
  CHECK(evidence_of(tan_of_information) == exact(-std::log(56435097600000.0)));
  CHECK(evidence_of(tan_of_evidence) == exact(-std::log(42138206208000.0)));
  CHECK(evidence_of({.kind = StructureKind::kdb}) == exact(-std::log(42138206208000.0)));
  CHECK(evidence_of(aode) == exact(-31.77966575908699));
  CHECK(evidence_of({.kind = StructureKind::lookup}) == exact(-std::log(21636066816000.0)));
  const auto pairs = found_structure(observe(nine_model(a2de), nine())).models;
  REQUIRE(pairs.size() == 3);
  CHECK(pairs[0].log_evidence == exact(-std::log(33183837388800.0)));
  CHECK(pairs[1].log_evidence == exact(-std::log(62219695104000.0)));
  CHECK(pairs[2].log_evidence == exact(-std::log(33183837388800.0)));
}

TEST_CASE("nine rows: what a tree is found by") {
  const Posterior<Model> posterior = observe(nine_model(tan_of_information), nine());
  CHECK(conditional_information(posterior, "x0", "x1") == exact(.199479322639182));
  CHECK(conditional_information(posterior, "x2", "x0") == exact(.0454466158480831));
  CHECK(conditional_information(posterior, "x1", "x2") == exact(.199479322639182));
  const auto tree = found_structure(posterior).features;
  CHECK(tree[0].parents.empty());
  CHECK(tree[1].parents == std::vector<std::string>{"x0"});
  CHECK(tree[1].gain == exact(-.251314428280906));
  CHECK(tree[2].parents == std::vector<std::string>{"x1"});
  CHECK(tree[2].gain == exact(.0408219945202551));
  const auto forest = found_structure(observe(nine_model(tan_of_evidence), nine())).features;
  CHECK(forest[0].parents == std::vector<std::string>{"x1"});
  CHECK(forest[0].gain == exact(.0408219945202551));
  CHECK(forest[1].parents.empty());
  CHECK(forest[2].parents == std::vector<std::string>{"x1"});
}

TEST_CASE("nine rows: probabilities of three rows") {
  check_asked(naive, {216. / 251, 243. / 523, 81. / 151});
  check_asked(one_parent(0), {648. / 823, 81. / 221, 144. / 319});
  check_asked(one_parent(1), {756. / 881, 21. / 61, 35. / 83});
  check_asked(one_parent(2), {162. / 197, 162. / 337, 324. / 499});
  check_asked(tan_of_information, {864. / 1039, 81. / 256, 8. / 15});
  check_asked(aode, {2196. / 2671, 429. / 1084, 339. / 658});
  check_asked({.kind = StructureKind::aode, .least_rows = 3},
              {2196. / 2671, 324. / 779, 339. / 658});
  check_asked({.kind = StructureKind::aode, .like_weka = true},
              {5472. / 6697, 107. / 276, 4225. / 8347});
  check_asked(a2de, {2144. / 2859, 320. / 661, 256. / 487});
  check_asked({.kind = StructureKind::aode, .average = ModelWeights::evidence},
              {66276. / 79741, 59913. / 155873, 49833. / 101833});
}

TEST_CASE("nine rows: log joints and weights of an average") {
  const Classifier classifier{observe(nine_model(aode), nine()), Estimator::predictive};
  const Predictions answers = classifier.predict(testing::table_of("x0,x1,x2\n0,1,0\n"));
  CHECK(answers.log_joints(0)[0] == exact(-2.35319509388046));
  CHECK(answers.log_joints(0)[1] == exact(-3.88427309247524));
  const auto models =
      found_structure(
          observe(nine_model({.kind = StructureKind::aode, .average = ModelWeights::evidence}),
                  nine()))
          .models;
  const double all = models[0].weight + models[1].weight + models[2].weight;
  CHECK(models[0].weight / all == exact(.249443207126949));
  CHECK(models[1].weight / all == exact(.501113585746102));
  CHECK(models[2].weight / all == exact(.249443207126949));
}

TEST_CASE("nine rows: each row without itself") {
  check_left_out(naive, {9. / 25, 27. / 35, 9. / 11, 1. / 9, 9. / 17, 196. / 421, 49. / 124,
                         49. / 149, 49. / 74});
  check_left_out(tan_of_information,
                 {9. / 19, 12. / 17, 6. / 11, 5. / 21, 3. / 7, 7. / 27, 7. / 17, 7. / 17, 7. / 12});
  check_left_out(aode, {171. / 433, 43. / 62, 331. / 561, 575. / 2979, 331. / 757, 1309. / 4869,
                        679. / 1779, 1309. / 3099, 1533. / 2663});
}

TEST_CASE("nine rows: an average by evidence without its first row") {
  const Table table = nine();
  const Posterior<Model> posterior = observe(
      nine_model({.kind = StructureKind::aode, .average = ModelWeights::evidence, .least_rows = 0}),
      table);
  const LeaveOneOut left =
      leave_one_out(posterior, Estimator::predictive, bind(posterior.model, table), all_rows(1));
  CHECK(std::exp(left.predictions.log_joints(0)[0]) == exact(449. / 21560));
}

TEST_CASE("nine rows: stacked weights, and features that leaving rows out selects") {
  const Table table = nine();
  const Posterior<Model> average = observe(nine_model(aode), table);
  const std::vector<Index> rows = all_rows(9);
  const std::vector<double> weights =
      stacked_weights(average, Estimator::predictive, bind(average.model, table), rows);
  CHECK(weights[0] == doctest::Approx(0).epsilon(1e-9));
  CHECK(weights[1] == doctest::Approx(1).epsilon(1e-9));
  CHECK(weights[2] == doctest::Approx(0).epsilon(1e-9));
  const Posterior<Model> kdb = observe(nine_model({.kind = StructureKind::kdb}), table);
  CHECK(dependence_order(kdb) == std::vector<std::string>{"x1", "x0", "x2"});
  const std::vector<PrefixLoss> losses =
      prefix_losses(kdb, Estimator::predictive, bind(kdb.model, table), rows);
  const std::array<double, 4> expected{.792322092255150, .714288753178385, .743008646684791,
                                       .814160645397682};
  std::vector<double> of_one{losses.front().log_loss};
  for (const PrefixLoss& loss : losses)
    if (loss.most_parents == 1) of_one.push_back(loss.log_loss);
  REQUIRE(of_one.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(of_one[i] == exact(expected[i]));
  const Model selecting = nine_model({.kind = StructureKind::kdb, .select = true});
  CHECK(is_found_in_rows(selecting));
  const StructuredPosterior learned =
      learn_structured(selecting, bind(nine_model({}), table), rows);
  CHECK(learned.posterior.model.schema().find("x0")->family == "none");
  CHECK(learned.posterior.model.schema().find("x1")->family == "categorical");
}

TEST_CASE("nine rows: a selection without an arc keeps the rows that its prior imagines") {
  const Table table = nine();
  const ContextPrior imagined{.kind = ContextPrior::Kind::rows, .strength = 6};
  const std::vector<Index> rows = all_rows(9);
  const Posterior<Model> kdb =
      observe(nine_model({.kind = StructureKind::kdb, .prior = imagined}), table);
  double least = std::numeric_limits<double>::infinity();
  for (const PrefixLoss& loss :
       prefix_losses(kdb, Estimator::predictive, bind(kdb.model, table), rows))
    least = std::min(least, loss.log_loss);
  const StructuredPosterior kept =
      learn_structured(nine_model({.kind = StructureKind::kdb, .select = true, .prior = imagined}),
                       bind(nine_model({}), table), rows);
  REQUIRE(kept.posterior.contexts.empty());
  CHECK(kept.posterior.label.prior == ClassPrior{.each = 6});
  const Predictions left =
      leave_one_out(kept.posterior, Estimator::predictive, kept.bound, rows).predictions;
  double sum = 0;
  for (std::size_t row = 0; row < 9; ++row)
    sum -= left.log_probability[2 * row + (row < 5 ? 0 : 1)];
  CHECK(sum / 9 == exact(least));
}

TEST_CASE("nine rows: kDB with two parents") {
  const Table table = nine();
  const Model model = nine_model({.kind = StructureKind::kdb, .most_parents = 2});
  CHECK(needs_settling(model));
  const StructuredPosterior learned =
      learn_structured(model, bind(nine_model({}), table), all_rows(9));
  CHECK(found_structure(learned.posterior).features[2].parents ==
        std::vector<std::string>{"x1", "x0"});
  CHECK(log_evidence(learned.posterior) == exact(-std::log(42138206208000.0)));
}

TEST_CASE("nine rows: predicted in turn") {
  const Table table = nine();
  const auto in_turn = [&](const Structure& structure) {
    const Posterior<Model> posterior = observe(nine_model(structure), table);
    const Prequential turns = prequential(posterior, bind(posterior.model, table), all_rows(9));
    double sum = 0;
    for (std::size_t row = 0; row < 9; ++row)
      sum += turns.predictions.log_probability[2 * row + (row < 5 ? 0 : 1)];
    return sum;
  };
  CHECK(in_turn(naive) == exact(-7.26022025344358));
  CHECK(in_turn(aode) == exact(-7.27656003925180));
}

TEST_CASE("nine rows: look-up") {
  const Structure by_classes{.kind = StructureKind::lookup};
  const std::vector<double> classes = asked(by_classes);
  CHECK(classes[0] == exact(17. / 22));
  CHECK(classes[1] == exact(6. / 11));
  const std::vector<double> centred =
      asked({.kind = StructureKind::lookup, .centre = LookupCentre::naive, .centre_rows = 2});
  CHECK(centred[0] == exact(683. / 753));
  CHECK(centred[1] == exact(243. / 523));
}

TEST_CASE("nine rows: imagined rows") {
  const ContextPrior rows{.kind = ContextPrior::Kind::rows};
  const auto under_rows = [&](Structure structure) {
    structure.prior = rows;
    return structure;
  };
  CHECK(evidence_of(under_rows(one_parent(0))) == exact(-36.8725889890612));
  CHECK(evidence_of(under_rows(one_parent(1))) == exact(-36.3493408452967));
  CHECK(evidence_of(under_rows(one_parent(2))) == exact(-36.8725889890612));
  CHECK(evidence_of(under_rows(tan_of_information)) == exact(-36.3493408452967));
  CHECK(evidence_of(under_rows({.kind = StructureKind::lookup})) == exact(-37.4685724211675));
  CHECK(asked(under_rows(aode))[0] == exact(10569. / 11279));
  CHECK(asked(under_rows(a2de))[0] == exact(13. / 14));
}

TEST_CASE("nine rows: contexts that back off to the feature given the class") {
  const auto backed_off = [&](Structure structure) {
    structure.prior = {.kind = ContextPrior::Kind::back_off, .strength = 2};
    return asked(structure)[0];
  };
  CHECK(backed_off(one_parent(0)) == exact(64152. / 70277));
  CHECK(backed_off(one_parent(1)) == exact(6534. / 7409));
  CHECK(backed_off(one_parent(2)) == exact(3564. / 3739));
  CHECK(backed_off(aode) == exact(2673. / 2918));
  CHECK(backed_off(tan_of_information) == exact(10692. / 11567));
}

TEST_CASE("exclusive or: naive Bayes stays at one half, an average is right") {
  const Table table =
      testing::table_of("a,b,y\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n");
  const Model model{Schema{
      .label = "y",
      .columns = {{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}}}};
  const auto at_zero = [&](StructureKind kind) {
    const Classifier classifier{observe(with_structure(model, {.kind = kind}), table),
                                Estimator::predictive};
    return std::exp(classifier.predict(table).log_probabilities(0)[0]);
  };
  CHECK(at_zero(StructureKind::naive) == exact(0.5));
  CHECK(at_zero(StructureKind::aode) == exact(0.75));
  CHECK(log_evidence(observe(model, table)) == exact(-20.0505093460342));
  CHECK(log_evidence(
            observe(with_structure(model, {.kind = StructureKind::given, .given = {{"b", {"a"}}}}),
                    table)) == exact(-17.6425637373823));
}

TEST_CASE("a number that hangs on a binary parent") {
  const Model model{Schema{
      .label = "y",
      .columns = {
          {.name = "p", .family = "bernoulli"},
          {.name = "x",
           .family = "normal",
           .prior = {
               .values = {{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 0.5}}}}}}};
  const Table table = testing::table_of("p,x,y\n0,1,0\n0,2,0\n1,4,0\n1,3,1\n0,.5,1\n");
  const Posterior<Model> alone = observe(model, table);
  const Posterior<Model> dependent = observe(
      with_structure(model, {.kind = StructureKind::given, .given = {{"x", {"p"}}}}), table);
  CHECK(found_structure(dependent).features[1].gain ==
        doctest::Approx(-12.5287677773647 + 12.6530623981459).epsilon(1e-11));
  CHECK(log_evidence(dependent) - log_evidence(alone) ==
        doctest::Approx(-12.5287677773647 + 12.6530623981459).epsilon(1e-11));
  const Classifier classifier{dependent, Estimator::predictive};
  const Classifier parents{
      observe(Model{Schema{.label = "y", .columns = {model.schema().columns[0]}}}, table),
      Estimator::predictive};
  const Table asked = testing::table_of("p,x\n0,.75\n1,.75\n");
  const Predictions whole = classifier.predict(asked);
  const Predictions part = parents.predict(asked);
  const std::array<double, 4> expected{-1.17573825892133, -1.16199676016344, -2.15876981199187,
                                       -1.84719073242094};
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(whole.log_joint[i] - part.log_joint[i] == exact(expected[i]));
}

TEST_CASE("a level that implies another makes the other silent") {
  // All who are pregnant are female: beyond one row "female" says nothing more, as child and parent.
  const std::string rows =
      "pregnant,sex,x,y\nyes,f,a,1\nyes,f,b,1\nyes,f,a,0\nno,f,a,0\nno,m,b,0\nno,m,a,1\nno,f,b,0\n";
  const Table table = testing::table_of(rows);
  const Model model(Schema{.label = "y",
                           .columns = {{.name = "pregnant", .family = "categorical"},
                                       {.name = "sex", .family = "categorical"},
                                       {.name = "x", .family = "categorical"}}});
  const auto asked_of = [&](const Model& one, const Structure& structure, const char* row) {
    const Classifier classifier{observe(with_structure(one, structure), table),
                                Estimator::predictive};
    return classifier.predict(testing::table_of(row)).log_probabilities(0)[0];
  };
  const Structure resolving{.kind = StructureKind::aode, .subsumption_rows = 2};
  const Structure plain{.kind = StructureKind::aode};
  const Schema& all = model.schema();
  const Model without_sex(Schema{.label = "y", .columns = {all.columns[0], all.columns[2]}});
  CHECK(asked_of(model, resolving, "pregnant,sex,x\nyes,f,a\n") ==
        exact(asked_of(without_sex, plain, "pregnant,x\nyes,a\n")));
  CHECK(asked_of(model, resolving, "pregnant,sex,x\nno,f,a\n") ==
        exact(asked_of(model, plain, "pregnant,sex,x\nno,f,a\n")));
  const Structure rarely{.kind = StructureKind::aode, .subsumption_rows = 3};
  CHECK(asked_of(model, rarely, "pregnant,sex,x\nyes,f,a\n") ==
        exact(asked_of(model, plain, "pregnant,sex,x\nyes,f,a\n")));
}

TEST_CASE("a silent first child leaves Weka's AODE the term of class and parent") {
  const Table table = testing::table_of(
      "sex,pregnant,x,y\nf,yes,a,1\nf,yes,b,1\nf,yes,a,0\nf,yes,b,0\nf,yes,a,1\nf,no,a,0\n"
      "m,no,b,0\nm,no,a,1\nf,no,b,0\nf,no,b,1\nf,no,a,1\nm,no,a,0\nm,no,b,1\n");
  const auto weka = [&](const std::vector<std::string>& names, double subsumption_rows) {
    Schema schema{.label = "y"};
    for (const std::string& name : names)
      schema.columns.push_back({.name = name, .family = "categorical"});
    return observe(with_structure(Model(schema), {.kind = StructureKind::aode,
                                                  .like_weka = true,
                                                  .subsumption_rows = subsumption_rows}),
                   table);
  };
  const Posterior<Model> all = weka({"sex", "pregnant", "x"}, 3), some = weka({"pregnant", "x"}, 0);
  for (const Estimator estimator : all_estimators) {
    CAPTURE(to_string(estimator));
    const auto is_same = [&](const Predictions& found, const Predictions& expected) {
      for (std::size_t at = 0; at < 10; ++at)  // rows of "yes": five, and four without one
        CHECK(std::exp(found.log_joint[at]) == exact(std::exp(expected.log_joint[at])));
    };
    const auto left_out = [&](const Posterior<Model>& posterior) {
      return leave_one_out(posterior, estimator, bind(posterior.model, table), all_rows(13));
    };
    is_same(Classifier(all, estimator).predict(table), Classifier(some, estimator).predict(table));
    is_same(left_out(all).predictions, left_out(some).predictions);
  }
}

TEST_CASE("of two columns that imply each other the later one is silent") {
  const Table table = testing::table_of(
      "a,copy,x,y\nu,U,s,1\nu,U,t,1\nu,U,s,0\nu,U,t,0\nv,V,s,0\nv,V,t,1\nv,V,t,1\n");
  const auto asked_of = [&](std::vector<ColumnSchema> columns, double subsumption_rows) {
    const Model model =
        with_structure(Model(Schema{.label = "y", .columns = std::move(columns)}),
                       {.kind = StructureKind::aode, .subsumption_rows = subsumption_rows});
    const Classifier classifier{observe(model, table), Estimator::predictive};
    return classifier.predict(testing::table_of("a,copy,x\nv,V,t\n")).log_probabilities(0)[0];
  };
  const ColumnSchema a{.name = "a", .family = "categorical"};
  const ColumnSchema copy{.name = "copy", .family = "categorical"};
  const ColumnSchema x{.name = "x", .family = "categorical"};

  CHECK(asked_of({a, copy, x}, 2) == exact(asked_of({a, x}, 0)));
  CHECK(asked_of({a, copy, x}, 3) == exact(asked_of({a, copy, x}, 0)));
  CHECK(asked_of({a, copy, x}, 0) != exact(asked_of({a, x}, 0)));
}
