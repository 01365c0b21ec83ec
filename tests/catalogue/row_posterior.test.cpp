// What models composed in code over a row type learn.
#include <credence/catalogue/row_classifier.hpp>

#include <credence/learn/posterior_file.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <deque>
#include <limits>
#include <list>
#include <optional>
#include <ranges>

#include "support/block_of.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

struct Call {
  double age = 0;
  bool smoker = false;
  std::uint8_t city = 0;
  int calls = 0;
  double wait = 1;
  float income = 1;
};

auto model_of_calls() {
  return row_model<Call>(classes("ill", "healthy"), normal("age", &Call::age),
                         bernoulli("smoker", &Call::smoker, {.ones = 2, .zeros = 8}),
                         categorical("city", &Call::city, 3), poisson("visits", &Call::calls),
                         exponential("wait", &Call::wait), log_normal("income", &Call::income));
}

const std::vector<Call> calls{{30, false, 0, 1, 0.5, 10.0F},
                              {41, true, 2, 3, 1.5, 20.0F},
                              {52, true, 0, 2, 2.5, 40.0F},
                              {25, false, 0, 0, 0.25, 80.0F}};
const Strings reasons{"healthy", "ill", "ill", "healthy"};

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
  const auto posterior = observe(model_of_calls(), calls, reasons);

  CHECK(posterior.model().classes == Strings{"ill", "healthy"});
  CHECK(posterior.columns().label.classes == Strings{"healthy", "ill"});
  CHECK(posterior.columns().label.counts.counts == Doubles{2, 2});
  CHECK(block_of<NormalInverseGammaNormal>(posterior).cell(0, 1).mean == 46.5);
  CHECK(block_of<BetaBernoulli>(posterior).cell(0, 1) == BernoulliCounts{.ones = 2, .zeros = 0});
  CHECK(block_of<DirichletCategorical>(posterior).cell(0, 1).counts == Doubles{1, 0, 1});
  CHECK(block_of<GammaPoisson>(posterior).cell(0, 0).total == 1);
}

TEST_CASE("a model composed in code learns what a model of the same table learns") {
  const auto composed = observe(model_of_calls(), calls, reasons);
  const auto table = same_rows();
  const auto from_table = observe(Model(same_schema()), table);

  CHECK(block_of<NormalInverseGammaNormal>(composed).cell(0, 1) ==
        block_of<NormalInverseGammaNormal>(from_table).cell(0, 1));
  CHECK(block_of<DirichletCategorical>(composed).cell(0, 0) ==
        block_of<DirichletCategorical>(from_table).cell(0, 0));
  CHECK(log_evidence(composed) == doctest::Approx(log_evidence(from_table)).epsilon(1e-14));
}

TEST_CASE("two posteriors of rows merge to that of all rows") {
  const auto model = model_of_calls();
  auto left =
      observe(model, std::vector<Call>{calls[0], calls[1]}, Strings{reasons[0], reasons[1]});
  const auto right =
      observe(model, std::vector<Call>{calls[2], calls[3]}, Strings{reasons[2], reasons[3]});

  merge(left, right);

  const auto all = observe(model, calls, reasons);
  CHECK(left.columns().label == all.columns().label);
  CHECK(block_of<DirichletCategorical>(left) == block_of<DirichletCategorical>(all));
  CHECK(block_of<NormalInverseGammaNormal>(left).cell(0, 1).mean == 46.5);
}

TEST_CASE("posteriors of other classes or priors do not merge") {
  auto posterior = observe(model_of_calls(), calls, reasons);
  const auto other_classes =
      row_model<Call>(classes("healthy", "ill"), normal("age", &Call::age),
                      bernoulli("smoker", &Call::smoker, {.ones = 2, .zeros = 8}),
                      categorical("city", &Call::city, 3), poisson("visits", &Call::calls),
                      exponential("wait", &Call::wait), log_normal("income", &Call::income));
  const auto other_prior = row_model<Call>(
      classes("ill", "healthy"), normal("age", &Call::age), bernoulli("smoker", &Call::smoker),
      categorical("city", &Call::city, 3), poisson("visits", &Call::calls),
      exponential("wait", &Call::wait), log_normal("income", &Call::income));

  CHECK(is(error_of([&] {
             merge(posterior, observe(other_classes, calls, reasons));
             return 0;
           }),
           ErrorCode::version));
  CHECK(is(error_of([&] {
             merge(posterior, observe(other_prior, calls, reasons));
             return 0;
           }),
           ErrorCode::version));
}

