// Classifiers of tables: answers that can be worked out by hand, and the policies for odd cells.
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/data_error.hpp"
#include "support/limits.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

double ln(double x) { return std::log(x); }

Predictions predicted(const Schema& schema, std::string_view training, std::string_view rows,
                      Estimator estimator = predictive) {
  return Classifier{learned(schema, training), estimator}.predict(table_of(rows));
}

void check_joint(const Predictions& predictions, Index row, const Doubles& expected) {
  const auto joint = predictions.log_joints(row);
  REQUIRE(joint.size() == expected.size());
  for (std::size_t klass = 0; klass < expected.size(); ++klass) {
    CAPTURE(klass);
    if (expected[klass] == impossible_joint)
      CHECK(joint[klass] == impossible_joint);
    else
      CHECK(joint[klass] == doctest::Approx(expected[klass]).epsilon(1e-13));
  }
}

const Schema city = schema_of({{.name = "city", .family = "categorical"}});
// u, u, v for a; v for b
constexpr std::string_view cities = "city,class\nu,a\nu,a\nv,a\nv,b\n";

ColumnSchema city_with(Unseen unseen) {
  return {.name = "city", .family = "categorical", .unseen = unseen};
}

}  // namespace

TEST_CASE("the log joint is the log class probability plus the log density of every column") {
  const Schema schema = schema_of(
      {{.name = "city", .family = "categorical"}, {.name = "yes", .family = "bernoulli"}});
  const std::string_view training = "city,yes,class\nu,1,a\nu,0,a\nv,1,a\nv,0,b\n";

  const Predictions answers = predicted(schema, training, "city,yes\nu,1\n");

  // (3+1)/(4+2) (2+1)/(3+2) (2+1)/(3+2)  and  (1+1)/(4+2) (0+1)/(1+2) (0+1)/(1+2)
  check_joint(answers, 0, {ln(4.0 / 6 * 3 / 5 * 3 / 5), ln(2.0 / 6 * 1 / 3 * 1 / 3)});
  CHECK(answers.label_of(0) == "a");
  const double a = 4.0 / 6 * 3 / 5 * 3 / 5;
  const double b = 2.0 / 6 * 1 / 3 * 1 / 3;
  CHECK(answers.probability(0, 0) == doctest::Approx(a / (a + b)).epsilon(1e-14));
  CHECK(answers.log_probabilities(0)[1] == doctest::Approx(ln(b / (a + b))).epsilon(1e-14));
}

TEST_CASE("maximum likelihood multiplies frequencies") {
  const Predictions answers = predicted(city, cities, "city\nu\nv\n", maximum_likelihood);

  check_joint(answers, 0, {ln(0.75 * 2 / 3), impossible_joint});
  check_joint(answers, 1, {ln(0.75 / 3), ln(0.25)});
  CHECK(answers.log_probabilities(0)[0] == 0);
  CHECK(answers.log_probabilities(0)[1] == impossible_joint);
}

TEST_CASE("a missing cell leaves the other columns to decide") {
  const Schema schema = schema_of(
      {{.name = "city", .family = "categorical"}, {.name = "yes", .family = "bernoulli"}});
  const std::string_view training = "city,yes,class\nu,1,a\nu,0,a\nv,1,a\nv,0,b\n";

  const Predictions answers = predicted(schema, training, "city,yes\n,1\nu,?\n,\n");

  check_joint(answers, 0, {ln(4.0 / 6 * 3 / 5), ln(2.0 / 6 * 1 / 3)});
  check_joint(answers, 1, {ln(4.0 / 6 * 3 / 5), ln(2.0 / 6 * 1 / 3)});
  check_joint(answers, 2, {ln(4.0 / 6), ln(2.0 / 6)});
}

TEST_CASE("an unseen category is a missing cell by default and is counted") {
  const Predictions answers = predicted(city, cities, "city\nw\nu\nz\n");

  check_joint(answers, 0, {ln(4.0 / 6), ln(2.0 / 6)});
  CHECK(answers.unseen_cells == 2);
}

