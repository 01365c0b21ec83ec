#include <credence/study/decision_surface.hpp>

#include <doctest/doctest.h>
#include <credence/predict/classifier.hpp>

#include "support/models.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("a surface is what a model of its two features alone says") {
  const Table table = shipped("iris");
  const auto all = observe(infer_model(table, {.label = "class"}), table);
  const auto two = observe(Model(schema_of({{.name = "petal_length", .family = "normal"},
                                            {.name = "petal_width", .family = "normal"}})),
                           table);

  const DecisionSurface surface =
      decision_surface(all, table, "petal_width", "petal_length", {.steps = 20});

  REQUIRE(surface.label.size() == 400);
  const Classifier classifier{two, Estimator::predictive};
  for (const std::size_t at : {0U, 57U, 190U, 399U}) {
    Table row;
    row.add("petal_width", Doubles{surface.x[at % 20]});
    row.add("petal_length", Doubles{surface.y[at / 20]});
    const Predictions answer = classifier.predict(row);
    CHECK(surface.label[at] == answer.label[0]);
    CHECK(surface.probability[at] ==
          doctest::Approx(answer.probability(0, answer.label[0])).epsilon(1e-12));
  }
  CHECK(surface.rows_in_all == 150);
  CHECK(surface.rows.size() == 150);
}

TEST_CASE("columns of other kinds are left out, whatever missing means to them") {
  ColumnSchema city{.name = "city", .family = "categorical"};
  city.missing_is_level = true;
  const std::string csv =
      "a,b,city,text,class\n1,2,x,hello,p\n2,3,,hello you,p\n5,6,y,,q\n6,8,y,bye,q\n";
  const auto posterior = learned(schema_of({{.name = "a", .family = "normal"},
                                            {.name = "b", .family = "exponential"},
                                            city,
                                            {.name = "text", .family = "multinomial"}}),
                                 csv);
  const auto alone = learned(
      schema_of({{.name = "a", .family = "normal"}, {.name = "b", .family = "exponential"}}), csv);

  const auto surface = decision_surface(posterior, table_of(csv), "a", "b", {.steps = 8});

  CHECK(surface == decision_surface(alone, table_of(csv), "a", "b", {.steps = 8}));
  for (const double y : surface.y) CHECK(y > 0);
}

TEST_CASE("columns of a tied block can span a surface") {
  const Table table = shipped("iris");
  const auto posterior =
      observe(Model(schema_of({{.name = "sizes",
                                .family = "normal",
                                .columns = {"petal_length", "petal_width", "sepal_width"},
                                .tied = Tying::all}})),
              table);

  CHECK(features_of_surfaces(posterior.model.schema()) ==
        Strings{"petal_length", "petal_width", "sepal_width"});
  const auto surface = decision_surface(posterior, table, "petal_length", "sepal_width");
  for (const double probability : surface.probability) {
    CHECK(probability >= 1.0 / 3 - 1e-12);
    CHECK(probability <= 1);
  }
}

TEST_CASE("of many rows some are drawn, spread over all of them") {
  const Table table = shipped("iris");
  const auto posterior = observe(infer_model(table, {.label = "class"}), table);

  const auto surface = decision_surface(posterior, table, "petal_length", "petal_width",
                                        {.steps = 4, .most_rows = 40});

  CHECK(surface.rows.size() == 38);
  CHECK(surface.rows_in_all == 150);
  CHECK(surface.rows.back().klass == 2);
}

TEST_CASE("a surface refuses features that are none, have no numbers or are the same") {
  const std::string csv = "a,b,class\n1,x,p\n2,y,q\n";
  const auto posterior = learned(
      schema_of({{.name = "a", .family = "normal"}, {.name = "b", .family = "categorical"}}), csv);
  const Table table = table_of(csv);

  for (const std::string other : {"b", "z", "a"}) {
    CAPTURE(other);
    CHECK(throws_error([&] { (void)decision_surface(posterior, table, "a", other); },
                       ErrorCode::schema, "'" + other + "'"));
  }
}

TEST_CASE("every family of numbers that are not counted can span a surface") {
  Schema schema{.label = "class"};
  std::vector<std::string> expected;
  for (const auto& [family, spans] :
       std::vector<std::pair<std::string, bool>>{{"normal", true},
                                                 {"lognormal", true},
                                                 {"exponential", true},
                                                 {"normal_known_mean", true},
                                                 {"normal_known_variance", true},
                                                 {"gamma", true},
                                                 {"von_mises", true},
                                                 {"histogram", true},
                                                 {"polya_tree", true},
                                                 {"kernel", true},
                                                 {"poisson", false},
                                                 {"geometric", false},
                                                 {"negative_binomial", false},
                                                 {"bernoulli", false},
                                                 {"categorical", false}}) {
    schema.columns.push_back({.name = "of_" + family, .family = family});
    if (spans) expected.push_back("of_" + family);
  }
  schema.columns.push_back(
      {.name = "sizes", .family = "normal", .columns = {"length", "width"}, .tied = Tying::free});
  expected.insert(expected.end(), {"length", "width"});

  CHECK(features_of_surfaces(schema) == expected);
  CHECK(throws_error([&] { detail::check_surface(schema, "of_gamma", "of_poisson"); },
                     ErrorCode::schema,
                     "exponential, gamma, histogram, kernel, lognormal, normal"));
}

TEST_CASE("a surface of a histogram has the labels that its bins give") {
  std::string csv = "a,b,class\n";
  for (int i = 0; i < 40; ++i)
    csv += std::to_string(i) + "," + std::to_string(i * 7 % 40) + (i < 20 ? ",p\n" : ",q\n");
  const auto posterior = learned(
      schema_of({{.name = "a", .family = "histogram"}, {.name = "b", .family = "histogram"}}), csv);

  const auto surface = decision_surface(posterior, table_of(csv), "a", "b", {.steps = 10});

  REQUIRE(surface.label.size() == 100);
  for (std::size_t at = 0; at < surface.label.size(); ++at)
    CHECK(surface.label[at] == (surface.x[at % 10] <= 19.5 ? 0 : 1));
}
