// What data are worth at fitted parameters: log likelihoods, numbers of parameters, AIC and BIC.
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/density/count.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/describe.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/golden_table.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

FittedParameters fit_of(const Schema& schema, std::string_view csv,
                        Estimator estimator = maximum_likelihood) {
  const std::array asked{estimator};
  return fitted_parameters(learned(schema, csv), asked).at(0);
}

double free_in(ColumnSchema column, std::string_view csv) {
  const FittedParameters fit = fit_of(schema_of({std::move(column)}), csv, posterior_mean);
  CHECK(fit.undefined.empty());
  return fit.parameters;
}

ColumnSchema tied_numbers(Tying tying, Covariance covariance = Covariance::diagonal) {
  return {.name = "sizes",
          .family = "normal",
          .columns = {"x", "y"},
          .tied = tying,
          .covariance = covariance};
}

const std::string two_columns =
    "x,y,class\n1,5,a\n2,9,a\n4,6,a\n3,2,b\n7,1,b\n6,4,b\n5,5,c\n1,3,c\n2,1,c\n";

}  // namespace

TEST_CASE("log likelihoods, AIC and BIC of shipped tables are those of the rows, to 50 digits") {
  for (GoldenRow row : golden_rows(project_file("tests/golden/fitted_parameters.csv"))) {
    CAPTURE(row["table"]);
    CAPTURE(row["estimator"]);
    const Table table = read_csv(project_file("examples/data/" + row["table"] + ".csv"));
    const Model model(infer_schema(table, {.label = "class"}).schema);

    const Comparison comparison = compare(model, table, {});

    const auto fit = std::find_if(
        comparison.fits.begin(), comparison.fits.end(),
        [&](const FittedParameters& each) { return each.estimator == row["estimator"]; });
    REQUIRE(fit != comparison.fits.end());
    CHECK(fit->parameters == number(row["parameters"]));
    CHECK(*fit->log_likelihood == doctest::Approx(number(row["log_likelihood"])).epsilon(1e-13));
    CHECK(*fit->conditional == doctest::Approx(number(row["conditional"])).epsilon(1e-11));
    if (row["estimator"] != "maximum_likelihood") {
      CHECK_FALSE(aic(*fit).has_value());
      continue;
    }
    CHECK(*aic(*fit) == doctest::Approx(number(row["aic"])).epsilon(1e-13));
    CHECK(*bic(*fit) == doctest::Approx(number(row["bic"])).epsilon(1e-13));
  }
}

TEST_CASE("each family counts the parameters that may be chosen") {
  // Two class probabilities, then the columns of three classes.
  CHECK(free_in({.name = "x", .family = "normal"}, two_columns) == 2 + 3 * 2);
  CHECK(free_in({.name = "x", .family = "poisson"}, two_columns) == 2 + 3 * 1);
  CHECK(free_in({.name = "x", .family = "categorical"}, two_columns) == 2 + 3 * 6);
  CHECK(free_in({.name = "words", .family = "multinomial", .columns = {"x", "y"}}, two_columns) ==
        2 + 3 * 1);
  CHECK(free_in(tied_numbers(Tying::free), two_columns) == 2 + 6 + 6);
  CHECK(free_in(tied_numbers(Tying::classes), two_columns) == 2 + 6 + 2);
  CHECK(free_in(tied_numbers(Tying::features), two_columns) == 2 + 6 + 3);
  CHECK(free_in(tied_numbers(Tying::all_unscaled), two_columns) == 2 + 6 + 1);
  CHECK(free_in(tied_numbers(Tying::free, Covariance::full), two_columns) == 2 + 6 + 9);
  CHECK(free_in(tied_numbers(Tying::classes, Covariance::full), two_columns) == 2 + 6 + 3);
}

TEST_CASE("class probabilities that are given are no parameters") {
  const ColumnSchema column{.name = "x", .family = "poisson"};
  CHECK(fit_of(schema_of({column}, uniform_classes()), two_columns).parameters == 3);
  CHECK(fit_of(schema_of({column}, class_frequencies()), two_columns).parameters == 5);
}

TEST_CASE("the log likelihood of maximum likelihood is above that of every other estimator") {
  const auto posterior = learned(schema_of({tied_numbers(Tying::features_unscaled)}), two_columns);

  const auto fits = fitted_parameters(posterior, all_estimators);

  REQUIRE(fits.size() == 3);
  CHECK(*fits[0].log_likelihood >= *fits[1].log_likelihood);
  CHECK(*fits[0].log_likelihood >= *fits[2].log_likelihood);
}

TEST_CASE("an estimate that does not exist leaves its log likelihood out, with the reason") {
  const FittedParameters fit =
      fit_of(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n1,a\n2,b\n3,b\n");

  CHECK_FALSE(fit.log_likelihood.has_value());
  CHECK_FALSE(aic(fit).has_value());
  CHECK(fit.undefined.find("column 'x', class 'a'") != std::string::npos);
}

TEST_CASE("multinomial coefficients are added where they are asked for, and nowhere else") {
  const Table table = table_of("u,v,class\n2,1,a\n0,3,a\n1,1,b\n4,2,b\n1,0,b\n");
  const Model model(schema_of({{.name = "words", .family = "multinomial", .columns = {"u", "v"}}}));
  const auto posterior = observe(model, table);

  const auto each = log_coefficients(posterior, bind(model, table), all_rows(5));
  const Comparison plain = compare(model, table, {.folds = 2});
  const Comparison with = compare(model, table, {.folds = 2, .with_coefficient = true});

  // 3, 1, 2, 15 and 1 orders.
  CHECK(each[0] == doctest::Approx(std::log(3.0)).epsilon(1e-14));
  CHECK(each[3] == doctest::Approx(std::log(15.0)).epsilon(1e-14));
  CHECK_FALSE(plain.log_coefficient.has_value());
  CHECK(*with.log_coefficient == doctest::Approx(std::log(90.0)).epsilon(1e-14));
  CHECK(*with.log_evidence - *plain.log_evidence == doctest::Approx(std::log(90.0)).epsilon(1e-13));
  CHECK(*with.fits[0].log_likelihood - *plain.fits[0].log_likelihood ==
        doctest::Approx(std::log(90.0)).epsilon(1e-13));
  CHECK(with.fits[0].conditional == plain.fits[0].conditional);
}

TEST_CASE("a description has the fits of the model, without those of labels given features") {
  const auto posterior = learned(schema_of({{.name = "x", .family = "normal"}}), two_columns);

  const Description description = describe(posterior);

  CHECK(description.fits == fitted_parameters(posterior, all_estimators));
  CHECK_FALSE(description.fits[0].conditional.has_value());
  CHECK(description.fits[0].rows == 9);
}
