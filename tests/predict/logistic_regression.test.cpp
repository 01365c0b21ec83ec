#include <credence/predict/logistic_regression.hpp>

#include <credence/base/random.hpp>
#include <credence/predict/linear_form.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <limits>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {

using Columns = std::vector<LogisticColumn>;
using Truth = std::vector<Index>;
const std::vector<std::string> two{"a", "b"};

LogisticColumn flags(std::vector<double> numbers) {
  return {.feature = "flag", .value = "flag", .standardised = false, .numbers = std::move(numbers)};
}
LogisticColumn numbers_of(std::string name, std::vector<double> numbers) {
  return {.feature = name, .value = name, .numbers = std::move(numbers)};
}

// Samples of three classes in three columns, some far from 0.
struct SampledRows {
  Columns columns;
  Truth truth;
};
SampledRows random_rows(std::uint64_t seed, Index count) {
  Random random{seed};
  SampledRows rows{.columns = {numbers_of("x", {}), numbers_of("y", {}), flags({})}, .truth = {}};
  for (Index row = 0; row < count; ++row) {
    const Index klass = row % 3;
    const auto shift = static_cast<double>(klass);
    rows.truth.push_back(klass);
    rows.columns[0].numbers.push_back(1e4 + shift + random.normal());
    rows.columns[1].numbers.push_back(0.01 * (random.normal() - shift));
    rows.columns[2].numbers.push_back(random.uniform() < 0.3 + 0.2 * shift ? 1 : 0);
  }
  return rows;
}

bool fails(ErrorCode code, const std::string& text, const Columns& columns, const Truth& truth,
           const LogisticOptions& options, const std::vector<double>& weights = {}) {
  return throws_error([&] { (void)logistic_regression(columns, truth, weights, two, options); },
                      code, text);
}

}  // namespace

TEST_CASE("without a ridge one yes or no has the log odds of its counts") {
  // Of 4 rows without the flag one is b, of 4 with it three are.
  const Columns columns{flags({0, 0, 0, 0, 1, 1, 1, 1})};
  const Truth truth{0, 0, 0, 1, 0, 1, 1, 1};

  const LogisticRegression twin = logistic_regression(columns, truth, {}, two, {.ridge = 0});

  CHECK(twin.intercepts[0] == 0);
  CHECK(twin.intercepts[1] == doctest::Approx(-std::log(3.0)).epsilon(1e-12));
  CHECK(twin.weight(0, 1) == doctest::Approx(2 * std::log(3.0)).epsilon(1e-12));
  const Predictions said = predict(twin, columns, 8);
  CHECK(said.probability(0, 1) == doctest::Approx(0.25).epsilon(1e-12));
  CHECK(said.probability(7, 1) == doctest::Approx(0.75).epsilon(1e-12));
  CHECK(said.label == std::vector<Index>{0, 0, 0, 0, 1, 1, 1, 1});
  const LinearForm form = linear_form(twin);
  const std::vector<double> row{1.0};
  CHECK(sigmoid(log_odds(form, row)) == doctest::Approx(0.75).epsilon(1e-12));
}

TEST_CASE("the ridge solves its own equation") {
  // The intercept is 0 by symmetry. At the optimum the pull of the prior is the excess of what was
  // seen over what is said.
  const Columns columns{flags({1, 1, 1, -1, -1, -1})};
  const Truth truth{1, 1, 0, 0, 0, 1};
  const LogisticRegression twin = logistic_regression(columns, truth, {}, two, {.ridge = 0.7});

  const double weight = twin.weight(0, 1);
  CHECK(twin.intercepts[1] == doctest::Approx(0).epsilon(1e-12));
  CHECK(2.0 * (2.0 - 3.0 * sigmoid(weight)) == doctest::Approx(0.7 * weight).epsilon(1e-12));
}

TEST_CASE("weights do not depend on the unit or the origin of a column") {
  const SampledRows rows = random_rows(5, 90);
  Columns moved = rows.columns;
  for (double& number : moved[0].numbers) number = -3 + 1e-3 * number;
  const std::vector<std::string> classes{"a", "b", "c"};

  const auto plain = logistic_regression(rows.columns, rows.truth, {}, classes, {});
  const auto other = logistic_regression(moved, rows.truth, {}, classes, {});

  for (Index klass = 1; klass < 3; ++klass) {
    CHECK(other.weight(0, klass) * 1e-3 == doctest::Approx(plain.weight(0, klass)).epsilon(1e-8));
    CHECK(other.weight(1, klass) == doctest::Approx(plain.weight(1, klass)).epsilon(1e-8));
  }
}