TEST_CASE("a row of weight 2 is a row seen twice") {
  auto once = empty_posterior(model_of_calls());
  auto twice = empty_posterior(model_of_calls());
  observe(once, calls[1], "ill", 2);
  observe(twice, calls[1], "ill");
  observe(twice, calls[1], "ill");

  CHECK(once.columns().label == twice.columns().label);
  CHECK(block_of<NormalInverseGammaNormal>(once) == block_of<NormalInverseGammaNormal>(twice));
  CHECK(block_of<GammaPoisson>(once) == block_of<GammaPoisson>(twice));
}

TEST_CASE("a weight that is negative or not finite is refused and nothing is counted") {
  for (const double weight : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    CAPTURE(weight);
    auto posterior = empty_posterior(model_of_calls());
    CHECK(is(error_of([&] {
               observe(posterior, calls[0], "ill", weight);
               return 0;
             }),
             ErrorCode::domain));
    CHECK(posterior.columns().label.counts.count() == 0);
  }
}

TEST_CASE("a class that the model does not know is refused with those it knows") {
  auto posterior = empty_posterior(model_of_calls());
  const auto error = error_of([&] {
    observe(posterior, calls[0], "dead");
    return 0;
  });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'dead'", "'ill'", "'healthy'"));
}

TEST_CASE("a member outside the support of its family is refused and nothing is counted") {
  auto posterior = empty_posterior(model_of_calls());
  Call bad_city = calls[0];
  bad_city.city = 3;
  Call bad_income = calls[0];
  bad_income.income = 0;
  Call bad_age = calls[0];
  bad_age.age = std::nan("");
  for (const Call& visit : {bad_city, bad_income, bad_age}) {
    CAPTURE(visit.age);
    CHECK(is(error_of([&] {
               observe(posterior, visit, "ill");
               return 0;
             }),
             ErrorCode::domain));
  }
  CHECK(posterior.columns().label.counts.count() == 0);
  CHECK(block_of<NormalInverseGammaNormal>(posterior).cell(0, 0).n == 0);
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
  CHECK(says(error, "member 'city' of row 1 holds 4294967296; its codes are 0 to 2"));
}

TEST_CASE("a member of an enumeration is the code that it stands for") {
  enum class City : std::uint8_t { oslo, rome, bern };
  enum class Wide : std::int64_t { small = 1, large = std::int64_t{1} << 32 };
  struct Trip {
    City city = City::oslo;
    std::optional<Wide> size;
  };
  const auto model = row_model<Trip>(classes("a", "b"), categorical("city", &Trip::city, 3),
                                     categorical("size", &Trip::size, 2));
  const std::vector<Trip> trips{{City::bern, Wide::small}, {City::rome, std::nullopt}};

  const auto posterior = observe(model, trips, Strings{"a", "a"});
  const auto error =
      error_of([&] { return as_table(model, std::vector{Trip{.size = Wide::large}}); });

  CHECK(block_of<DirichletCategorical>(posterior).cell(0, 0).counts == Doubles{0, 1, 1});
  CHECK(block_of<DirichletCategorical>(posterior).cell(1, 0).counts == Doubles{0, 1});
  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "member 'size' of row 1 holds 4294967296; its codes are 0 to 1"));
}

TEST_CASE("rows have numbers also where they weigh more than whole numbers count") {
  auto posterior = observe(model_of_calls(), calls, reasons);
  observe(posterior, calls[0], "ill", 1e300);
  Call bad = calls[0];
  bad.wait = -1;
  const auto error = error_of([&] { observe(posterior, bad, "ill"); });

  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "member 'wait' of row 9007199254740992 holds -1"));
}