TEST_CASE("a reserved level holds prior mass for an unseen category class by class") {
  const Schema schema = schema_of({city_with(Unseen::reserve)});

  const Predictions smooth = predicted(schema, cities, "city\nw\nu\n");
  const Predictions mode = predicted(schema, cities, "city\nw\n", maximum_likelihood);

  // three levels: (0+1)/(3+3) and (0+1)/(1+3), then (2+1)/(3+3) and (0+1)/(1+3)
  check_joint(smooth, 0, {ln(4.0 / 6 / 6), ln(2.0 / 6 / 4)});
  check_joint(smooth, 1, {ln(4.0 / 6 * 3 / 6), ln(2.0 / 6 / 4)});
  CHECK(smooth.unseen_cells == 1);
  check_joint(mode, 0, {impossible_joint, impossible_joint});
}

TEST_CASE("the last of the weights belongs to the reserved level") {
  ColumnSchema column = city_with(Unseen::reserve);
  column.prior = weights({1, 2, 5});
  column.levels = {"u", "v"};

  const Predictions answers = predicted(schema_of({column}), cities, "city\nw\nv\n");

  check_joint(answers, 0, {ln(4.0 / 6 * 5 / 11), ln(2.0 / 6 * 5 / 9)});
  check_joint(answers, 1, {ln(4.0 / 6 * 3 / 11), ln(2.0 / 6 * 3 / 9)});
}

TEST_CASE("an unseen category ends scoring with its place where the schema wants an error") {
  const Classifier classifier{learned(schema_of({city_with(Unseen::error)}), cities), predictive};
  const auto error = error_of([&] { return classifier.predict(table_of("city\nu\nw\n")); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'city'", "data.csv:3:1", "'w'"));
  CHECK(classifier.predict(table_of("city\nu\n?\n")).rows() == 2);
}

TEST_CASE("a missing category can be a level of its own") {
  const ColumnSchema column{.name = "city", .family = "categorical", .missing_is_level = true};

  const Predictions answers =
      predicted(schema_of({column}), "city,class\nu,a\n?,a\n?,b\n", "city\n?\nu\n");

  // a: one u and one missing of two levels; b: one missing
  check_joint(answers, 0, {ln(3.0 / 5 * 2 / 4), ln(2.0 / 5 * 2 / 3)});
  check_joint(answers, 1, {ln(3.0 / 5 * 2 / 4), ln(2.0 / 5 * 1 / 3)});
  CHECK(answers.unseen_cells == 0);
}

TEST_CASE("unseen words of a text are dropped and known ones count") {
  const Schema schema = schema_of({{.name = "note", .family = "multinomial"}});
  const std::string_view training = "note,class\nham ham eggs,a\neggs,b\n";

  const Predictions answers =
      predicted(schema, training, "note\nham spam\n?\nspam\n", posterior_mean);

  // words eggs and ham; a: eggs (1+1)/(3+2), ham (2+1)/(3+2); b: eggs 2/3, ham 1/3
  check_joint(answers, 0, {ln(0.5 * 3 / 5), ln(0.5 / 3)});
  check_joint(answers, 1, {ln(0.5), ln(0.5)});
  check_joint(answers, 2, {ln(0.5), ln(0.5)});
  CHECK(answers.unseen_cells == 2);
}

TEST_CASE("the predictive of a text lets a word seen once come again more easily") {
  const Schema schema = schema_of({{.name = "note", .family = "multinomial"}});
  const std::string_view training = "note,class\nham ham eggs,a\neggs,b\n";

  const Predictions answers = predicted(schema, training, "note\nham ham\n");

  check_joint(answers, 0, {ln(0.5 * 3 / 5 * 4 / 6), ln(0.5 * 1 / 3 * 2 / 4)});
}

TEST_CASE("a block of counts with a missing cell is dropped as a whole for that row") {
  const Schema schema =
      schema_of({{.name = "words", .family = "multinomial", .columns = {"w1", "w2"}}});
  const std::string_view training = "w1,w2,class\n2,1,a\n0,1,b\n";

  const Predictions answers = predicted(schema, training, "w1,w2\n1,\n1,0\n", posterior_mean);

  check_joint(answers, 0, {ln(0.5), ln(0.5)});
  check_joint(answers, 1, {ln(0.5 * 3 / 5), ln(0.5 / 3)});
}

TEST_CASE("the predictive of numbers is Student's t with as many degrees as rows and prior") {
  const PriorSpec prior =
      numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 0.5}});
  const Schema schema =
      schema_of({{.name = "x", .family = "normal", .prior = prior}}, uniform_classes());

  const Predictions answers = predicted(schema, "x,class\n0,a\n", "x\n0\n2\n");

  // mean 0, weight 2, shape 1, scale 1/2: two degrees, squared scale 3/4
  const double scale = std::sqrt(0.75);
  check_joint(answers, 0, {ln(1 / (2 * std::sqrt(2.0) * scale))});
  check_joint(answers, 1, {ln(1 / (2 * std::sqrt(2.0) * scale)) - 1.5 * std::log1p(4 / 0.75 / 2)});
}

