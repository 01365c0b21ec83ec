// How far the strength of priors must move until labels change.
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/prior_sensitivity.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// One yes/no column. Of 4 rows of a, 3 say yes; of 6 of b, 1 does. Classes are fixed at 1/2.
constexpr std::string_view answers =
    "flag,class\n1,a\n1,a\n1,a\n0,a\n1,b\n0,b\n0,b\n0,b\n0,b\n0,b\n";

Schema flags(PriorSpec of_a, PriorSpec of_b) {
  return schema_of({{.name = "flag",
                     .family = "bernoulli",
                     .prior = {.by_class = {{"a", std::move(of_a)}, {"b", std::move(of_b)}}}}},
                   uniform_classes());
}

}  // namespace

TEST_CASE(
    "the factor at which a label flips is found to the resolution, by arithmetic in the head") {
  // A prior of a that expects 1/10 of yes, one of b that expects 9/10, each worth one row. With factor
  // f yes has (3 + 0.1 f) / (4 + f) in a and (1 + 0.9 f) / (6 + f) in b, which are equal where
  // (3 + 0.1 f) (6 + f) = (1 + 0.9 f) (4 + f), or 0.8 f^2 + f - 14 = 0.
  const double equal = (-1 + std::sqrt(1 + 4 * 0.8 * 14)) / 1.6;
  const auto posterior = learned(
      flags(numbers({{"ones", 0.1}, {"zeros", 0.9}}), numbers({{"ones", 0.9}, {"zeros", 0.1}})),
      answers);
  const PriorSensitivity found =
      prior_sensitivity(posterior, table_of(answers), {.octaves = 8, .halvings = 10});

  const RowSensitivity& yes = found.rows.front();
  CHECK(yes.label == "a");
  REQUIRE(yes.stronger);
  CHECK(yes.stronger->label == "b");
  CHECK(yes.stronger->kept < equal);
  CHECK(yes.stronger->factor >= equal);
  CHECK(yes.stronger->factor / yes.stronger->kept ==
        doctest::Approx(found.resolution).epsilon(1e-12));
  CHECK(!yes.weaker);
  CHECK(found.resolution == doctest::Approx(std::exp2(1.0 / 1024)).epsilon(1e-15));
  // No has 1 - that: it flips where yes does.
  CHECK(found.rows.back().label == "b");
  CHECK(found.rows.back().stronger->factor == yes.stronger->factor);
  CHECK(nearest_flip(yes).value() == doctest::Approx(std::log2(yes.stronger->factor)));

  REQUIRE(found.points.size() == 17);
  for (const StrengthPoint& point : found.points) {
    CHECK(point.flipped == (point.factor > equal ? 1.0 : 0.0));
    CHECK(point.accuracy == doctest::Approx(point.factor > equal ? 0.2 : 0.8));
  }
  CHECK(found.points[8].factor == 1);
  CHECK(found.points[0].factor == std::exp2(-8.0));
}

TEST_CASE("weaker priors than those worth one row change hardly a label, and strong ones some") {
  const Table iris = read_csv(project_file("examples/data/iris.csv"));
  const auto posterior = observe(infer_model(iris, {.label = "class"}), iris);
  const PriorSensitivity found = prior_sensitivity(posterior, iris);

  CHECK(found.rows.size() == 150);
  CHECK(found.points.size() == 41);
  CHECK(found.points[20].flipped == 0.0);
  // Priors a million times as strong as a row make the classes alike; what is left of the data still
  // points the same way for most rows.
  CHECK(found.points.back().flipped.value() > 0.05);
  // 150 rows against priors that are worth one: a weaker prior changes next to nothing.
  CHECK(found.points.front().flipped.value() < 0.02);
}

TEST_CASE("labels flip on both sides, each row at its own factor") {
  const Table iris = read_csv(project_file("examples/data/iris.csv"));
  // Priors so strong that some rows have the label that the priors give them, and others do not.
  const auto posterior =
      with_prior_strength(freeze(observe(infer_model(iris, {.label = "class"}), iris)), 32);
  const PriorSensitivity found = prior_sensitivity(posterior, iris);

  std::set<double> weaker, stronger;
  for (const RowSensitivity& row : found.rows) {
    CAPTURE(row.row);
    const Table one = iris.select(std::vector<Index>{row.row - 1});
    // What is said of a row holds: its label under both factors.
    const auto check_flip = [&](const LabelFlip& flip) {
      const auto at = [&](double factor) {
        return Classifier{with_prior_strength(posterior, factor), Estimator::predictive}
            .predict(one)
            .label_of(0);
      };
      CHECK(at(flip.kept) == row.label);
      CHECK(at(flip.factor) == flip.label);
      CHECK(flip.label != row.label);
    };
    if (row.weaker) {
      check_flip(*row.weaker);
      CHECK(row.weaker->factor < row.weaker->kept);
      weaker.insert(row.weaker->factor);
    }
    if (row.stronger) {
      check_flip(*row.stronger);
      CHECK(row.stronger->factor > row.stronger->kept);
      stronger.insert(row.stronger->factor);
    }
  }
  CHECK(weaker.size() > 3);
  CHECK(stronger.size() > 3);
}

TEST_CASE("factors at which an estimate does not exist are left out and told") {
  // Under maximum a posteriori a Dirichlet weight that is below 1 has no mode.
  const auto posterior = learned(
      schema_of({{.name = "city", .family = "categorical", .prior = numbers({{"each", 1.5}})}}),
      "city,class\nrome,a\noslo,b\nrome,a\nbern,b\n");
  const Table table = table_of("city\nrome\noslo\nbern\n");
  const PriorSensitivity found = prior_sensitivity(
      posterior, table,
      {.estimator = Estimator::maximum_a_posteriori, .octaves = 3, .halvings = 3});

  CHECK(!found.points.front().flipped);
  CHECK(found.points.back().flipped);
  CHECK(!found.points.back().accuracy);
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes[0].find("does not exist at some factors below 1; label changes are looked") !=
        std::string::npos);
  for (const RowSensitivity& row : found.rows) CHECK(!row.weaker);
}

TEST_CASE("a row that flips on neither side has no nearest flip, and the nearer side counts") {
  RowSensitivity row;
  CHECK(!nearest_flip(row));
  row.weaker = LabelFlip{.factor = 0.25};
  CHECK(nearest_flip(row) == 2.0);
  row.stronger = LabelFlip{.factor = 2};
  CHECK(nearest_flip(row) == 1.0);
}

TEST_CASE("a study of sensitivity refuses options beyond their range") {
  const auto posterior = learned(schema_of({{.name = "flag", .family = "bernoulli"}}), answers);
  const Table table = table_of(answers);
  const auto refuses = [&](const SensitivityOptions& options, const std::string& text) {
    return throws_error([&] { (void)prior_sensitivity(posterior, table, options); },
                        ErrorCode::domain, text);
  };
  CHECK(refuses({.octaves = 0}, "0 octaves; give 1 to 60"));
  CHECK(refuses({.octaves = 61}, "61 octaves"));
  CHECK(refuses({.halvings = -1}, "-1 halvings; give 0 to 20"));
}