TEST_CASE("weight 2 equals twice and rows of weight 0 are not there") {
  const SampledRows rows = random_rows(8, 60);
  SampledRows longer = rows;
  std::vector<double> weights(60, 2.0);
  for (std::size_t j = 0; j < 3; ++j) {
    auto& numbers = longer.columns[j].numbers;
    numbers.insert(numbers.end(), rows.columns[j].numbers.begin(), rows.columns[j].numbers.end());
  }
  longer.truth.insert(longer.truth.end(), rows.truth.begin(), rows.truth.end());
  const std::vector<std::string> classes{"a", "b", "c"};

  const auto weighted = logistic_regression(rows.columns, rows.truth, weights, classes, {});
  const auto twice = logistic_regression(longer.columns, longer.truth, {}, classes, {});
  for (std::size_t i = 0; i < weighted.weights.size(); ++i)
    CHECK(weighted.weights[i] == doctest::Approx(twice.weights[i]).epsilon(1e-9));

  std::vector<double> first_half(60, 0.0);
  std::fill_n(first_half.begin(), 30, 1.0);
  SampledRows half = rows;
  for (auto& column : half.columns) column.numbers.resize(30);
  half.truth.resize(30);
  CHECK(logistic_regression(rows.columns, rows.truth, first_half, classes, {}).weights ==
        logistic_regression(half.columns, half.truth, {}, classes, {}).weights);
}

TEST_CASE("permuted classes have permuted probabilities, with a ridge and of three classes") {
  const SampledRows rows = random_rows(3, 75);
  Truth turned;
  for (const Index klass : rows.truth) turned.push_back((klass + 1) % 3);
  const std::vector<std::string> classes{"a", "b", "c"};
  const auto plain =
      predict(logistic_regression(rows.columns, rows.truth, {}, classes, {}), rows.columns, 75);
  const auto other =
      predict(logistic_regression(rows.columns, turned, {}, classes, {}), rows.columns, 75);

  for (Index row = 0; row < 75; ++row)
    for (Index klass = 0; klass < 3; ++klass)
      CHECK(other.probability(row, (klass + 1) % 3) ==
            doctest::Approx(plain.probability(row, klass)).epsilon(1e-9));
}

TEST_CASE("a larger ridge draws the weights towards 0 and an infinite one would leave the shares") {
  const SampledRows rows = random_rows(4, 90);
  const std::vector<std::string> classes{"a", "b", "c"};
  double before = std::numeric_limits<double>::infinity();
  for (const double ridge : {0.01, 1.0, 100.0, 1e10}) {
    const auto twin = logistic_regression(rows.columns, rows.truth, {}, classes, {.ridge = ridge});
    double size = 0;
    for (std::size_t j = 0; j < 3; ++j)
      for (Index klass = 1; klass < 3; ++klass)
        size += std::abs(twin.weight(static_cast<Index>(j), klass) * twin.terms[j].spread);
    CHECK(size < before);
    before = size;
    if (ridge > 1e9)
      CHECK(predict(twin, rows.columns, 90).probability(0, 2) ==
            doctest::Approx(1.0 / 3).epsilon(1e-6));
  }
}

TEST_CASE("classes without rows have probability 0, and one class alone has all") {
  const Columns columns{flags({0, 1, 1, 0})};
  const std::vector<std::string> four{"a", "b", "c", "d"};
  const auto twin = logistic_regression(columns, Truth{1, 3, 1, 3}, {}, four, {});
  const Predictions said = predict(twin, columns, 4);

  CHECK(said.probability(0, 0) == 0);
  CHECK(said.probability(0, 2) == 0);
  CHECK(said.probability(0, 1) == doctest::Approx(0.5).epsilon(1e-12));
  CHECK(twin.intercepts[0] == -std::numeric_limits<double>::infinity());
  CHECK(throws_error([&] { (void)linear_form(twin); }, ErrorCode::undefined, "two classes"));

  const auto alone = logistic_regression(columns, Truth{1, 1, 1, 1}, {}, two, {});
  CHECK(predict(alone, columns, 4).probability(2, 1) == 1);
}

TEST_CASE("a constant column gets weight 0, and no column leaves the shares of the classes") {
  const Columns columns{numbers_of("same", {7, 7, 7, 7})};
  const auto twin = logistic_regression(columns, Truth{0, 1, 1, 1}, {}, two, {.ridge = 0});
  CHECK(twin.weight(0, 1) == 0);
  CHECK(twin.terms[0].spread == 0);
  CHECK(predict(twin, columns, 4).probability(0, 1) == doctest::Approx(0.75).epsilon(1e-12));

  const auto bare = logistic_regression({}, Truth{0, 1, 1, 1}, {}, two, {});
  CHECK(predict(bare, {}, 3).probability(2, 1) == doctest::Approx(0.75).epsilon(1e-12));
}

TEST_CASE("separable rows have no largest likelihood, and a ridge gives them an estimate") {
  const Columns columns{numbers_of("x", {1, 2, 3, 5, 6, 9})};
  const Truth truth{0, 0, 0, 1, 1, 1};
  CHECK(fails(ErrorCode::undefined, "tells classes apart without a mistake", columns, truth,
              {.ridge = 0}));
  CHECK(logistic_regression(columns, truth, {}, two, {.ridge = 1e-6}).weight(0, 1) > 5);

  // Only some rows are on the right side beyond doubt: one level has a single class.
  const Columns level{flags({1, 1, 0, 0, 0, 0})};
  CHECK(fails(ErrorCode::undefined, "give a ridge above 0", level, Truth{1, 1, 0, 1, 0, 1},
              {.ridge = 0}));
}