TEST_CASE("a count is scored with its exposure") {
  const PriorSpec prior = numbers({{"shape", 1.0}, {"rate", 1.0}});
  const Schema schema = schema_of(
      {{.name = "n", .family = "poisson", .prior = prior, .exposure = "years"}}, uniform_classes());
  const std::string_view training = "n,years,class\n3,2,a\n";

  const Predictions plug_in = predicted(schema, training, "n,years\n2,0.5\n", posterior_mean);
  const Predictions whole = predicted(schema, training, "n,years\n1,0.5\n2,\n");

  // rate (1+3)/(1+2) over half a year: mean 2/3
  check_joint(plug_in, 0, {2 * ln(2.0 / 3) - 2.0 / 3 - ln(2)});
  // shape 4, rate 3: 4 (3/3.5)^4 (0.5/3.5)
  check_joint(whole, 0, {ln(4) + 4 * ln(3 / 3.5) + ln(0.5 / 3.5)});
  check_joint(whole, 1, {0});  // without an exposure there is no count
}

TEST_CASE("a value outside the support ends scoring with its place") {
  const Schema schema = schema_of({{.name = "n", .family = "poisson"}});
  const Classifier classifier{learned(schema, "n,class\n1,a\n2,b\n"), predictive};
  const auto error = error_of([&] { return classifier.predict(table_of("n\n1\n-1\n")); });

  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "'n'", "data.csv:3:1", "-1"));
}

TEST_CASE("a row that every class makes impossible falls back to the class probabilities") {
  const Schema schema =
      schema_of({{.name = "city", .family = "categorical", .levels = {"u", "v", "w"}}});

  const Predictions answers = predicted(schema, cities, "city\nw\nu\n", maximum_likelihood);

  CHECK(answers.impossible == std::vector<bool>{true, false});
  CHECK(answers.label[0] == 0);
  check_joint(answers, 0, {impossible_joint, impossible_joint});
  CHECK(answers.log_probabilities(0)[0] == doctest::Approx(ln(0.75)).epsilon(1e-15));
  CHECK(answers.log_probabilities(0)[1] == doctest::Approx(ln(0.25)).epsilon(1e-15));
}

TEST_CASE("an impossible row takes the most frequent class and the probabilities in use") {
  const Schema schema =
      schema_of({{.name = "city", .family = "categorical", .levels = {"u", "v", "w"}}},
                given_classes({{"a", 0.1}, {"b", 0.9}}));

  const Predictions answers = predicted(schema, cities, "city\nw\n", maximum_likelihood);

  CHECK(answers.impossible[0]);
  CHECK(answers.label_of(0) == "a");
  CHECK(answers.probability(0, 0) == doctest::Approx(0.1).epsilon(1e-15));
  CHECK(answers.probability(0, 1) == doctest::Approx(0.9).epsilon(1e-15));
}

