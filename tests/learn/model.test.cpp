// Models: schemas whose every word has been understood.
#include <credence/density/polya_tree.hpp>
#include <credence/learn/model.hpp>

#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/gamma_poisson.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

std::optional<Error> fault_of(const Schema& schema) {
  return error_of([&] { return Model(schema); });
}

}  // namespace

TEST_CASE("a model writes out the default prior of every column") {
  const Model model(schema_of({{.name = "a", .family = "bernoulli"},
                               {.name = "b", .family = "categorical"},
                               {.name = "c", .family = "normal"},
                               {.name = "d", .family = "multinomial"}}));

  CHECK(model.schema().find("a")->prior == numbers({{"ones", 1.0}, {"zeros", 1.0}}));
  CHECK(model.schema().find("b")->prior == numbers({{"each", 1.0}}));
  CHECK(model.schema().find("c")->prior == word("auto"));
  CHECK(model.schema().find("d")->prior == numbers({{"each", 1.0}}));
}

TEST_CASE("a model of a model's schema is equal to it") {
  const Model model(schema_of({{.name = "a", .family = "bernoulli"},
                               {.name = "b", .family = "categorical", .levels = {"y", "x"}},
                               {.name = "id", .family = "none"}}));

  CHECK(Model(model.schema()) == model);
}

TEST_CASE("every fault of a schema is in one message") {
  Schema schema = schema_of({{.name = "a", .family = "gaussian"},
                             {.name = "b", .family = "normal", .prior = word("atuo")},
                             {.name = "b", .family = "normal"},
                             {.name = "class", .family = "bernoulli"},
                             {.name = "d", .family = "normal", .levels = {"x"}}});
  const auto error = fault_of(schema);

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'a'", "'gaussian'", "'normal'"));
  CHECK(says(error, "'atuo'"));
  CHECK(says(error, "'b' is listed twice"));
  CHECK(says(error, "'class' is the label"));
  CHECK(says(error, "'d'", "`levels`"));
}

TEST_CASE("numbers of a prior from which no double follows are refused by name") {
  const auto fault = [](const char* family, Fields values) {
    return fault_of(
        schema_of({{.name = "x", .family = family, .prior = numbers(std::move(values))}}));
  };
  CHECK(says(fault("poisson", {{"shape", 1e308}, {"rate", 1.0}}), "column 'x'", "'shape'", "1e+308",
             "at most 1e+300"));
  CHECK(says(fault("poisson", {{"shape", 1.0}, {"rate", 1e-308}}), "'rate'", "at least 1e-300"));
  CHECK(says(fault("normal", {{"mean", -1e155}, {"sd", 1.0}, {"n", 1.0}}), "'mean'", "1e+154"));
  CHECK(says(fault("normal", {{"mean", 0.0}, {"sd", 1e-160}, {"n", 1.0}}), "'sd'", "1e-150"));
  CHECK(says(fault("polya_tree", {{"c", 1e300}, {"depth", 5.0}}), "'c'"));
  Schema schema = schema_of({{.name = "x", .family = "poisson"}});
  schema.columns.front().prior.by_class = {{"a", numbers({{"shape", 1e308}, {"rate", 1.0}})}};
  CHECK(says(fault_of(schema), "column 'x'", "'shape'"));

  CHECK(!fault("poisson", {{"shape", 1e300}, {"rate", 1e-300}}));
  CHECK(!fault("normal", {{"mean", 1e154}, {"mean_weight", 1.0}, {"shape", 1.0}, {"scale", 1.0}}));
}

TEST_CASE("a schema without a label is refused") { CHECK(says(fault_of(Schema{}), "no label")); }

TEST_CASE("a column without a family may hold anything") {
  CHECK_FALSE(fault_of(schema_of({{.name = "class", .family = "none"},
                                  {.name = "x", .family = "none", .prior = word("nonsense")}})));
}

