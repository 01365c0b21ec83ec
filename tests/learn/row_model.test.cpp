// Models composed in code over a row type.
#include <credence/learn/row_model.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

struct Visit {
  double age = 0;
  bool smoker = false;
  std::uint8_t city = 0;
  int visits = 0;
  double wait = 1;
  float income = 1;
};

auto model_of_visits() {
  return row_model<Visit>(classes("ill", "healthy"), normal("age", &Visit::age),
                          bernoulli("smoker", &Visit::smoker, {.ones = 2, .zeros = 8}),
                          categorical("city", &Visit::city, 3), poisson("visits", &Visit::visits),
                          exponential("wait", &Visit::wait), log_normal("income", &Visit::income));
}

const std::vector<Visit> visits{{30, false, 0, 1, 0.5, 10.0F},
                                {41, true, 2, 3, 1.5, 20.0F},
                                {52, true, 0, 2, 2.5, 40.0F},
                                {25, false, 0, 0, 0.25, 80.0F}};
const Strings diagnoses{"healthy", "ill", "ill", "healthy"};

Table same_rows() {
  return table_of(
      "age,smoker,city,visits,wait,income,class\n30,0,0,1,0.5,10,healthy\n41,1,2,3,1.5,20,ill\n"
      "52,1,0,2,2.5,40,ill\n25,0,0,0,0.25,80,healthy\n");
}

Schema same_schema() {
  Schema schema = schema_of(
      {{.name = "age", .family = "normal"},
       {.name = "smoker", .family = "bernoulli", .prior = numbers({{"ones", 2.0}, {"zeros", 8.0}})},
       {.name = "city", .family = "categorical", .levels = {"0", "1", "2"}},
       {.name = "visits", .family = "poisson"},
       {.name = "wait", .family = "exponential"},
       {.name = "income", .family = "lognormal"}});
  schema.classes = {"healthy", "ill"};
  return schema;
}

}  // namespace

TEST_CASE("rows of a type of our own fill the cells of their class") {
  const auto posterior = observe(model_of_visits(), visits, diagnoses);

  CHECK(posterior.label.classes == Strings{"ill", "healthy"});
  CHECK(posterior.label.counts.counts == Doubles{2, 2});
  CHECK(std::get<0>(posterior.blocks).cell(0, 0).mean == 46.5);
  CHECK(std::get<1>(posterior.blocks).cell(0, 0) == BernoulliCounts{.ones = 2, .zeros = 0});
  CHECK(std::get<2>(posterior.blocks).cell(0, 0).counts == Doubles{1, 0, 1});
  CHECK(std::get<3>(posterior.blocks).cell(0, 1).total == 1);
}

TEST_CASE("a model composed in code learns what a model of the same table learns") {
  const auto composed = observe(model_of_visits(), visits, diagnoses);
  const auto table = same_rows();
  const auto from_table = observe(Model(same_schema()), table);

  CHECK(std::get<0>(composed.blocks).cell(0, 0) ==
        block_of<NormalInverseGammaNormal>(from_table).cell(0, 1));
  CHECK(std::get<2>(composed.blocks).cell(0, 1) ==
        block_of<DirichletCategorical>(from_table).cell(0, 0));
  CHECK(log_evidence(composed) == doctest::Approx(log_evidence(from_table)).epsilon(1e-14));
}

TEST_CASE("two posteriors of rows merge to that of all rows") {
  const auto model = model_of_visits();
  auto left =
      observe(model, std::vector<Visit>{visits[0], visits[1]}, Strings{diagnoses[0], diagnoses[1]});
  const auto right =
      observe(model, std::vector<Visit>{visits[2], visits[3]}, Strings{diagnoses[2], diagnoses[3]});

  merge(left, right);

  const auto all = observe(model, visits, diagnoses);
  CHECK(left.label == all.label);
  CHECK(std::get<2>(left.blocks) == std::get<2>(all.blocks));
  CHECK(std::get<0>(left.blocks).cell(0, 0).mean == 46.5);
}

TEST_CASE("posteriors of other classes or priors do not merge") {
  auto posterior = observe(model_of_visits(), visits, diagnoses);
  const auto other_classes =
      row_model<Visit>(classes("healthy", "ill"), normal("age", &Visit::age),
                       bernoulli("smoker", &Visit::smoker, {.ones = 2, .zeros = 8}),
                       categorical("city", &Visit::city, 3), poisson("visits", &Visit::visits),
                       exponential("wait", &Visit::wait), log_normal("income", &Visit::income));
  const auto other_prior = row_model<Visit>(
      classes("ill", "healthy"), normal("age", &Visit::age), bernoulli("smoker", &Visit::smoker),
      categorical("city", &Visit::city, 3), poisson("visits", &Visit::visits),
      exponential("wait", &Visit::wait), log_normal("income", &Visit::income));

  CHECK(is(error_of([&] {
             merge(posterior, observe(other_classes, visits, diagnoses));
             return 0;
           }),
           ErrorCode::version));
  CHECK(is(error_of([&] {
             merge(posterior, observe(other_prior, visits, diagnoses));
             return 0;
           }),
           ErrorCode::version));
}

TEST_CASE("a row of weight 2 is a row seen twice") {
  auto once = empty_posterior(model_of_visits());
  auto twice = empty_posterior(model_of_visits());
  observe(once, visits[1], "ill", 2);
  observe(twice, visits[1], "ill");
  observe(twice, visits[1], "ill");

  CHECK(once.label == twice.label);
  CHECK(std::get<0>(once.blocks) == std::get<0>(twice.blocks));
  CHECK(std::get<3>(once.blocks) == std::get<3>(twice.blocks));
}

TEST_CASE("a weight that is negative or not finite is refused and nothing is counted") {
  for (const double weight : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    CAPTURE(weight);
    auto posterior = empty_posterior(model_of_visits());
    CHECK(is(error_of([&] {
               observe(posterior, visits[0], "ill", weight);
               return 0;
             }),
             ErrorCode::domain));
    CHECK(posterior.label.counts.count() == 0);
  }
}

TEST_CASE("a class that the model does not know is refused with those it knows") {
  auto posterior = empty_posterior(model_of_visits());
  const auto error = error_of([&] {
    observe(posterior, visits[0], "dead");
    return 0;
  });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'dead'", "'ill'", "'healthy'"));
}

TEST_CASE("a member outside the support of its family is refused and nothing is counted") {
  auto posterior = empty_posterior(model_of_visits());
  Visit bad_city = visits[0];
  bad_city.city = 3;
  Visit bad_income = visits[0];
  bad_income.income = 0;
  Visit bad_age = visits[0];
  bad_age.age = std::nan("");
  for (const Visit& visit : {bad_city, bad_income, bad_age}) {
    CAPTURE(visit.age);
    CHECK(is(error_of([&] {
               observe(posterior, visit, "ill");
               return 0;
             }),
             ErrorCode::domain));
  }
  CHECK(posterior.label.counts.count() == 0);
  CHECK(std::get<0>(posterior.blocks).cell(0, 0).n == 0);
}

TEST_CASE("a code too large for a code is no level that exists") {
  struct Wide {
    std::int64_t city = 0;
  };
  const auto model = row_model<Wide>(classes("a", "b"), categorical("city", &Wide::city, 3));
  auto posterior = empty_posterior(model);
  const auto error = error_of([&] {
    observe(posterior, Wide{std::int64_t{1} << 32}, "a");
    return 0;
  });

  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "'city'"));
}

TEST_CASE("rows and labels must be as many") {
  const auto error = error_of([] { return observe(model_of_visits(), visits, Strings{"ill"}); });

  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "4 rows", "1 labels"));
}
