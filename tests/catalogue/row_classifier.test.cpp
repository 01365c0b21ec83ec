// Classifiers of models composed in code.
#include <credence/catalogue/row_classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <utility>

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
};

auto model_of_visits(Strings names) {
  return row_model<Visit>(std::move(names), normal("age", &Visit::age),
                          bernoulli("smoker", &Visit::smoker, {.ones = 2, .zeros = 8}),
                          categorical("city", &Visit::city, 3), poisson("visits", &Visit::visits));
}

const std::vector<Visit> visits{{30, false, 0, 1}, {41, true, 2, 3}, {52, true, 1, 2},
                                {25, false, 1, 0}, {33, true, 2, 2}, {61, false, 0, 5}};
const Strings diagnoses{"healthy", "ill", "ill", "healthy", "healthy", "ill"};

Table same_rows() {
  return table_of(
      "age,smoker,city,visits,class\n30,0,0,1,healthy\n41,1,2,3,ill\n52,1,1,2,ill\n"
      "25,0,1,0,healthy\n33,1,2,2,healthy\n61,0,0,5,ill\n");
}

Schema same_schema() {
  return schema_of(
      {{.name = "age", .family = "normal"},
       {.name = "smoker", .family = "bernoulli", .prior = numbers({{"ones", 2.0}, {"zeros", 8.0}})},
       {.name = "city", .family = "categorical", .levels = {"0", "1", "2"}},
       {.name = "visits", .family = "poisson"}});
}

}  // namespace

TEST_CASE("a model composed in code answers as the model of the same table does") {
  const auto composed = observe(model_of_visits(classes("healthy", "ill")), visits, diagnoses);
  const auto table = observe(Model(same_schema()), same_rows());
  for (const Estimator estimator : all_estimators) {
    CAPTURE(std::string(to_string(estimator)));
    const Classifier by_row{composed, estimator};
    const Predictions answers = Classifier{table, estimator}.predict(same_rows());
    for (std::size_t row = 0; row < visits.size(); ++row) {
      CAPTURE(row);
      const Prediction one = by_row.predict(visits[row]);
      const auto joint = answers.log_joints(static_cast<Index>(row));
      for (std::size_t klass = 0; klass < 2; ++klass)
        CHECK(one.log_joint[klass] == doctest::Approx(joint[klass]).epsilon(1e-13));
      CHECK(one.label == answers.label_of(static_cast<Index>(row)));
      CHECK(one.probability[0] + one.probability[1] == doctest::Approx(1).epsilon(1e-14));
    }
  }
}

TEST_CASE("classes answer in the order in which they were given") {
  const auto forward = observe(model_of_visits(classes("healthy", "ill")), visits, diagnoses);
  const auto backward = observe(model_of_visits(classes("ill", "healthy")), visits, diagnoses);

  const Prediction one = Classifier{forward, Estimator::predictive}.predict(visits[0]);
  const Prediction other = Classifier{backward, Estimator::predictive}.predict(visits[0]);

  CHECK(one.label == other.label);
  CHECK(one.probability[0] == doctest::Approx(other.probability[1]).epsilon(1e-14));
  CHECK(Classifier(backward, Estimator::predictive).classes() == Strings{"ill", "healthy"});
}

TEST_CASE("many rows are answered as each of them, in the order of the classes given") {
  const auto posterior = observe(model_of_visits(classes("ill", "healthy")), visits, diagnoses);
  const Classifier classifier{posterior, Estimator::predictive};

  const Predictions all = classifier.predict(visits);

  CHECK(all.classes == Strings{"ill", "healthy"});
  REQUIRE(all.rows() == std::ssize(visits));
  for (std::size_t row = 0; row < visits.size(); ++row) {
    CAPTURE(row);
    const Prediction one = classifier.predict(visits[row]);
    const auto at = static_cast<Index>(row);
    CHECK(all.label_of(at) == one.label);
    for (std::size_t klass = 0; klass < 2; ++klass) {
      CHECK(all.log_joints(at)[klass] == doctest::Approx(one.log_joint[klass]).epsilon(1e-13));
      CHECK(all.log_probabilities(at)[klass] ==
            doctest::Approx(one.log_probability[klass]).epsilon(1e-12));
    }
  }
}

TEST_CASE("of equally probable classes the earlier one of those given answers") {
  struct Answer {
    bool yes = false;
  };
  const auto model = row_model<Answer>(classes("z", "a"), bernoulli("yes", &Answer::yes));
  const std::vector<Answer> answers{{true}, {true}};
  const Classifier classifier{observe(model, answers, Strings{"a", "z"}), Estimator::predictive};

  CHECK(classifier.predict(answers[0]).label == "z");
  CHECK(classifier.predict(answers).label == std::vector<Index>{0, 0});
  CHECK(Classifier(observe(model, answers, Strings{"a", "z"}), Estimator::maximum_likelihood)
            .predict(std::vector<Answer>{{false}})
            .label == std::vector<Index>{0});
}

TEST_CASE("a cell without an estimate keeps a classifier from being made") {
  const auto posterior =
      observe(model_of_visits(classes("healthy", "ill")), std::vector<Visit>{visits[0], visits[1]},
              Strings{"healthy", "ill"});
  const auto error =
      error_of([&] { return Classifier(posterior, Estimator::maximum_likelihood).classes(); });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "'age'", "class 'healthy'", "class 'ill'"));
}