TEST_CASE("options that a family has no use for are refused by name") {
  CHECK(says(fault_of(schema_of({{.name = "x", .family = "normal", .unseen = Unseen::reserve}})),
             "'x'", "'normal'", "`unseen`"));
  CHECK(says(fault_of(schema_of({{.name = "x", .family = "normal", .missing_is_level = true}})),
             "`missing`"));
  CHECK(says(fault_of(schema_of({{.name = "x", .family = "categorical", .exposure = "e"}})),
             "`exposure`"));
  CHECK(says(fault_of(schema_of({{.name = "x", .family = "poisson", .columns = {"u", "v"}}})),
             "`columns`"));
  CHECK_FALSE(fault_of(schema_of({{.name = "x", .family = "poisson", .exposure = "e"}})));
  CHECK_FALSE(fault_of(schema_of({{.name = "x", .family = "multinomial", .columns = {"u", "v"}}})));
}

TEST_CASE("a yes or no column lists two levels or none") {
  const auto three =
      fault_of(schema_of({{.name = "x", .family = "bernoulli", .levels = {"a", "b", "c"}}}));

  CHECK(says(three, "'x'", "two levels", "3"));
  CHECK_FALSE(fault_of(schema_of({{.name = "x", .family = "bernoulli", .levels = {"b", "a"}}})));
}

TEST_CASE("the two levels of a yes or no column keep their order") {
  const Model model(schema_of({{.name = "x", .family = "bernoulli", .levels = {"yes", "no"}}}));

  CHECK(model.schema().find("x")->levels == Strings{"yes", "no"});
}

TEST_CASE("listed levels are sorted and their weights move with them") {
  const Model model(schema_of({{.name = "x",
                                .family = "categorical",
                                .prior = weights({1, 2, 3}),
                                .levels = {"c", "a", "b"}},
                               {.name = "y",
                                .family = "categorical",
                                .prior = {.by_class = {{"k", weights({1, 2, 3, 4})}}},
                                .levels = {"c", "a", "b"},
                                .unseen = Unseen::reserve}}));

  CHECK(model.schema().find("x")->levels == Strings{"a", "b", "c"});
  CHECK(model.schema().find("x")->prior == weights({2, 3, 1}));
  CHECK(model.schema().find("y")->prior.by_class.front().second == weights({2, 3, 1, 4}));
}

TEST_CASE("listed classes are sorted and their weights move with them") {
  Schema schema = schema_of({{.name = "x", .family = "bernoulli"}}, {.weights = {5, 7}});
  schema.classes = {"b", "a"};
  const Model model(schema);

  CHECK(model.schema().classes == Strings{"a", "b"});
  CHECK(model.schema().class_prior.weights == Doubles{7, 5});
}

TEST_CASE("a class or level that is listed twice is refused") {
  Schema schema = schema_of({{.name = "x", .family = "categorical", .levels = {"u", "u"}}});
  schema.classes = {"a", "b", "a"};

  CHECK(says(fault_of(schema), "`classes`", "'x' lists a level twice"));
}

TEST_CASE("class weights must be as many as the listed classes") {
  Schema schema = schema_of({{.name = "x", .family = "bernoulli"}}, {.weights = {1, 2, 3}});
  schema.classes = {"a", "b"};

  CHECK(says(fault_of(schema), "3 weights", "2 classes"));
}

TEST_CASE("given class probabilities that are none or for other classes are refused") {
  Schema other =
      schema_of({{.name = "x", .family = "bernoulli"}}, given_classes({{"a", 0.2}, {"b", 0.8}}));
  other.classes = {"a", "c"};
  const Schema sum =
      schema_of({{.name = "x", .family = "bernoulli"}}, given_classes({{"a", 0.2}, {"b", 0.7}}));
  const Schema range =
      schema_of({{.name = "x", .family = "bernoulli"}}, given_classes({{"a", -0.5}, {"b", 1.5}}));

  CHECK(says(fault_of(other), "'b'"));
  CHECK(says(fault_of(sum), "sum"));
  CHECK(says(fault_of(range), "'a'", "-0.5"));
}

TEST_CASE("a column of a model takes the family that is assigned to it") {
  Model model(schema_of({{.name = "x", .family = "normal"}}));

  model["x"] = GammaPoisson{};

  CHECK(model.schema().find("x")->family == "poisson");
  CHECK(model.schema().find("x")->prior == word("auto"));
}

