// Sums beyond the range of double have no evidence, whichever way they came about: learned, merged
// or pooled.
#include <doctest/doctest.h>

#include <credence/catalogue/row_classifier.hpp>
#include <credence/learn/posterior_file.hpp>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// The prior stands in the schema, so that nothing is pooled.
Schema numbers_only() {
  ColumnSchema x{.name = "x", .family = "normal"};
  x.prior = numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 2.0}, {"scale", 1.0}});
  return schema_of({x, {.name = "yes", .family = "bernoulli"}});
}

std::optional<Error> fault_of_evidence(const ModelPosterior& posterior) {
  return error_of([&] { return log_evidence(posterior); });
}

struct Size {
  double x = 0;
};

}  // namespace

TEST_CASE("squares that sum beyond a double have no evidence") {
  const auto posterior = learned(numbers_only(), "x,yes,class\n1,1,a\n1e200,0,b\n-1e200,1,b\n");

  const auto fault = fault_of_evidence(posterior);

  CHECK(is(fault, ErrorCode::undefined));
  CHECK(says(fault, "column 'x': class 'b': 'sum_of_squares'", "1.8e308", "rescale"));
}

TEST_CASE("a mean that no double holds has no evidence either") {
  const auto fault =
      fault_of_evidence(learned(numbers_only(), "x,yes,class\n1.7e308,1,a\n-1.7e308,1,a\n"));

  CHECK(is(fault, ErrorCode::undefined));
  CHECK(says(fault, "column 'x': class 'a'"));
}

TEST_CASE("one far number alone is nothing to complain of") {
  const auto posterior = learned(numbers_only(), "x,yes,class\n1e150,1,a\n1,0,b\n2,1,b\n");

  CHECK(std::isfinite(log_evidence(posterior)));
}

TEST_CASE("what is merged beyond the range of double has no evidence") {
  auto posterior = learned(numbers_only(), "x,yes,class\n1e200,1,a\n");
  merge(posterior, learned(numbers_only(), "x,yes,class\n-1e200,1,a\n"));

  const auto fault = fault_of_evidence(posterior);

  CHECK(is(fault, ErrorCode::undefined));
  CHECK(says(fault, "column 'x': class 'a': 'sum_of_squares'"));
}

TEST_CASE("an automatic prior of classes that are finite only apart is undefined") {
  const Schema automatic = schema_of({{.name = "x", .family = "normal"}});
  const auto posterior = learned(automatic, "x,class\n1e200,a\n-1e200,b\n");

  const auto fault = fault_of_evidence(posterior);

  CHECK(is(fault, ErrorCode::undefined));
  CHECK(says(fault, "column 'x': all classes together: 'sum_of_squares'"));
}

TEST_CASE("rows of a type of our own have evidence within the range of double only") {
  const auto model = row_model<Size>(
      classes("a"),
      normal("x", &Size::x,
             {NormalInverseGamma{.mean = 0, .mean_weight = 1, .shape = 2, .scale = 1}}));
  auto posterior = observe(model, std::vector<Size>{{1e150}}, Strings{"a"});
  CHECK(std::isfinite(log_evidence(posterior)));

  observe(posterior, Size{-1e200}, "a");

  const auto fault = error_of([&] { return log_evidence(posterior); });
  CHECK(is(fault, ErrorCode::undefined));
  CHECK(says(fault, "column 'x': class 'a'"));
}

namespace {

// Rows of 9e307 of one class, beside a little of another.
Table heavy_rows(const std::string& klass) {
  return table_of("yes,times,class\n1,9e307," + klass + "\n0,1,a\n1,1,b\n");
}

ModelPosterior heavy(const std::string& klass, Summation summation = Summation::rounded) {
  auto posterior =
      empty_posterior(Model(schema_of({{.name = "yes", .family = "categorical"}})), summation);
  observe(posterior, heavy_rows(klass), "times");
  return posterior;
}

void check_too_many_rows(const std::optional<Error>& error) {
  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "the class prior of label 'class' and the rows of its classes", "about 1.8e308",
             "give smaller weights"));
}

}  // namespace

TEST_CASE("rows of classes that sum beyond a double are refused, and nothing is counted") {
  for (const Summation summation : {Summation::rounded, Summation::exact})
    for (const std::string klass : {"a", "b", "c"}) {
      CAPTURE(klass);
      auto posterior = heavy("a", summation);
      const ModelPosterior before = posterior;

      check_too_many_rows(error_of([&] {
        observe(posterior, heavy_rows(klass), "times");
        return 0;
      }));
      CHECK(posterior == before);
      check_too_many_rows(error_of([&] {
        merge(posterior, heavy(klass, summation));
        return 0;
      }));
      CHECK(posterior == before);
    }
}

TEST_CASE("rows of a type of our own that sum beyond a double are refused, and none is counted") {
  const auto model = row_model<Size>(classes("a", "b"), normal("x", &Size::x));
  auto posterior = empty_posterior(model);
  observe(posterior, Size{1}, "a", 1e308);
  const auto before = posterior;

  for (const std::string klass : {"a", "b"}) {
    CAPTURE(klass);
    const auto error = error_of([&] {
      observe(posterior, Size{2}, klass, 1e308);
      return 0;
    });
    CHECK(is(error, ErrorCode::domain));
    CHECK(says(error, "label 'label'", "about 1.8e308", "give smaller weights"));
    CHECK(posterior == before);
  }
  observe(posterior, Size{2}, "b", 7e307);
  CHECK(posterior_from_json(to_json(posterior.columns()), "p.json") == posterior.columns());
}
