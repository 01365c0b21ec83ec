// Where two estimators must agree, decided from the priors.

#include <doctest/doctest.h>

#include "study/compare/notes.hpp"
#include "support/models.hpp"

using namespace credence;
using testing::Strings;

namespace {

constexpr const char* rows = "flag,city,x,class\n1,u,1,a\n0,v,2,a\n1,v,4,b\n";

Schema mixed() {
  return testing::schema_of({{.name = "flag", .family = "bernoulli"},
                             {.name = "city", .family = "categorical"},
                             {.name = "x", .family = "normal"}});
}

}  // namespace

TEST_CASE("estimators coincide for discrete columns under default priors") {
  const Coincidences same = coincidences(testing::learned(mixed(), rows));

  CHECK(same.mode_features == 2);
  CHECK(same.mode_families == Strings{"bernoulli", "categorical"});
  CHECK(same.mode_of_classes);
  CHECK(same.mean_features == 2);
  CHECK(same.mean_families == Strings{"bernoulli", "categorical"});
}

TEST_CASE("modes do not coincide under a prior that is not uniform") {
  Schema schema = mixed();
  schema.columns[0].prior = testing::numbers({{"ones", 2.0}, {"zeros", 1.0}});
  schema.columns[1].prior = testing::weights({1, 1});
  schema.class_prior.each = 2;

  const Coincidences same = coincidences(testing::learned(schema, rows));

  CHECK(same.mode_families == Strings{"categorical"});
  CHECK_FALSE(same.mode_of_classes);
  CHECK(same.mean_features == 2);
}

TEST_CASE("one class with a prior of its own is enough to tell modes apart") {
  Schema schema = mixed();
  schema.columns[1].prior.by_class = {{"a", testing::numbers({{"each", 1.0}})},
                                      {"b", testing::numbers({{"each", 3.0}})}};

  CHECK(coincidences(testing::learned(schema, rows)).mode_families == Strings{"bernoulli"});
}

TEST_CASE("fixed class probabilities coincide for all estimators") {
  Schema schema = mixed();
  schema.class_prior = testing::uniform_classes();

  CHECK(coincidences(testing::learned(schema, rows)).mode_of_classes);
}