TEST_CASE("probabilities of an impossible row sum to 1 when a given class has no rows") {
  const Schema schema = schema_of({{.name = "city", .family = "categorical", .levels = {"u", "v"}}},
                                  given_classes({{"a", 0.2}, {"b", 0.8}, {"c", 0.0}}));

  const Predictions answers =
      predicted(schema, "city,class\nu,a\nu,b\n", "city\nv\n", maximum_likelihood);

  REQUIRE(answers.impossible[0]);
  CHECK(answers.probability(0, 0) + answers.probability(0, 1) + answers.probability(0, 2) ==
        doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("a class without rows is never chosen by likelihood or mode and else has its prior") {
  Schema schema = city;
  schema.classes = {"a", "b", "c"};

  for (const Estimator estimator : {maximum_likelihood, maximum_a_posteriori}) {
    const Predictions answers = predicted(schema, cities, "city\nv\n", estimator);
    CHECK(answers.log_joints(0)[2] == impossible_joint);
    CHECK(answers.probability(0, 2) == 0);
  }
  const Predictions scored = predicted(schema, cities, "city\nv\n");
  // (0+1)/(4+3) of the classes and 1/2 of the levels
  CHECK(scored.log_joints(0)[2] == doctest::Approx(ln(1.0 / 14)).epsilon(1e-14));
}

TEST_CASE("undefined cells keep a classifier from being made and are named") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n3,a\n7,b\n");
  const auto error = error_of([&] { return Classifier(posterior, maximum_likelihood).classes(); });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "'x'", "class 'b'", "'maximum_likelihood'"));
}

TEST_CASE("a posterior that has seen no class is no classifier") {
  const auto posterior = empty_posterior(Model(city));

  CHECK(is(error_of([&] { return Classifier(posterior, predictive).classes(); }),
           ErrorCode::undefined));
}

TEST_CASE("scoring needs neither label nor weight and ignores other columns") {
  const Predictions bare = predicted(city, cities, "city\nu\n");
  const Predictions more = predicted(city, cities, "class,other,city\n,5,u\n");

  CHECK(bare.log_joint == more.log_joint);
}

TEST_CASE("a column that the schema names must be there when scoring") {
  const Classifier classifier{learned(city, cities), predictive};

  CHECK(is(error_of([&] { return classifier.predict(table_of("town\nu\n")); }), ErrorCode::schema));
}

TEST_CASE("a model without features answers with the class probabilities") {
  const Predictions answers = predicted(schema_of({}), "x,class\n1,a\n2,a\n3,b\n", "x\n9\n");

  CHECK(answers.probability(0, 0) == doctest::Approx(0.6).epsilon(1e-14));
}

TEST_CASE("no rows have no predictions") {
  const Classifier classifier{learned(city, cities), predictive};
  const Table none = table_of("city\nu\n").select({});

  CHECK(classifier.predict(none).rows() == 0);
}

TEST_CASE("more rows than a tile are scored as each row alone") {
  std::string rows = "city\n";
  for (int i = 0; i < 1000; ++i) rows += i % 7 == 0 ? "\"\"\n" : i % 3 == 0 ? "u\n" : "v\n";
  const Classifier classifier{learned(city, cities), predictive};
  const Table table = table_of(rows);

  const Predictions all = classifier.predict(table);

  REQUIRE(all.rows() == 1000);
  const auto bound = bind(Model(city), table);
  for (const Index row : {Index{0}, Index{255}, Index{256}, Index{257}, Index{999}}) {
    CAPTURE(row);
    const Predictions one = classifier.predict(bound, std::vector<Index>{row});
    CHECK(one.log_joint[0] == all.log_joints(row)[0]);
    CHECK(one.log_probability[1] == all.log_probabilities(row)[1]);
    CHECK(one.label[0] == all.label[static_cast<std::size_t>(row)]);
  }
}