TEST_CASE("a model is composed of columns that are added, each once") {
  Model model(Schema{.label = "class"});
  model.add("age", GammaPoisson{}).add("smoker", BetaBernoulli{Beta{.ones = 2, .zeros = 8}});

  CHECK(model.schema().columns.size() == 2);
  CHECK(model.schema().find("age")->family == "poisson");
  CHECK(model.schema().find("smoker")->prior == numbers({{"ones", 2.0}, {"zeros", 8.0}}));

  const Model before = model;
  const auto twice = error_of([&] { model.add("age", BetaBernoulli{}); });
  CHECK(is(twice, ErrorCode::schema));
  CHECK(says(twice, "'age' already", "model[\"age\"]"));
  CHECK(is(error_of([&] { model.add("class", BetaBernoulli{}); }), ErrorCode::schema));
  CHECK(model == before);
}

TEST_CASE("copies share what a model says until one is changed") {
  const Model model(schema_of({{.name = "x", .family = "normal"}}));
  Model copy = model;
  Model moved = std::move(copy);

  CHECK(copy.schema().find("x")->family == "normal");  // NOLINT(bugprone-use-after-move)
  CHECK(moved.is_copy_of(model));
  CHECK_FALSE(Model(model.schema()).is_copy_of(model));

  moved["x"] = GammaPoisson{};

  CHECK_FALSE(moved.is_copy_of(model));
  CHECK(model.schema().find("x")->family == "normal");
  CHECK(copy == model);
}

TEST_CASE("a column that a model lacks is refused at once, with the nearest name") {
  Model model(
      schema_of({{.name = "Age", .family = "normal"}, {.name = "Fare", .family = "normal"}}));
  const Model before = model;

  const auto near = error_of([&] { model["Farre"] = GammaPoisson{}; });
  CHECK(is(near, ErrorCode::schema));
  CHECK(says(near, "'Farre'", "Model::add", "did you mean 'Fare'?"));
  const auto far = error_of([&] { return model["height"]; });
  CHECK(says(far, "'height'", "Model::add"));
  CHECK_FALSE(says(far, "did you mean"));
  CHECK(says(error_of([&] { return model["class"]; }), "is the label"));
  CHECK(model == before);
}

TEST_CASE("an assignment that does not fit leaves the model as it was") {
  Model model(schema_of({{.name = "x", .family = "normal"}}));
  const Model before = model;
  const auto error = error_of([&] {
    model["x"] = BetaBernoulli{Beta{.ones = -1, .zeros = 8}};
    return 0;
  });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'x'", "-1"));
  CHECK(model == before);
}

TEST_CASE("a guessed model knows the families that its table shows") {
  const Table table = table_of("age,smoker,city,class\n23.5,1,Rome,a\n31,0,Oslo,b\n54,1,Rome,a\n");
  const Model model = infer_model(table, {.label = "class"});

  CHECK(model.schema().find("age")->family == "normal");
  CHECK(model.schema().find("smoker")->family == "bernoulli");
  CHECK(model.schema().find("city")->family == "categorical");
}

TEST_CASE("every word for a prior that a family knows can be read from a schema") {
  for (const Automatic automatic : all_automatic_words) {
    const std::string name(to_string(automatic));
    CAPTURE(name);
    const std::string text = R"({"schema_version":1,"label":"class","columns":[{"name":"x",)"
                             R"("family":"normal","prior":")" +
                             name + R"("}]})";
    CHECK(schema_from_json(text, "schema.json").find("x")->prior == word(name));
  }
}

TEST_CASE("the default prior of every family can be written into a schema and read back") {
  for (const FamilyType* family : shipped_families()) {
    const FamilyFacts& facts = family->facts();
    CAPTURE(std::string(facts.name));
    ColumnSchema column{.name = "x", .family = std::string(facts.word)};
    if (facts.tied)
      column = {.name = "x",
                .family = std::string(facts.word),
                .columns = {"a", "b"},
                .tied = Tying::free,
                .covariance = facts.covariance};
    const Model model(schema_of({column}));

    CHECK(Model(schema_from_json(to_json(model.schema()), "schema.json")).schema() ==
          model.schema());
  }
}

