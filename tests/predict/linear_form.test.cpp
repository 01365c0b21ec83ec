#include <credence/predict/linear_form.hpp>

#include <credence/base/random.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/estimates.hpp>

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
              "column 'd' has no linear form: its classes have variances of their own"));
  CHECK(holds(why_not(schema_of({{.name = "d", .family = "lognormal"}}), posterior_mean),
              "column 'd' has no linear form: family 'lognormal' is not linear in its values"));
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

TEST_CASE("a single class, or one of probability 0, has no linear form") {
  const Schema answers = schema_of({{.name = "x", .family = "bernoulli"}});
  const auto alone = learned(answers, "x,class\n1,a\n0,a\n");
  const auto never = learned(
      schema_of({{.name = "x", .family = "bernoulli"}}, given_classes({{"a", 1.0}, {"b", 0.0}})),
      "x,class\n1,a\n0,a\n1,b\n");
  const std::string needs =
      "a linear form is one of log odds and needs classes of positive probability, two at least; "
      "there are ";

  CHECK(fails_with(ErrorCode::undefined, needs + "1; use the classifier itself",
                   [&] { (void)linear_form(alone, predictive); }));
  CHECK(fails_with(ErrorCode::undefined, needs + "1; use the classifier itself",
                   [&] { (void)linear_forms(estimate(alone, predictive)); }));
  CHECK(fails_with(ErrorCode::undefined,
                   needs + "2, one of probability 0; use the classifier itself",
                   [&] { (void)linear_form(never, predictive); }));
}

TEST_CASE("the linear forms of three classes give the probabilities of the classifier") {
  // Levels, answers, counts, waiting times, tries, words and numbers of a shared variance.
  const Table table = table_of(
      "city,a,n,t,f,u,v,x,y,class\n"
      "Oslo,0,3,1.5,0,2,1,1,5,p\nRome,1,1,0.5,2,0,1,2,6,p\nOslo,1,0,2.5,1,1,1,3,4,p\n"
      "Bern,0,4,0.2,3,3,0,5,5,q\nRome,0,6,0.9,1,1,2,6,7,q\nBern,1,2,0.4,0,2,2,4,6,q\n"
      "Oslo,1,1,4.0,5,0,3,9,1,r\nRome,1,0,3.0,4,1,4,8,2,r\nBern,0,2,2.0,6,0,2,7,3,r\n");
  const auto posterior =
      observe(Model(schema_of({{.name = "city", .family = "categorical"},
                               {.name = "a", .family = "bernoulli"},
                               {.name = "n", .family = "poisson"},
                               {.name = "t", .family = "exponential"},
                               {.name = "f", .family = "geometric"},
                               {.name = "words", .family = "multinomial", .columns = {"u", "v"}},
                               {.name = "sizes",
                                .family = "normal",
                                .columns = {"x", "y"},
                                .tied = Tying::all_unscaled}})),
              table);
  const LinearForms linear = linear_forms(estimate(posterior, posterior_mean));
  const Predictions answers = Classifier{posterior, posterior_mean}.predict(table);

  REQUIRE(linear.not_linear.empty());
  REQUIRE(linear.forms.size() == 2);
  REQUIRE(linear.forms[0].terms.size() == 3 + 4 + 2 + 2);
  CHECK(linear.classes == Strings{"p", "q", "r"});
  CHECK(linear.forms[1].positive == "r");
  for (Index row = 0; row < table.rows(); ++row)
    for (Index klass = 1; klass < 3; ++klass) {
      CAPTURE(row);
      CAPTURE(klass);
      const LinearForm& form = linear.forms[static_cast<std::size_t>(klass - 1)];
      Doubles values;
      for (const LinearTerm& term : form.terms) {
        const std::string& column = term.level ? term.feature : term.value;
        const std::string cell = as_written(table.column(column), row);
        values.push_back(term.level ? (cell == term.value ? 1 : 0) : std::stod(cell));
      }
      const auto logs = answers.log_joints(row);
      const double expected = logs[static_cast<std::size_t>(klass)] - logs[0];
      CHECK(log_odds(form, values) == doctest::Approx(expected).epsilon(1e-12));
      double sum = bias(form);
      for (std::size_t i = 0; i < values.size(); ++i) sum += weights(form)[i] * values[i];
      CHECK(sum == doctest::Approx(expected).epsilon(1e-11));
    }
}

TEST_CASE("every level of a categorical column has a weight, an unseen one where it has a place") {
  const auto posterior =
      learned(schema_of({{.name = "city", .family = "categorical", .unseen = Unseen::reserve}}),
              "city,class\nOslo,a\nOslo,a\nRome,a\nRome,b\nOslo,b\nRome,b\nRome,b\n");

  const LinearForm form = linear_form(posterior, predictive);

  REQUIRE(form.terms.size() == 3);
  CHECK(form.terms[2].value == "(unseen)");
  // (3, 2, 1) / 6 against (2, 4, 1) / 7.
  CHECK(form.terms[0].weight == doctest::Approx(std::log(2.0 / 7 / (3.0 / 6))).epsilon(1e-14));
  CHECK(form.terms[1].weight == doctest::Approx(std::log(4.0 / 7 / (2.0 / 6))).epsilon(1e-14));
  CHECK(form.terms[2].weight == doctest::Approx(std::log(1.0 / 7 / (1.0 / 6))).epsilon(1e-14));
}

TEST_CASE("linear forms name every feature that has none") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"},
                         {.name = "n", .family = "poisson", .exposure = "e"},
                         {.name = "a", .family = "bernoulli"}}),
              "x,n,e,a,class\n1,2,1,0,p\n2,1,2,1,p\n3,4,1,1,q\n5,3,2,0,q\n4,1,1,0,r\n6,3,1,1,r\n");

  const LinearForms linear = linear_forms(estimate(posterior, posterior_mean));

  CHECK(linear.forms.empty());
  REQUIRE(linear.not_linear.size() == 2);
  CHECK(holds(linear.not_linear[0].why + linear.not_linear[1].why, "variances of their own"));
  CHECK(holds(linear.not_linear[0].why + linear.not_linear[1].why, "have exposures"));
}

TEST_CASE("another number of values is refused") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,a\n0,a\n0,b\n1,b\n");
  const LinearForm form = linear_form(posterior, predictive);

  CHECK(throws_error(
      [&] {
        (void)log_odds(form, Doubles{1, 2});
      },
      ErrorCode::shape, "1 weight was given 2 values"));
}

TEST_CASE("the sigmoid is a probability however large its argument") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(sigmoid(0) == 0.5);
  CHECK(sigmoid(infinity) == 1);
  CHECK(sigmoid(-infinity) == 0);
  CHECK(sigmoid(-700) > 0);
  CHECK(sigmoid(2) + sigmoid(-2) == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("undefined estimates and classes that never occur have no linear form") {
  const Schema answers = schema_of({{.name = "x", .family = "bernoulli"}});
  const auto unseen = learned(answers, "x,class\n1,a\n0,a\n?,b\n");
  CHECK(throws_error([&] { (void)linear_form(unseen, maximum_likelihood); }, ErrorCode::undefined,
                     "class 'b'"));

  const auto never = learned(
      schema_of({{.name = "x", .family = "bernoulli"}}, given_classes({{"a", 1}, {"b", 0}})),
      "x,class\n1,a\n0,b\n");
  CHECK(
      fails_with(ErrorCode::undefined,
                 "a linear form is one of log odds and needs classes of positive probability, two "
                 "at least; there are 2, one of probability 0; use the classifier itself",
                 [&] { (void)linear_form(never, predictive); }));
}
