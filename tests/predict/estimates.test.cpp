// A posterior read by one estimator: what is defined, what is not and why.
#include <credence/predict/estimates.hpp>

#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

// "feature/class" of every undefined cell.
Strings undefined(const ModelPosterior& posterior, Estimator estimator) {
  Strings cells;
  for (const UndefinedCell& cell : estimate(posterior, estimator).undefined)
    cells.push_back(cell.feature + "/" + cell.klass);
  return cells;
}

Strings undefined(ColumnSchema column, std::string_view csv, Estimator estimator) {
  return undefined(learned(schema_of({std::move(column)}), csv), estimator);
}

Schema with_classes(Schema schema, Strings classes) {
  schema.classes = std::move(classes);
  return schema;
}

const PriorSpec nearly_flat_dirichlet = numbers({{"each", 0.5}});
constexpr std::string_view two_and_one = "x,class\n1,a\n3,a\n7,b\n";

}  // namespace

TEST_CASE("every estimator is defined where every class has differing values") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n3,a\n7,b\n9,b\n");

  for (const Estimator estimator : all_estimators) CHECK(undefined(posterior, estimator).empty());
}

TEST_CASE("maximum likelihood of a normal cell needs values that differ") {
  CHECK(undefined({.name = "x", .family = "normal"}, two_and_one, maximum_likelihood) ==
        Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "normal"}, "x,class\n1,a\n3,a\n7,b\n7,b\n",
                  maximum_likelihood) == Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "normal"}, "x,class\n1,a\n3,a\n,b\n",
                  maximum_likelihood) == Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "lognormal"}, two_and_one, maximum_likelihood) ==
        Strings{"x/b"});
}

TEST_CASE("the posterior mean of a variance under auto needs two rows and under auto3 one") {
  CHECK(undefined({.name = "x", .family = "normal"}, two_and_one, posterior_mean) ==
        Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "normal", .prior = word("auto3")}, two_and_one,
                  posterior_mean)
            .empty());
  CHECK(undefined({.name = "x", .family = "normal"}, two_and_one, maximum_a_posteriori).empty());
  CHECK(undefined({.name = "x", .family = "normal"}, two_and_one, predictive).empty());
}

TEST_CASE("a posterior mean that is missing says what exists, and that does") {
  const Strings both{"x", "y"};
  for (const ColumnSchema& column :
       {ColumnSchema{.name = "x", .family = "normal"},
        ColumnSchema{.name = "x", .family = "lognormal"},
        ColumnSchema{.name = "x", .family = "normal_known_mean"},
        ColumnSchema{.name = "b", .family = "normal", .columns = both, .tied = Tying::features},
        ColumnSchema{
            .name = "b", .family = "normal", .columns = both, .covariance = Covariance::full}}) {
    CAPTURE(column.family);
    CAPTURE(column.columns.size());
    const std::string_view csv = "x,y,class\n1,5,a\n3,4,a\n,,b\n";
    const auto posterior = learned(schema_of({column}), csv);
    ColumnSchema steady = column;
    steady.prior = word("auto3");

    const auto cells = estimate(posterior, posterior_mean).undefined;

    REQUIRE(cells.size() == 1);
    CHECK(cells[0].why.find("does not exist: it needs a 'shape' above 1, here it is 0.5; observe "
                            "more data, give a stronger prior, such as 'auto3', or use "
                            "predictive") != std::string::npos);
    CHECK(undefined(posterior, predictive).empty());
    CHECK(undefined(steady, csv, posterior_mean).empty());
  }
}

TEST_CASE("a constant column under auto is undefined but for maximum likelihood") {
  const std::string_view constant = "x,y,class\n3,1,a\n3,2,a\n3,4,b\n3,9,b\n";
  const auto posterior = learned(
      schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}}), constant);

  CHECK(undefined(posterior, predictive) == Strings{"x/"});
  CHECK(undefined(posterior, posterior_mean) == Strings{"x/"});
  CHECK(undefined(posterior, maximum_a_posteriori) == Strings{"x/"});
  CHECK(undefined(posterior, maximum_likelihood) == Strings{"x/a", "x/b"});
  CHECK(estimate(posterior, predictive).undefined[0].why.find("column is constant") !=
        std::string::npos);
  const Error error =
      undefined_error(posterior_mean, estimate(posterior, posterior_mean).undefined);
  CHECK(says(error, "; give the prior in numbers or drop the column"));
}

