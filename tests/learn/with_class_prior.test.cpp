// Another class prior on what was learned of the features.
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view csv = "x,class\n1,a\n2,a\n3,a\n4,b\n6,b\n";
const Schema schema = schema_of({{.name = "x", .family = "normal"}});

}  // namespace

TEST_CASE("a new class prior is what fitting with it would have given") {
  const auto posterior = learned(schema, csv);

  for (const ClassPrior& prior :
       {uniform_classes(), class_frequencies(), given_classes({{"a", 0.1}, {"b", 0.9}})}) {
    Schema changed = schema;
    changed.class_prior = prior;
    CHECK(with_class_prior(posterior, prior) == learned(changed, csv));
  }
}

TEST_CASE("log joints move by the difference of the log class probabilities and nothing else") {
  const auto posterior = learned(schema, csv);
  const Table rows = table_of("x\n2.5\n5\n");

  const Classifier before(posterior, Estimator::predictive);
  const Classifier after(with_class_prior(posterior, given_classes({{"a", 0.01}, {"b", 0.99}})),
                         Estimator::predictive);

  const Predictions old = before.predict(rows);
  const Predictions now = after.predict(rows);
  for (Index row = 0; row < 2; ++row)
    for (std::size_t c = 0; c < 2; ++c) {
      CAPTURE(row);
      const double shift = after.log_class_probabilities()[c] - before.log_class_probabilities()[c];
      CHECK(now.log_joints(row)[c] - old.log_joints(row)[c] ==
            doctest::Approx(shift).epsilon(1e-14));
    }
}

TEST_CASE("a class prior that does not fit the classes is refused") {
  const auto posterior = learned(schema, csv);
  const auto error_for = [&](const ClassPrior& prior) {
    return error_of([&] { return with_class_prior(posterior, prior); });
  };

  CHECK(says(error_for(given_classes({{"a", 0.5}, {"c", 0.5}})), "'c'"));
  CHECK(is(error_for(given_classes({{"a", 1.0}})), ErrorCode::schema));
  CHECK(is(error_for({.weights = {1, 2, 3}}), ErrorCode::shape));
}

TEST_CASE(
    "classes of a prior stand in their order, so that posteriors merge whatever order it has") {
  const auto mean = [](double at) { return numbers({{"mean", at}, {"n", 1.0}}); };
  Schema one = schema_of({{.name = "x", .family = "bernoulli"}});
  one.class_prior = given_classes({{"9", 0.25}, {"10", 0.75}});
  one.columns[0].prior = {.by_class = {{"9", mean(0.25)}, {"10", mean(0.5)}}};
  Schema other = one;
  std::swap(other.class_prior.given[0], other.class_prior.given[1]);
  std::swap(other.columns[0].prior.by_class[0], other.columns[0].prior.by_class[1]);
  REQUIRE_FALSE(one == other);

  CHECK(Model(one) == Model(other));
  CHECK(Model(other).schema().class_prior.given.front().first == "9");
  CHECK(Model(other).schema().find("x")->prior.by_class.front().first == "9");
  const std::string rows = "x,class\n1,9\n0,10\n1,10\n";
  auto posterior = learned(one, rows);
  merge(posterior, learned(other, rows));
  CHECK(posterior.label.counts.counts == Doubles{2, 4});
  CHECK(with_class_prior(posterior, other.class_prior) == posterior);
}

TEST_CASE("a file whose prior lists classes in another order is read as the same posterior") {
  Schema ordered = schema;
  ordered.class_prior = given_classes({{"a", 0.25}, {"b", 0.75}});
  const auto posterior = learned(ordered, csv);
  PosteriorRecord record = record_of(posterior);
  std::swap(record.schema.class_prior.given[0], record.schema.class_prior.given[1]);
  const std::string text = to_json(record);
  REQUIRE(text.find(R"({"b":0.75,"a":0.25})") != std::string::npos);

  CHECK(posterior_from_json(text, "p.json") == posterior);
  CHECK(to_json(posterior_from_json(text, "p.json")) == to_json(posterior));
}

TEST_CASE("what the kind of a class prior does not use is no part of a model") {
  const Schema plain = schema_of({}, uniform_classes());
  Schema more = plain;
  more.class_prior.each = 3;
  more.class_prior.weights = {1, 2};
  more.class_prior.given = {{"a", 1.0}};
  CHECK(Model(more) == Model(plain));

  Schema weighted = schema_of({}, {.weights = {1, 2}});
  weighted.class_prior.each = 3;
  CHECK(Model(weighted).schema().class_prior == ClassPrior{.weights = {1, 2}});
}