TEST_CASE("a label as exposure, a column twice in a block and a class twice are faults") {
  const auto exposed =
      fault_of(schema_of({{.name = "n", .family = "poisson", .exposure = "class"}}));
  CHECK(says(exposed, "column 'n' has the label as its exposure; choose another column"));
  const auto block =
      fault_of(schema_of({{.name = "b", .family = "multinomial", .columns = {"u", "v", "u"}}}));
  CHECK(says(block, "column 'b' is a block that holds 'u' twice; keep one entry"));
  const auto label =
      fault_of(schema_of({{.name = "b", .family = "multinomial", .columns = {"u", "class"}}}));
  CHECK(says(label, "column 'b' is a block that holds the label; remove it"));
  const auto given = fault_of(schema_of({}, given_classes({{"p", 0.5}, {"q", 0.25}, {"p", 0.25}})));
  CHECK(says(given, "the class prior gives class 'p' twice; keep one entry"));
}

TEST_CASE("a model refuses what no schema file can say") {
  const auto itself = fault_of(schema_of({{.name = "n", .family = "poisson", .exposure = "n"}}));
  CHECK(says(itself, "column 'n' has itself as its exposure; choose another column"));
  CHECK(says(fault_of(schema_of({{.name = "", .family = "normal"}})),
             "a column of the schema has no name; give it one"));
  const std::string twice =
      "the prior of column 'x' is more than one of a word, numbers and a prior for each class; "
      "give one of them";
  PriorSpec prior = numbers({{"mean", 1.0}});
  prior.word = "auto";
  CHECK(says(fault_of(schema_of({{.name = "x", .family = "normal", .prior = prior}})), twice));
  prior = {.word = "auto3", .by_class = {{"a", {.word = "auto"}}}};
  CHECK(says(fault_of(schema_of({{.name = "x", .family = "normal", .prior = prior}})), twice));
}

TEST_CASE("a schema without a label has that fault alone") {
  const auto error = fault_of({.columns = {{.name = "x", .family = "normal"}}});
  REQUIRE(error);
  CHECK(std::string(error->what()) == "the schema names no label; set `label` to a column");
}

TEST_CASE("a tree of a normal base has the usual depth where none is given") {
  const auto prior_of = [](Fields values) {
    return Model(schema_of(
                     {{.name = "x", .family = "polya_tree", .prior = numbers(std::move(values))}}))
        .schema()
        .find("x")
        ->prior;
  };
  const Fields base{{"mean", 2.0}, {"sd", 3.0}};
  Fields deep = base;
  deep.emplace_back("depth", PolyaTreePrior::Known{}.depth);
  Fields flat = base;
  flat.emplace_back("depth", 1.0);

  CHECK(prior_of(base) == prior_of(deep));
  CHECK_FALSE(prior_of(base) == prior_of(flat));
  const auto half = fault_of(
      schema_of({{.name = "x", .family = "polya_tree", .prior = numbers({{"mean", 2.0}})}}));
  CHECK(says(half, "column 'x'", "gives one of 'mean' and 'sd' alone; give both, or neither"));
}

TEST_CASE("the schema of a model that dies lives on, and so does the name of its column") {
  const Schema given = schema_of({{.name = "a rather long name", .family = "bernoulli"}});
  const Schema& schema = Model(given).schema();
  Model model(given);

  auto column = model[std::string("a rather ") + "long name"];
  column = GammaPoisson{};

  CHECK(schema.columns.front().family == "bernoulli");
  CHECK(model.schema().columns.front().family == "poisson");
}

TEST_CASE("a number of a prior that is not finite is refused once") {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double number : {infinite, -infinite, std::nan("")}) {
    CAPTURE(number);
    for (const auto& [family, prior] :
         {std::pair{"poisson", numbers({{"shape", number}, {"rate", 1.0}})},
          {"normal", numbers({{"mean", number}, {"sd", 1.0}, {"n", 5.0}})},
          {"categorical", numbers({{"each", number}})},
          {"normal_known_mean", numbers({{"mean", number}})}}) {
      CAPTURE(family);
      const auto error = fault_of(schema_of({{.name = "x", .family = family, .prior = prior}}));
      REQUIRE(is(error, ErrorCode::schema));
      CHECK(std::string(error->what()).find('\n') == std::string::npos);
    }
  }
}