TEST_CASE("a mode that is missing says what exists, and of the classes nothing about columns") {
  const Schema flat = schema_of({{.name = "x", .family = "bernoulli"}}, {.each = 0.5});
  const auto posterior = learned(with_classes(flat, {"a", "b", "c"}), "x,class\n1,a\n0,a\n");
  const auto one_class =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}, uniform_classes()),
              "x,class\n1,a\n0,a\n,b\n");
  const auto error_of = [](const Posterior<Model>& of) {
    return undefined_error(maximum_a_posteriori, estimate(of, maximum_a_posteriori).undefined);
  };

  CHECK(says(error_of(one_class),
             "\nchoose estimator 'predictive', stronger priors, or drop the columns"));
  CHECK(undefined(one_class, predictive).empty());
  CHECK(says(error_of(posterior), "column 'class': a Dirichlet density with "));
  CHECK_FALSE(says(error_of(posterior), "columns"));
}

TEST_CASE("a posterior of no rows is not advised to drop columns where that does not help") {
  const auto empty = empty_posterior(
      Model(with_classes(schema_of({{.name = "x", .family = "normal"}}), {"a", "b"})));
  const auto told = [&](Estimator estimator) {
    return std::string(undefined_error(estimator, estimate(empty, estimator).undefined).what());
  };

  CHECK(told(maximum_likelihood).ends_with("no data was seen; observe some, or use predictive"));
  CHECK(told(maximum_a_posteriori).ends_with("or use another estimate"));
  CHECK(told(predictive)
            .ends_with("needs some; observe some, give the prior in numbers or drop the column"));
}

TEST_CASE("waiting times of 0 have no maximum likelihood rate") {
  const std::string_view csv = "x,class\n1,a\n3,a\n0,b\n0,b\n";

  CHECK(undefined({.name = "x", .family = "exponential"}, csv, maximum_likelihood) ==
        Strings{"x/b"});
  for (const Estimator estimator : {maximum_a_posteriori, posterior_mean, predictive})
    CHECK(undefined({.name = "x", .family = "exponential"}, csv, estimator).empty());
}

TEST_CASE("the mode of a waiting rate needs a shape above 1") {
  const auto posterior =
      learned(with_classes(schema_of({{.name = "x", .family = "exponential"}}, uniform_classes()),
                           {"a", "b"}),
              "x,class\n1,a\n3,a\n");

  CHECK(undefined(posterior, maximum_a_posteriori) == Strings{"x/b"});
  CHECK(undefined(posterior, posterior_mean).empty());
}

TEST_CASE("counts of 0 have maximum likelihood rate 0 and no exposure has none") {
  CHECK(undefined({.name = "x", .family = "poisson"}, "x,class\n1,a\n0,b\n", maximum_likelihood)
            .empty());
  CHECK(undefined({.name = "x", .family = "poisson"}, "x,class\n1,a\n,b\n", maximum_likelihood) ==
        Strings{"x/b"});
  for (const Estimator estimator : {maximum_a_posteriori, posterior_mean, predictive})
    CHECK(undefined({.name = "x", .family = "poisson"}, "x,class\n1,a\n,b\n", estimator).empty());
}

TEST_CASE("a flat or unbounded density has no mode") {
  const std::string_view csv = "x,class\n1,a\n0,a\n,b\n";

  CHECK(undefined({.name = "x", .family = "bernoulli"}, csv, maximum_a_posteriori) ==
        Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "categorical"}, csv, maximum_a_posteriori) ==
        Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "bernoulli"}, csv, maximum_likelihood) == Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "categorical", .prior = nearly_flat_dirichlet},
                  "x,class\nu,a\nv,a\nw,b\nw,b\n", maximum_a_posteriori) == Strings{"x/a", "x/b"});
  for (const Estimator estimator : {posterior_mean, predictive})
    CHECK(undefined({.name = "x", .family = "categorical"}, csv, estimator).empty());
}

TEST_CASE("a class without a word has no maximum likelihood of its words") {
  const std::string_view csv = "x,class\nham eggs,a\n,b\n";

  CHECK(undefined({.name = "x", .family = "multinomial"}, csv, maximum_likelihood) ==
        Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "multinomial"}, csv, maximum_a_posteriori) ==
        Strings{"x/b"});
  CHECK(undefined({.name = "x", .family = "multinomial"}, csv, predictive).empty());
}

TEST_CASE("the cells of a class of probability 0 are not undefined") {
  const auto posterior =
      learned(with_classes(schema_of({{.name = "x", .family = "normal"}}), {"a", "b", "c"}),
              "x,class\n1,a\n3,a\n7,b\n9,b\n");

  CHECK(undefined(posterior, maximum_likelihood).empty());
  CHECK(undefined(posterior, maximum_a_posteriori).empty());
  CHECK(undefined(posterior, predictive).empty());
}

TEST_CASE("under uniform or given class probabilities a class without rows has no likelihood") {
  const ColumnSchema column{.name = "x", .family = "normal"};
  const std::string_view csv = "x,class\n1,a\n3,a\n7,b\n9,b\n";
  const auto uniform =
      learned(with_classes(schema_of({column}, uniform_classes()), {"a", "b", "c"}), csv);
  const auto given =
      learned(schema_of({column}, given_classes({{"a", 0.5}, {"b", 0.25}, {"c", 0.25}})), csv);
  const auto never =
      learned(schema_of({column}, given_classes({{"a", 0.5}, {"b", 0.5}, {"c", 0.0}})), csv);

  CHECK(undefined(uniform, maximum_likelihood) == Strings{"x/c"});
  CHECK(undefined(given, maximum_likelihood) == Strings{"x/c"});
  CHECK(undefined(never, maximum_likelihood).empty());
  CHECK(undefined(uniform, predictive).empty());
}