TEST_CASE("rows and labels must be as many") {
  const auto error = error_of([] { return observe(model_of_calls(), calls, Strings{"ill"}); });

  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "4 rows", "1 label"));
}

TEST_CASE("rows one by one are learned as all of them at once, up to rounding") {
  auto one_by_one = empty_posterior(model_of_calls());
  for (std::size_t i = 0; i < calls.size(); ++i) observe(one_by_one, calls[i], reasons[i]);

  const auto at_once = observe(model_of_calls(), calls, reasons);

  CHECK(log_evidence(one_by_one) == doctest::Approx(log_evidence(at_once)).epsilon(1e-13));
  CHECK(block_of<GammaPoisson>(one_by_one) == block_of<GammaPoisson>(at_once));
}

TEST_CASE("rows of any container teach the same") {
  const auto model = model_of_calls();
  const auto side_by_side = observe(model, calls, reasons);

  CHECK(observe(model, std::list<Call>(calls.begin(), calls.end()), reasons) == side_by_side);
  CHECK(observe(model, std::deque<Call>(calls.begin(), calls.end()),
                std::list<const char*>{"healthy", "ill", "ill", "healthy"}) == side_by_side);
#ifndef __clang__  // version 14 does not compile the views of libstdc++
  CHECK(observe(model, calls | std::views::filter([](const Call&) { return true; }), reasons) ==
        side_by_side);
#endif
}

TEST_CASE("an empty optional member is a missing cell and NaN is an error") {
  struct Patient {
    std::optional<double> age;
    std::optional<bool> smoker;
    std::optional<int> visits;
    std::optional<std::int64_t> city;
  };
  const auto model = row_model<Patient>(
      classes("a", "b"), normal("age", &Patient::age), bernoulli("smoker", &Patient::smoker),
      poisson("visits", &Patient::visits), categorical("city", &Patient::city, 2));
  const std::vector<Patient> patients{{30.0, std::nullopt, 2, 1},
                                      {std::nullopt, true, std::nullopt, 0},
                                      {40.0, false, 1, std::nullopt}};
  const Strings labels{"a", "a", "b"};

  const auto at_once = observe(model, patients, labels);
  auto one_by_one = empty_posterior(model);
  for (std::size_t i = 0; i < patients.size(); ++i) observe(one_by_one, patients[i], labels[i]);

  for (const auto* posterior : {&at_once, &std::as_const(one_by_one)}) {
    CHECK(block_of<NormalInverseGammaNormal>(*posterior).cell(0, 0).n == 1);
    CHECK(block_of<BetaBernoulli>(*posterior).cell(0, 0) == BernoulliCounts{.ones = 1, .zeros = 0});
    CHECK(block_of<GammaPoisson>(*posterior).cell(0, 0).total == 2);
    CHECK(block_of<DirichletCategorical>(*posterior).cell(0, 0).counts == Doubles{1, 1});
    CHECK(block_of<DirichletCategorical>(*posterior).cell(0, 1).counts == Doubles{0, 0});
  }
  const auto fault = error_of([&] {
    return observe(model, std::vector<Patient>{patients[0], {std::nan(""), true, 1, 0}},
                   Strings{"a", "b"});
  });
  CHECK(is(fault, ErrorCode::domain));
  CHECK(says(fault, "'age'", "row 2"));
}

TEST_CASE("a posterior of rows goes on where its file stopped") {
  auto posterior = observe(model_of_calls(), calls, reasons);
  Posterior again(model_of_calls(), posterior_from_json(to_json(posterior), "visits.json"));
  CHECK(again == posterior);

  observe(again, calls[0], "ill");
  observe(posterior, calls[0], "ill");

  CHECK(again == posterior);
  CHECK(is(error_of([&] {
             return Posterior(row_model<Call>(classes("a"), normal("age", &Call::age)),
                              again.columns())
                 .model()
                 .classes;
           }),
           ErrorCode::version));
}

