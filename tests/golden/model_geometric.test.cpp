// The geometric column in a model, against 50-digit references; and a model over a set of families
// that is not ours.
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include "golden/model_reference.hpp"
#include "golden/model_rows.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("log joints of a geometric and a normal column agree with 50 digits") {
  Random random{8};
  const auto rows = reference::random_rows(random, 60, {});
  const auto fresh = reference::random_rows(random, 20, {});
  const Schema schema = schema_of(
      {{.name = "tries", .family = "geometric", .prior = numbers({{"ones", 1.5}, {"zeros", 2.5}})},
       {.name = "temperature", .family = "normal", .prior = word("auto3")}},
      uniform_classes());
  FamilySet two;
  for (const ColumnSchema& column : schema.columns)
    two = two.with(*shipped_families().find(column));
  const auto posterior = observe(Model(schema, two), reference::table_of(rows), "weight");
  for (const Estimator estimator : all_estimators) {
    CAPTURE(std::string(to_string(estimator)));
    const Predictions answers =
        Classifier{posterior, estimator}.predict(reference::table_of(fresh));
    for (std::size_t row = 0; row < fresh.size(); ++row)
      for (std::size_t klass = 0; klass < 3; ++klass) {
        CAPTURE(row);
        CAPTURE(klass);
        reference::Values tries;
        reference::Values temperatures;
        reference::Values column;
        for (const reference::Row& seen : rows) {
          const bool here = seen.klass == answers.classes[klass];
          if (here && !std::isnan(seen.tries)) tries.push_back({seen.tries, seen.weight});
          if (std::isnan(seen.temperature)) continue;
          column.push_back({seen.temperature, seen.weight});
          if (here) temperatures.push_back(column.back());
        }
        reference::Joint joint;
        joint.add(-reference::ln(3));
        if (!std::isnan(fresh[row].tries))
          joint.add(reference::geometric(estimator, {1.5, 2.5}, tries, fresh[row].tries));
        if (!std::isnan(fresh[row].temperature))
          joint.add(reference::normal(estimator, reference::automatic(column, 1.5), temperatures,
                                      fresh[row].temperature));
        CHECK(reference::agrees(answers.log_joints(static_cast<Index>(row))[klass], joint));
      }
  }
}