TEST_CASE("a classifier shares nothing with the posterior that it came from") {
  auto posterior = learned(city, cities);
  const Classifier classifier{posterior, predictive};
  const Predictions before = classifier.predict(table_of("city\nu\n"));

  observe(posterior, table_of("city,class\nu,b\nu,b\nu,b\nu,b\n"));

  CHECK(classifier.predict(table_of("city\nu\n")).log_joint == before.log_joint);
  CHECK(classifier.estimator() == predictive);
  CHECK(classifier.classes() == Strings{"a", "b"});
  CHECK(classifier.log_class_probabilities()[0] == doctest::Approx(ln(4.0 / 6)).epsilon(1e-15));
}

TEST_CASE("a prior of its own moves the answers of one class only") {
  const ColumnSchema column{.name = "city",
                            .family = "categorical",
                            .prior = {.by_class = {{"b", numbers({{"each", 3.0}})}}}};

  const Predictions answers = predicted(schema_of({column}), cities, "city\nu\n");

  check_joint(answers, 0, {ln(4.0 / 6 * 3 / 5), ln(2.0 / 6 * 3 / 7)});
}

TEST_CASE("weights count in classes and cells") {
  const auto posterior = learned(city, "city,class,w\nu,a,2.5\nv,a,0.5\nv,b,1\nu,b,0\n", "w");

  const Predictions answers = Classifier{posterior, predictive}.predict(table_of("city\nu\n"));

  check_joint(answers, 0, {ln(4.0 / 6 * 3.5 / 5), ln(2.0 / 6 * 1 / 3)});
}

TEST_CASE("a copy of a classifier answers as it does, also when it takes the place of another") {
  const Schema mixed = schema_of({{.name = "city", .family = "categorical"},
                                  {.name = "yes", .family = "bernoulli"},
                                  {.name = "x", .family = "normal"},
                                  {.name = "n", .family = "poisson"},
                                  {.name = "wait", .family = "exponential"}});
  const auto posterior = learned(mixed,
                                 "city,yes,x,n,wait,class\nu,1,1,0,2,a\nu,0,2,1,1,a\n"
                                 "v,1,4,2,0.5,a\nv,0,7,5,3,b\nu,0,9,4,4,b\n");
  const Table rows = table_of("city,yes,x,n,wait\nu,1,3,2,1\nv,0,8,,2\n");
  const Classifier classifier{posterior, predictive};
  const Predictions expected = classifier.predict(rows);

  Classifier other{learned(city, cities), predictive};
  other = classifier;
  CHECK(other.predict(rows).log_joint == expected.log_joint);
  Classifier last{learned(city, cities), predictive};
  last = std::move(other);
  CHECK(last.predict(rows).log_joint == expected.log_joint);
  const Classifier<Model> same(last);
  CHECK(same.predict(rows).log_joint == expected.log_joint);
  CHECK(last.predict(rows).log_joint == expected.log_joint);
}

TEST_CASE("a classifier that was moved from says so") {
  Classifier here{learned(city, cities), predictive};
  const Classifier there = std::move(here);
  const Table rows = table_of("city\nu\n");

  CHECK(there.predict(rows).rows() == 1);
  // NOLINTNEXTLINE(bugprone-use-after-move): refused
  CHECK(throws_error([&] { static_cast<void>(here.predict(rows)); }, ErrorCode::domain,
                     "the classifier has no classes, as one that was moved from"));
}

TEST_CASE("the classes of a classifier that dies live on") {
  std::string seen;
  for (const std::string& klass : Classifier{learned(city, cities), predictive}.classes())
    seen += klass;

  CHECK(seen == "ab");
}