TEST_CASE("columns that depend on each other have no single answer without a ridge") {
  const Truth truth{0, 1, 0, 1, 1, 0};
  const Columns columns{numbers_of("x", {1, 2, 3, 4, 5, 7}), numbers_of("y", {2, 4, 6, 8, 10, 14})};
  CHECK(fails(ErrorCode::undefined, "is a linear function of others; give a ridge", columns, truth,
              {.ridge = 0}));
  CHECK_NOTHROW((void)logistic_regression(columns, truth, {}, two, {.ridge = 1}));
}

TEST_CASE("logistic regression comes to no end in too few steps and says so") {
  const SampledRows rows = random_rows(6, 60);
  CHECK(throws_error(
      [&] {
        (void)logistic_regression(rows.columns, rows.truth, {}, {"a", "b", "c"}, {.most_steps = 1});
      },
      ErrorCode::undefined, "came to no end in 1 steps"));
}

TEST_CASE("far numbers and sure answers stay finite") {
  const Columns columns{numbers_of("x", {-1e150, -2e150, 1e150, 3e150})};
  const Truth truth{0, 0, 1, 1};
  const auto twin = logistic_regression(columns, truth, {}, two, {.ridge = 1e-3});
  const Predictions said = predict(twin, columns, 4);
  for (Index row = 0; row < 4; ++row)
    CHECK(std::isfinite(said.log_probabilities(row)[0] + said.log_probabilities(row)[1]));
}

TEST_CASE("numbers whose log odds no double holds are sure of one class, also beside constants") {
  const Columns columns{
      numbers_of("x", {1e-5, 2e-5, 4e-5, 5e-5, 3e-5, 9e-5}),
      numbers_of("same", {-1.7e308, -1.7e308, -1.7e308, -1.7e308, -1.7e308, -1.7e308})};
  const auto twin =
      logistic_regression(columns, Truth{0, 0, 1, 1, 2, 2}, {}, {"a", "b", "c"}, {.ridge = 1e-3});
  const Columns far{numbers_of("x", {1e305, -1e305, 3e-5}),
                    numbers_of("same", {0, 1.7e308, 1.7e308})};
  const Predictions said = predict(twin, far, 3);
  for (Index row = 0; row < 2; ++row) {
    const auto most = static_cast<std::size_t>(said.label[static_cast<std::size_t>(row)]);
    CHECK(said.log_probabilities(row)[most] == 0);
  }
  CHECK(said.label[0] != said.label[1]);
  // A constant column says nothing, however far from it a number lies.
  const Columns near{numbers_of("x", {3e-5}), numbers_of("same", {-1.7e308})};
  const Predictions beside = predict(twin, near, 1);
  for (std::size_t klass = 0; klass < 3; ++klass)
    CHECK(said.log_probabilities(2)[klass] ==
          doctest::Approx(beside.log_probabilities(0)[klass]).epsilon(1e-9));
}

TEST_CASE("logistic regression refuses what it cannot learn from, naming it") {
  const Columns columns{numbers_of("x", {1, 2, 3})};
  const Truth truth{0, 1, 0};
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(fails(ErrorCode::domain, "a ridge of -1", columns, truth, {.ridge = -1}));
  CHECK(fails(ErrorCode::domain, "a tolerance of 0", columns, truth, {.tolerance = 0}));
  CHECK(fails(ErrorCode::domain, "a number of steps of 0", columns, truth, {.most_steps = 0}));
  CHECK(fails(ErrorCode::shape, "2 rows and 3 numbers of column 'x'", columns, Truth{0, 1}, {}));
  CHECK(fails(ErrorCode::shape, "3 rows and 1 weight;", columns, truth, {}, {1}));
  CHECK(fails(ErrorCode::domain, "a row weight of -1", columns, truth, {}, {1, 1, -1}));
  CHECK(fails(ErrorCode::domain, "row 2 has class number 2 of 2", columns, Truth{0, 2, 0}, {}));
  CHECK(fails(ErrorCode::undefined, "no row of positive weight", columns, truth, {}, {0, 0, 0}));
  CHECK(fails(ErrorCode::domain, "column 'x' holds inf in row 2",
              {numbers_of("x", {1, infinity, 3})}, truth, {}));
  CHECK(fails(ErrorCode::domain, "no spread that a double can hold",
              {numbers_of("x", {1e300, -1e300, 1e300})}, truth, {}));
  const Columns many(3000, numbers_of("x", {1, 2, 3}));
  CHECK(fails(ErrorCode::limit, "would have 3001 weights, its limit is 3000", many, truth, {}));
  const auto twin = logistic_regression(columns, truth, {}, two, {});
  CHECK(throws_error([&] { (void)predict(twin, {}, 3); }, ErrorCode::shape,
                     "learned 1 column and was given 0"));
  CHECK(throws_error([&] { (void)predict(twin, columns, 2); }, ErrorCode::shape, "2 rows"));
  const Columns lacking{numbers_of("x", {1, std::nan(""), 3})};
  CHECK(throws_error([&] { (void)predict(twin, lacking, 3); }, ErrorCode::domain,
                     "column 'x' holds nan in row 2"));
}