TEST_CASE("a posterior of other rows says what is otherwise") {
  const auto age = normal("age", &Call::age);
  const auto posterior = empty_posterior(row_model<Call>(classes("a", "b"), age));
  const auto refused = [&](const auto& model, const std::string& why) {
    return throws_error([&] { (void)Posterior(model, posterior.columns()); }, ErrorCode::version,
                        "than that of the rows: " + why + "; give one");
  };

  CHECK(refused(row_model<Call>(classes("a", "c"), age), "its classes are 'a', 'b'"));
  CHECK(refused(row_model<Call>(classes("a", "b"), age, exponential("wait", &Call::wait)),
                "it has no feature 'wait'"));
  CHECK(refused(row_model<Call>(classes("a", "b"), normal("years", &Call::age)),
                "it has no feature 'years'"));
  CHECK(refused(row_model<Call>(classes("a", "b"), log_normal("age", &Call::age)),
                "its feature 'age' is of family 'normal' and not 'lognormal'"));
  CHECK(refused(
      row_model<Call>(classes("a", "b"), normal("age", &Call::age, {.mean = 40, .mean_weight = 1})),
      "its feature 'age' has the prior auto and not "
      "mean=40,mean_weight=1,shape=1,scale=1"));
  CHECK(refused(row_model<Call>(classes("a", "b")), "it has a feature 'age', which the rows lack"));
  const Posterior<Model> open = empty_posterior(
      Model{Schema{.label = "label", .columns = {{.name = "age", .family = "normal"}}}});
  CHECK(throws_error([&] { (void)Posterior(row_model<Call>(classes("a", "b"), age), open); },
                     ErrorCode::version, "its schema lists no classes; give one"));
}

TEST_CASE("exact sums take rows one by one") {
  const auto model = row_model<Call>(classes("a", "b"), normal("age", &Call::age));
  auto posterior = Posterior(model, empty_posterior(column_model(model), Summation::exact));
  auto backwards = posterior;
  for (std::size_t i = 0; i < calls.size(); ++i) observe(posterior, calls[i], "a", 1.5);
  for (std::size_t i = calls.size(); i-- > 0;) observe(backwards, calls[i], "a", 1.5);

  CHECK(posterior == backwards);
}

TEST_CASE("a row that is taken back leaves what was there before it, bit for bit") {
  auto posterior = empty_posterior(model_of_calls(), Summation::exact);
  posterior.observe_all(calls, reasons);
  const auto before = posterior;

  observe(posterior, {33, true, 1, 2, 0.75, 15.0F}, "ill", 2.5);
  CHECK(posterior != before);
  forget(posterior, {33, true, 1, 2, 0.75, 15.0F}, "ill", 2.5);

  CHECK(posterior == before);
  CHECK(throws_error(
      [&] {
        posterior.forget({33, true, 1, 2, 0.75, 15.0F}, "ill");
      },
      ErrorCode::domain));
  CHECK(throws_error([&] { posterior.forget(calls[0], "well"); }, ErrorCode::schema, "'well'"));
  CHECK(throws_error([&] { posterior.forget(calls[0], "ill", -1); }, ErrorCode::domain, "-1"));
  CHECK(posterior == before);
}

TEST_CASE("rows are taken back from exact sums alone") {
  auto posterior = observe(model_of_calls(), calls, reasons);

  CHECK(throws_error([&] { forget(posterior, calls[0], reasons[0]); }, ErrorCode::domain,
                     "Summation::exact"));
}

TEST_CASE("rows of a type of our own count less once they are discounted") {
  auto posterior = observe(model_of_calls(), calls, reasons);
  auto columns = posterior.columns();

  discount(posterior, 0.5);
  discount(columns, 0.5);

  CHECK(posterior.columns() == columns);
  CHECK(posterior.columns().label.counts.counts == Doubles{1, 1});
  observe(posterior, calls[0], "healthy");
  CHECK(posterior.columns().label.counts.counts == Doubles{2, 1});
}
