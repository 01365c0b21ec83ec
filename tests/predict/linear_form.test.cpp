#include <credence/predict/linear_form.hpp>

#include <credence/base/random.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

// Rows of two classes with a yes/no column, two words, and two numbers; some cells are missing.
Table random_table(Random& random, Index rows) {
  std::vector<Doubles> columns(5);
  Strings labels;
  for (Index row = 0; row < rows; ++row) {
    const bool second = row % 2 == 0;
    labels.push_back(second ? "yes" : "no");
    columns[0].push_back(random.uniform() < (second ? 0.7 : 0.4) ? 1 : 0);
    columns[1].push_back(random.poisson(second ? 2 : 1));
    columns[2].push_back(random.poisson(2));
    columns[3].push_back(100 + (second ? 1 : 0) + random.normal());
    columns[4].push_back(0.01 * random.normal());
    if (row % 7 == 3) columns[4].back() = std::nan("");
    if (row % 11 == 5) columns[0].back() = std::nan("");
  }
  Table table;
  for (std::size_t j = 0; j < columns.size(); ++j)
    table.add(std::string(1, static_cast<char>('a' + j)), columns[j]);
  table.add("class", labels);
  return table;
}

Schema schema_tied(Tying tying) {
  return schema_of({{.name = "a", .family = "bernoulli"},
                    {.name = "words", .family = "multinomial", .columns = {"b", "c"}},
                    {.name = "sizes", .family = "normal", .columns = {"d", "e"}, .tied = tying}});
}

// The values of a row in the order of the terms.
Doubles values_of(const LinearForm& form, const Table& table, Index row) {
  Doubles values;
  for (const LinearTerm& term : form.terms)
    values.push_back(std::get<RealColumn>(table.column(term.value).cells).view()[row]);
  return values;
}

std::string why_not(const Schema& schema, Estimator estimator) {
  Random random{3};
  const auto posterior = observe(Model(schema), random_table(random, 40));
  try {
    (void)linear_form(posterior, estimator);
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::undefined);
    return error.what();
  }
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the linear form is the log odds of the classifier at every row") {
  Random random{20261121};
  const Table training = random_table(random, 60);
  const Table rows = random_table(random, 200);
  for (const Tying tying : {Tying::classes, Tying::all})
    for (const Estimator estimator : {maximum_likelihood, maximum_a_posteriori, posterior_mean}) {
      CAPTURE(to_string(tying));
      CAPTURE(to_string(estimator));
      const auto posterior = observe(Model(schema_tied(tying)), training);
      const LinearForm form = linear_form(posterior, estimator);
      const Predictions answers = Classifier{posterior, estimator}.predict(rows);

      for (Index row = 0; row < rows.rows(); ++row) {
        CAPTURE(row);
        const auto at = static_cast<std::size_t>(2 * row);
        const double expected = answers.log_joint[at + 1] - answers.log_joint[at];
        const double found = log_odds(form, values_of(form, rows, row));
        const double size = std::abs(answers.log_joint[at]) + std::abs(answers.log_joint[at + 1]);
        CHECK(std::abs(found - expected) <= 1e-12 * (1 + size));
        CHECK(sigmoid(found) ==
              doctest::Approx(std::exp(answers.log_probability[at + 1])).epsilon(1e-11));
      }
    }
}

TEST_CASE("weights and bias are those of the lecture notes") {
  // One word seen 3 to 1 times against 1 to 1, one column of variance 4 with means 1 and 3.
  const auto posterior = learned(
      schema_of({{.name = "words", .family = "multinomial", .columns = {"u", "v"}},
                 {.name = "size", .family = "normal", .columns = {"x"}, .tied = Tying::classes}}),
      "u,v,x,class\n1,1,-1,no\n0,0,3,no\n2,1,1,yes\n1,0,5,yes\n");

  const LinearForm form = linear_form(posterior, maximum_likelihood);

  CHECK(form.negative == "no");
  CHECK(form.positive == "yes");
  const Doubles expected{std::log(0.75 / 0.5), std::log(0.25 / 0.5), (3.0 - 1) / 4};
  REQUIRE(weights(form).size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(weights(form)[i] == doctest::Approx(expected[i]).epsilon(1e-14));
  CHECK(bias(form) == doctest::Approx(-(9.0 - 1) / 8).epsilon(1e-14));
  CHECK(form.terms[2].value == "x");
  CHECK(form.terms[2].feature == "size");
}

TEST_CASE("weights times values plus bias are the log odds") {
  Random random{7};
  const Table table = random_table(random, 50);
  const LinearForm form =
      linear_form(observe(Model(schema_tied(Tying::all)), table), posterior_mean);
  const Doubles values{1, 2, 0, 0.5, -0.25};

  double sum = bias(form);
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights(form)[i] * values[i];

  CHECK(log_odds(form, values) == doctest::Approx(sum).epsilon(1e-11));
}

TEST_CASE("a feature without a linear form is named with the reason") {
  const Schema tied = schema_tied(Tying::classes);
  CHECK(holds(why_not(tied, predictive), "column 'words'"));
  CHECK(holds(why_not(tied, predictive), "choose a plug-in estimator"));
  CHECK(holds(why_not(schema_tied(Tying::features), posterior_mean),
              "column 'sizes' has no linear form: its classes have variances of their own"));
  CHECK(holds(why_not(schema_of({{.name = "d", .family = "normal"}}), posterior_mean),
              "column 'd' has no linear form: family 'normal'"));
  CHECK(why_not(tied, posterior_mean).empty());
}

TEST_CASE("yes or no columns have a linear form under the predictive too") {
  CHECK(why_not(schema_of({{.name = "a", .family = "bernoulli"}}), predictive).empty());
}

TEST_CASE("an infinite weight and a third class have no linear form") {
  const Schema answers = schema_of({{.name = "x", .family = "bernoulli"}});
  const auto sure = learned(answers, "x,class\n1,a\n1,a\n0,b\n1,b\n");
  const auto three = learned(answers, "x,class\n1,a\n0,b\n1,c\n");

  CHECK(throws_error([&] { (void)linear_form(sure, maximum_likelihood); }, ErrorCode::undefined,
                     "'x' has a probability of 0"));
  CHECK(throws_error([&] { (void)linear_form(three, predictive); }, ErrorCode::undefined,
                     "there are 3"));
}

TEST_CASE("another number of values is refused") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,a\n0,a\n0,b\n1,b\n");
  const LinearForm form = linear_form(posterior, predictive);

  CHECK(throws_error(
      [&] {
        (void)log_odds(form, Doubles{1, 2});
      },
      ErrorCode::shape, "1 weights was given 2 values"));
}

TEST_CASE("the sigmoid is a probability however large its argument") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(sigmoid(0) == 0.5);
  CHECK(sigmoid(infinity) == 1);
  CHECK(sigmoid(-infinity) == 0);
  CHECK(sigmoid(-700) > 0);
  CHECK(sigmoid(2) + sigmoid(-2) == doctest::Approx(1).epsilon(1e-15));
}