TEST_CASE("class probabilities without an estimate are undefined under the name of the label") {
  const auto posterior = empty_posterior(
      Model(with_classes(schema_of({{.name = "x", .family = "bernoulli"}}), {"a", "b"})));

  CHECK(undefined(posterior, maximum_likelihood) == Strings{"class/"});
  CHECK(undefined(posterior, predictive).empty());
}

TEST_CASE("a posterior that has seen no class gives no classifier") {
  const auto posterior = empty_posterior(Model(schema_of({{.name = "x", .family = "bernoulli"}})));

  for (const Estimator estimator : all_estimators)
    CHECK(undefined(posterior, estimator) == Strings{"class/"});
}

TEST_CASE("like scikit-learn a constant column is no obstacle") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}}),
              "x,y,class\n3,1,a\n3,2,a\n3,4,b\n3,9,b\n");

  CHECK(undefined(posterior, scikit_learn).empty());
}

TEST_CASE("like scikit-learn a family that it lacks is refused by name") {
  const auto posterior = learned(schema_of({{.name = "x", .family = "poisson"}}), two_and_one);
  const auto error = error_of([&] { return estimate(posterior, scikit_learn); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'poisson'", "'x'"));
}

TEST_CASE("the most frequent class and the log class probabilities come with the tables") {
  const auto estimates =
      estimate(learned(schema_of({{.name = "x", .family = "normal"}}), two_and_one), predictive);

  CHECK(estimates.classes == Strings{"a", "b"});
  CHECK(estimates.most_frequent == 0);
  CHECK(estimates.log_class_probabilities[0] == doctest::Approx(std::log(0.6)).epsilon(1e-15));
  CHECK(estimates.tables.size() == 1);
}

TEST_CASE("scikit-learn's variances are undefined where no column varies and the floor is 0") {
  const ColumnSchema column{
      .name = "x",
      .family = "normal",
      .prior = numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 2.0}, {"scale", 1.0}})};
  const auto posterior = learned(schema_of({column}), "x,class\n7,a\n7,b\n");

  const auto cells = estimate(posterior, scikit_learn).undefined;
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].klass == "a");
  CHECK(cells[0].why.find("'variance' would be 0") != std::string::npos);
}

TEST_CASE("like scikit-learn a structure is refused by its name") {
  const auto tree =
      observe(with_structure(Model(schema_of({{.name = "x", .family = "categorical"},
                                              {.name = "y", .family = "categorical"}})),
                             {.kind = StructureKind::tan}),
              table_of("x,y,class\nu,s,a\nv,t,a\nu,t,b\n"));

  const auto error = error_of([&] { return estimate(tree, scikit_learn); });

  REQUIRE(is(error, ErrorCode::schema));
  CHECK(std::string(error->what()) ==
        "scikit-learn has no counterpart of structure 'tan'; choose another estimator");
}

TEST_CASE("estimates that are assigned share nothing with those they were") {
  const auto first =
      estimate(learned(schema_of({{.name = "x", .family = "normal"}}), two_and_one), predictive);
  auto second = estimate(learned(schema_of({{.name = "x", .family = "poisson"}}), two_and_one),
                         posterior_mean);

  second = first;

  CHECK(second.estimator == predictive);
  CHECK(second.model == first.model);
  REQUIRE(second.tables.size() == 1);
  CHECK(second.tables[0]->family_id() == first.tables[0]->family_id());
  CHECK(&*second.tables[0] != &*first.tables[0]);
}

TEST_CASE("nothing is asked of a listed class without rows, whatever the structure") {
  Schema schema = with_classes(
      schema_of({{.name = "x", .family = "categorical"}, {.name = "y", .family = "categorical"}}),
      {"a", "b", "nobody"});
  for (const StructureKind kind : {StructureKind::naive, StructureKind::tan, StructureKind::kdb,
                                   StructureKind::aode, StructureKind::lookup}) {
    CAPTURE(to_string(kind));
    schema.structure = {.kind = kind};
    const auto posterior = learned(schema, "x,y,class\nu,s,a\nu,t,a\nv,s,b\nv,t,b\nu,s,b\n");

    CHECK(undefined(posterior, maximum_likelihood).empty());
    const Classifier<Model> classifier(posterior, maximum_likelihood);
    const Table row = table_of("x,y\nu,s\n");
    CHECK(std::isinf(classifier.predict(row).log_probabilities(0)[2]));
  }
}