TEST_CASE("a row that is impossible in every class falls back to the class frequencies") {
  struct Answer {
    bool yes = false;
  };
  const auto model = row_model<Answer>(classes("a", "b"), bernoulli("yes", &Answer::yes));
  const auto posterior =
      observe(model, std::vector<Answer>{{true}, {true}, {true}}, Strings{"b", "b", "a"});

  const Prediction answer = Classifier{posterior, Estimator::maximum_likelihood}.predict({false});

  CHECK(answer.impossible);
  CHECK(answer.label == "b");
  CHECK(std::isinf(answer.log_joint[0]));
  CHECK(answer.probability[0] == doctest::Approx(1.0 / 3).epsilon(1e-15));
  CHECK(answer.probability[1] == doctest::Approx(2.0 / 3).epsilon(1e-15));
}

TEST_CASE("a member outside the support of its family is refused by name") {
  const Classifier classifier{
      observe(model_of_visits(classes("healthy", "ill")), visits, diagnoses),
      Estimator::predictive};
  Visit bad_city = visits[0];
  bad_city.city = 3;
  Visit bad_count = visits[0];
  bad_count.visits = -1;
  Visit bad_age = visits[0];
  bad_age.age = std::nan("");

  const auto city = error_of([&] { return classifier.predict(bad_city); });
  const auto count = error_of([&] { return classifier.predict(bad_count); });
  const auto age = error_of([&] { return classifier.predict(bad_age); });

  CHECK(is(city, ErrorCode::domain));
  CHECK(says(city, "member 'city' of row 1 holds 3; its codes are 0 to", "correct the row"));
  CHECK(is(count, ErrorCode::domain));
  CHECK(says(count, "member 'visits' of row 1 holds -1; correct the row"));
  CHECK(is(age, ErrorCode::domain));
  CHECK(says(age, "member 'age' of row 1 holds nan; use an empty optional"));
}

TEST_CASE("a classifier that was moved from answers no rows") {
  Classifier classifier{observe(model_of_visits({"healthy", "ill"}), visits, diagnoses),
                        Estimator::predictive};
  const auto moved_to = std::move(classifier);

  // NOLINTBEGIN(bugprone-use-after-move): refused
  CHECK(says(error_of([&] { (void)classifier.predict(visits[0]); }), "was moved from"));
  CHECK(says(error_of([&] { (void)classifier.predict(visits); }), "was moved from"));
  // NOLINTEND(bugprone-use-after-move)
  CHECK(moved_to.predict(visits[0]).label == "healthy");
}

TEST_CASE("the prior of the classes may be stated") {
  struct Answer {
    bool yes = false;
  };
  auto model = row_model<Answer>(classes("a", "b"), bernoulli("yes", &Answer::yes));
  model.class_prior = uniform_classes();
  const auto posterior = observe(model, std::vector<Answer>{{true}, {false}, {true}, {false}},
                                 Strings{"b", "b", "a", "b"});

  const Prediction answer = Classifier{posterior, Estimator::predictive}.predict({true});

  // half of (1+1)/(1+2) and of (1+1)/(3+2)
  CHECK(answer.log_joint[0] == doctest::Approx(std::log(1.0 / 3)).epsilon(1e-14));
  CHECK(answer.log_joint[1] == doctest::Approx(std::log(0.2)).epsilon(1e-14));
}

TEST_CASE("a row under feature weights is answered as among many rows") {
  const Model model(same_schema());
  auto table = observe(model, same_rows());
  table.feature_weights = {.kind = FeatureWeighting::each,
                           .estimator = "predictive",
                           .names = {"age", "smoker", "city", "visits"},
                           .values = {0.5, 1, 0, 1.5}};
  const Predictions expected = Classifier{table, Estimator::predictive}.predict(same_rows());
  auto columns = observe(model_of_visits(classes("healthy", "ill")), visits, diagnoses).columns();
  columns.feature_weights = table.feature_weights;

  const Classifier by_row{Posterior(model_of_visits(classes("healthy", "ill")), columns),
                          Estimator::predictive};

  for (std::size_t row = 0; row < visits.size(); ++row) {
    CAPTURE(row);
    const Prediction one = by_row.predict(visits[row]);
    const auto joint = expected.log_joints(static_cast<Index>(row));
    for (std::size_t klass = 0; klass < 2; ++klass)
      CHECK(one.log_joint[klass] == doctest::Approx(joint[klass]).epsilon(1e-13));
  }
}

TEST_CASE("feature weights that were found go when another row is observed, not when it weighs 0") {
  auto columns = observe(model_of_visits(classes("healthy", "ill")), visits, diagnoses).columns();
  columns.feature_weights = {.kind = FeatureWeighting::each,
                             .estimator = "predictive",
                             .names = {"age", "smoker", "city", "visits"},
                             .values = {0.5, 1, 0, 1.5}};
  Posterior posterior(model_of_visits(classes("healthy", "ill")), columns);

  posterior.observe(visits[0], "ill", 0);
  CHECK(posterior.columns().feature_weights == columns.feature_weights);
  posterior.observe(visits[0], "ill");
  CHECK_FALSE(posterior.columns().feature_weights.any());
}
